import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Progress, Upload, type FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { CancelButton, PageModal } from '@/session/overlays';
import { appPackage } from '@contract/features/system/entities/appPackage';
import { bytesText } from '@contract/fields/bytesText';
import { tooLargeText, uploadRules } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { useUploadDialog } from './uploadDialogStore';
import styles from './apk.module.css';

const { versionName, remark } = appPackage.fields;
const versionIn = (fileName: string): string | undefined => /\d+(\.\d+)+/.exec(fileName)?.[0];

interface UploadFormValues {
  versionName?: string;
  remark?: string;
}

/** Version and notes of the package. */
function PackageForm({ form, busy }: { readonly form: FormInstance<UploadFormValues>; readonly busy: boolean }) {
  return (
    <PaneForm form={form} layout="vertical" disabled={busy} style={{ marginTop: 16 }} requiredMark>
      <Form.Item
        name="versionName"
        label={versionName.label}
        required
        rules={formRules(versionName)}
        extra="文件名中有版本号时自动填入"
      >
        <Input placeholder="例如：1.4.2" maxLength={50} className="mono" />
      </Form.Item>
      <Form.Item name="remark" label={remark.label} rules={formRules(remark)}>
        <Input.TextArea rows={3} maxLength={1000} showCount placeholder="本次更新了什么，显示在下载对话框中" />
      </Form.Item>
    </PaneForm>
  );
}

interface PackageChoiceProps {
  readonly busy: boolean;
  readonly choose: (file: File) => boolean;
  readonly file: File | null;
}

/** Chooses the package. */
function PackageChoice({ busy, choose, file }: PackageChoiceProps) {
  return (
    <Upload.Dragger accept=".apk" multiple={false} showUploadList={false} disabled={busy} beforeUpload={choose}>
      <p className="ant-upload-drag-icon">
        <InboxOutlined />
      </p>
      <p className="ant-upload-text">{file ? `${file.name}（${bytesText(file.size)}）` : '点击或拖入apk文件'}</p>
      <p className="ant-upload-hint">Android安装包，200 MB以内；按文件内容识别，不是安装包的不会保存</p>
    </Upload.Dragger>
  );
}

/** State of the dialog: the chosen file, the progress of its upload, and the last refusal. */
function useUpload() {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<UploadFormValues>();
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);

  const close = () => {
    abort.current?.abort();
    useUploadDialog.setState({ open: false });
    form.resetFields();
    setFile(null);
    setError(null);
    setPercent(null);
  };
  const choose = (chosenFile: File) => {
    const isApk = /\.apk$/i.test(chosenFile.name);
    setError(
      !isApk
        ? '请选择Android安装包（扩展名为apk的文件）'
        : chosenFile.size > uploadRules.apk.limit
          ? tooLargeText('apk')
          : null,
    );
    setFile(chosenFile);
    const version = versionIn(chosenFile.name);
    if (version && !form.getFieldValue('versionName')) form.setFieldsValue({ versionName: version });
    return false;
  };
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    if (!file) return setError('请选择安装包');
    const body = new FormData();
    body.append('versionName', values.versionName ?? '');
    if (values.remark) body.append('remark', values.remark);
    body.append('file', file, file.name);
    abort.current = new AbortController();
    setError(null);
    setPercent(0);
    try {
      await client.post(`${appPackage.path}/upload`, body, {
        quiet: true,
        signal: abort.current.signal,
        onUploadProgress: ({ progress }) => setPercent(Math.round((progress ?? 0) * 100)),
      });
      feedback.notify('success', messages.uploaded);
      await queryClient.invalidateQueries({ queryKey: ['list', appPackage.path] });
      close();
    } catch (failure) {
      const { kind, message } = failureOf(failure);
      if (kind !== 'cancelled') setError(message);
      setPercent(null);
    }
  };
  return { form, file, percent, error, choose, send, close };
}

/** Uploads a package with version and notes, and shows the progress. After a refusal the input stays. */
export function AppUploadDialog() {
  const open = useUploadDialog((state) => state.open);
  const { form, file, percent, error, choose, send, close } = useUpload();
  const busy = percent !== null;
  return (
    <PageModal
      open={open}
      title="上传安装包"
      width={560}
      mask={{ closable: false }}
      onCancel={close}
      footer={[
        <CancelButton key="cancel">{busy ? '取消上传' : '取消'}</CancelButton>,
        <Button
          key="ok"
          type="primary"
          loading={busy}
          disabled={!file || file.size > uploadRules.apk.limit}
          onClick={() => void send()}
        >
          上传
        </Button>,
      ]}
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 16 }} />}
      <PackageChoice busy={busy} choose={choose} file={file} />
      <PackageForm form={form} busy={busy} />
      {busy && <Progress className={styles.progress} percent={percent} status="active" />}
    </PageModal>
  );
}
