import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Space, Upload } from 'antd';
import { useState } from 'react';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import type { FileField } from '@contract/field';
import { uploadHint } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import type { FieldInputProps } from './fieldInputTypes';
import { FileLink } from './preview/FileLink';
import { acceptOf } from './uploadAccept';

/** Input that uploads the chosen file at once. Its value is the file's id. */
export function FileInput({ field, value, onChange, id, disabled }: FieldInputProps<FileField, string>) {
  const [busy, setBusy] = useState(false);
  return (
    <Space wrap>
      <Upload
        {...(id ? { id } : {})}
        accept={acceptOf(field.accept)}
        showUploadList={false}
        disabled={disabled || busy}
        customRequest={async ({ file }) => {
          setBusy(true);
          const upload = async () => {
            const storedFile = await uploadFile(file as File, field.accept);
            onChange?.(storedFile.id);
            feedback.notify('success', messages.uploaded);
          };
          await succeeded(upload());
          setBusy(false);
        }}
      >
        <Button icon={<UploadOutlined />} loading={busy} disabled={disabled}>
          {value ? '重新上传' : `上传${field.label}`}
        </Button>
      </Upload>
      {value && <FileLink id={value} label="查看" />}
      {value && !disabled && (
        <Button type="link" onClick={() => onChange?.(null)}>
          移除
        </Button>
      )}
      {!value && !disabled && (
        <span style={{ color: 'var(--ant-color-text-secondary)' }}>{uploadHint(field.accept)}</span>
      )}
    </Space>
  );
}
