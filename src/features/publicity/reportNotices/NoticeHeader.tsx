import { Button, Space } from 'antd';
import { DictCell } from '@/fields';
import type { AnyRow } from '@contract/entity';
import { publicityStatus } from '@contract/features/publicity/publicityWire';
import styles from './detail.module.css';

interface NoticeHeaderProps {
  readonly row: AnyRow | null;
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly mayWrite: boolean;
  readonly mayPublish: boolean;
  /** True if all data required for publishing are present. */
  readonly complete: boolean;
  readonly onSave: () => void;
  readonly onPublish: () => void;
  readonly onWithdraw: () => void;
}

/** Shows the notice's title, state and next action. */
export function NoticeHeader({
  row,
  dirty,
  busy,
  mayWrite,
  mayPublish,
  complete,
  onSave,
  onPublish,
  onWithdraw,
}: NoticeHeaderProps) {
  const published = row?.status === publicityStatus.published;
  const next = row !== null && !published && !dirty && complete && mayPublish;
  return (
    <header className={styles.head}>
      <div>
        <h1>{row ? String(row.title) : '新增报告公示'}</h1>
        {row && (
          <p>
            <DictCell dict="reportPublicity" value={String(row.status)} />
            {published && (
              <span>
                公示时间 {String(row.publishTime)}，浏览{String(row.viewCount ?? 0)}次
              </span>
            )}
          </p>
        )}
      </div>
      <Space wrap>
        {published && (
          <Button href={`/orgReportFormulaDetails?id=${row.id}`} target="_blank">
            公开页面
          </Button>
        )}
        {published && mayPublish && (
          <Button danger loading={busy} onClick={onWithdraw}>
            撤回
          </Button>
        )}
        {!published && mayWrite && (
          <Button type={next ? 'default' : 'primary'} loading={busy} onClick={onSave}>
            保存
          </Button>
        )}
        {row && !published && mayPublish && (
          <Button
            type={next ? 'primary' : 'default'}
            disabled={dirty || !complete}
            loading={busy}
            title={dirty ? '请先保存' : undefined}
            onClick={onPublish}
          >
            公示
          </Button>
        )}
      </Space>
    </header>
  );
}
