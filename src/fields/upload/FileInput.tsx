import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Space, Upload } from 'antd';
import { useState } from 'react';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import type { FileField } from '@contract/field';
import { uploadHint } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import type { FieldInputProps } from '../fieldInputTypes';
import { FileLink } from '../preview/FileLink';
import { acceptOf } from './uploadAccept';

const BackgroundDialog = deferredPart(async () => (await import('./BackgroundDialog')).BackgroundDialog);

interface FileInputProps extends FieldInputProps<FileField, string> {
  /** The picture is printed on other content, so that the paper around it is removed before it is stored. */
  readonly onPaper?: boolean;
}

/** Input that uploads the chosen file at once. Its value is the file's id. */
export function FileInput({ field, value, onChange, id, disabled, onPaper = false }: FileInputProps) {
  const [busy, setBusy] = useState(false);
  const [pictureOnPaper, setPictureOnPaper] = useState<File | null>(null);
  const store = async (file: File) => {
    setBusy(true);
    const upload = async () => {
      const storedFile = await uploadFile(file, field.accept);
      onChange?.(storedFile.id);
      feedback.notify('success', messages.uploaded);
    };
    await succeeded(upload());
    setBusy(false);
  };
  return (
    <Space wrap>
      <Upload
        {...(id ? { id } : {})}
        accept={acceptOf(field.accept)}
        showUploadList={false}
        disabled={disabled || busy}
        customRequest={({ file }) => {
          if (onPaper) setPictureOnPaper(file as File);
          else void store(file as File);
        }}
      >
        <Button icon={<UploadOutlined />} loading={busy} disabled={disabled}>
          {value ? '重新上传' : `上传${field.label}`}
        </Button>
      </Upload>
      <BackgroundDialog
        wanted={pictureOnPaper !== null}
        file={pictureOnPaper}
        picture={field.label}
        onCancel={() => setPictureOnPaper(null)}
        onDone={(file) => {
          setPictureOnPaper(null);
          void store(file);
        }}
      />
      {value && <FileLink id={value} label="查看" />}
      {value && !disabled && (
        <Button type="link" onClick={() => onChange?.(null)}>
          删除
        </Button>
      )}
      {!value && !disabled && (
        <span style={{ color: 'var(--ant-color-text-secondary)' }}>{uploadHint(field.accept)}</span>
      )}
    </Space>
  );
}
