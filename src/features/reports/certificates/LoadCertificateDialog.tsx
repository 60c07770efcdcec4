import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Upload } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { certificateTexts } from '@contract/features/reports/certificates/certificateTexts';
import { signingCertificate } from '@contract/features/reports/entities/signingCertificate';
import { loadCertificate } from './certificateCalls';
import { useCertificateUploadDialog } from './uploadDialogStore';

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

interface FieldsProps {
  readonly busy: boolean;
  readonly file: File | null;
  readonly password: string;
  readonly onFile: (file: File) => void;
  readonly onPassword: (password: string) => void;
}

function CertificateFields({ busy, file, password, onFile, onPassword }: FieldsProps) {
  return (
    <PaneForm layout="vertical" requiredMark disabled={busy}>
      <Form.Item label="证书文件" required extra="认证机构发给的p12或pfx文件，须为RSA（2048位以上）或ECDSA密钥">
        <Upload
          accept=".p12,.pfx"
          maxCount={1}
          showUploadList={false}
          beforeUpload={(chosenFile) => {
            onFile(chosenFile);
            return false;
          }}
        >
          <Button>{file ? file.name : '选择文件'}</Button>
        </Upload>
      </Form.Item>
      <Form.Item label="文件口令" required htmlFor="certificate-password" extra="只用于打开文件，不保存；私钥加密保存">
        <Input.Password
          id="certificate-password"
          value={password}
          autoComplete="off"
          maxLength={200}
          onChange={(event) => onPassword(event.target.value)}
        />
      </Form.Item>
    </PaneForm>
  );
}

/** Uploads the organization's certificate: a p12 file and its password. After a refusal the input stays. */
export function LoadCertificateDialog() {
  const open = useCertificateUploadDialog((state) => state.open);
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const close = () => {
    useCertificateUploadDialog.setState({ open: false });
    setFile(null);
    setPassword('');
    setError(null);
  };
  const send = async () => {
    if (!file) return setError(certificateTexts.noFile);
    if (!password) return setError(certificateTexts.noPassword);
    setBusy(true);
    setError(null);
    try {
      feedback.notify('success', await loadCertificate(await base64Of(file), password));
      await queryClient.invalidateQueries({ queryKey: ['list', signingCertificate.path] });
      close();
    } catch (failure) {
      setError(failureOf(failure).pageText);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageModal
      open={open}
      title="导入证书"
      okText="导入"
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={close}
      mask={{ closable: false }}
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 16 }} />}
      <CertificateFields
        busy={busy}
        file={file}
        password={password}
        onPassword={setPassword}
        onFile={(chosenFile) => {
          setFile(chosenFile);
          setError(null);
        }}
      />
    </PageModal>
  );
}
