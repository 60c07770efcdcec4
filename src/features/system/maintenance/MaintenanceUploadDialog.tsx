import { Alert, Form, Input, Progress, Upload } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { maintenanceTexts as texts } from '@contract/features/system/maintenanceFiles';
import { bytesText } from '@contract/fields/bytesText';
import { messages } from '@contract/messages';
import { openMaintenance, uploadMaintenance } from './maintenanceCalls';
import { useMaintenanceUpload } from './maintenanceUploadStore';

interface UploadFormValues {
  readonly password?: string;
  readonly signature?: string;
}

/** State of the dialog: the chosen file, the progress of its upload, and the last refusal. */
function useUpload() {
  const { kind, onDone } = useMaintenanceUpload();
  const [form] = Form.useForm<UploadFormValues>();
  const [file, setFile] = useState<File | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    if (percent !== null) return;
    useMaintenanceUpload.setState({ kind: null });
    setFile(null);
    setProblem(null);
    form.resetFields();
  };
  const send = async () => {
    const { password = '', signature = '' } = await form.validateFields();
    if (!kind || !file) return setProblem('请选择要上传的文件');
    setProblem(null);
    setPercent(0);
    try {
      await openMaintenance(password);
      await uploadMaintenance(kind, file, signature, setPercent);
    } catch (error) {
      setPercent(null);
      return setProblem(failureOf(error).pageText);
    }
    setPercent(null);
    feedback.notify('success', messages.uploaded);
    useMaintenanceUpload.setState({ kind: null });
    setFile(null);
    form.resetFields();
    return onDone();
  };
  return { kind, form, file, setFile, percent, problem, close, send };
}

/** Uploads a backup or an update package after the password. After a refusal the dialog stays open and shows it. */
export function MaintenanceUploadDialog() {
  const { kind, form, file, setFile, percent, problem, close, send } = useUpload();
  return (
    <PageModal
      open={kind !== null}
      title={kind === 'deploy' ? texts.uploadDeploy : texts.uploadDatabase}
      okText="上传"
      confirmLoading={percent !== null}
      onOk={() => void send().catch(() => undefined)}
      onCancel={close}
    >
      <PaneForm<UploadFormValues> form={form} layout="vertical" disabled={percent !== null}>
        <Form.Item label="文件" required>
          <Upload
            accept={kind === 'deploy' ? '.gz' : '.tar'}
            maxCount={1}
            showUploadList={false}
            beforeUpload={(chosenFile) => {
              setFile(chosenFile);
              return false;
            }}
          >
            <button type="button" className="reach">
              {file ? `${file.name}（${bytesText(file.size)}）` : '选择文件'}
            </button>
          </Upload>
        </Form.Item>
        {kind === 'deploy' && (
          <Form.Item
            name="signature"
            label={texts.signature}
            extra={texts.signatureHint}
            rules={[{ required: true, message: texts.noSignature }]}
          >
            <Input.TextArea rows={2} autoComplete="off" />
          </Form.Item>
        )}
        <Form.Item name="password" label={texts.password} rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      </PaneForm>
      {percent !== null && <Progress percent={percent} />}
      {problem !== null && <Alert type="error" showIcon title={problem} />}
    </PageModal>
  );
}
