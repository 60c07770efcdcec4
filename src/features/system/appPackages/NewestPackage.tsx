import AndroidOutlined from '@ant-design/icons/AndroidOutlined';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, QRCode, Skeleton } from 'antd';
import { apiUrl } from '@/api/apiUrl';
import { client } from '@/api/client';
import { deferredPart } from '@/lib/deferredPart';
import { appPackage } from '@contract/features/system/entities/appPackage';
import { bytesText } from '@contract/fields/bytesText';
import type { Answer } from '@contract/wire';
import { useUploadDialog } from './uploadDialogStore';
import styles from './apk.module.css';

const AppUploadDialog = deferredPart(async () => (await import('./AppUploadDialog')).AppUploadDialog);

interface NewestPackageData {
  versionName: string;
  fileName: string;
  size: number;
  remark: string | null;
}

/** Address of the newest package. It never changes (SPEC §7), so a printed QR code stays valid. */
const packageAddress = () => new URL(apiUrl('api/dispalyView/apk'), window.location.origin).href;

/** Shows the package that the download dialog offers, above the list. */
export function NewestPackage() {
  const open = useUploadDialog((state) => state.open);
  // Below the list's query key, so that a change of the list reloads this.
  const { data, isPending, error } = useQuery({
    queryKey: ['list', appPackage.path, 'newest'],
    queryFn: async ({ signal }) =>
      (await client.get<Answer<NewestPackageData>>(`${appPackage.path}/queryNew`, { signal })).data.body ?? null,
    retry: false,
  });
  return (
    <>
      {isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : error ? (
        <Alert type="error" showIcon title="最新版本加载失败，请刷新页面重试" />
      ) : data ? (
        <section className={styles.newest} aria-label="最新版本">
          <div className={styles.code}>
            <QRCode value={packageAddress()} size={96} bordered={false} type="svg" color="#000" bgColor="#fff" />
          </div>
          <div className={styles.facts}>
            <h2>最新版本 {data.versionName}</h2>
            <p>
              {data.fileName} · {bytesText(data.size)}
            </p>
            {data.remark && <p className={styles.remark}>{data.remark}</p>}
            <p>
              下载地址（无需登录，始终指向最新版本）：<code className={styles.address}>{packageAddress()}</code>
            </p>
          </div>
          <Button icon={<AndroidOutlined />} href={packageAddress()}>
            下载
          </Button>
        </section>
      ) : (
        <section className={styles.newest} aria-label="最新版本">
          <div className={styles.facts}>
            <h2>还没有安装包</h2>
            <p>上传后，顶栏的“APP下载”会显示二维码和下载链接。</p>
          </div>
        </section>
      )}
      <AppUploadDialog wanted={open} />
    </>
  );
}
