import { Button, Space, Upload } from 'antd';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { FileField } from '@contract/field';
import { failures, messages } from '@contract/messages';
import { printableEndings } from '@contract/printedPicture';
import { limitText, uploadHint, uploadRules } from '@contract/uploads';
import { useState } from 'react';
import { uploadFile } from '@/api/files';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import type { FieldInputProps } from './kind';
import { FileLink } from './preview/FileLink';

const accepts = {
  image: '.png,.jpg,.jpeg,.gif,.webp,.ico',
  print: printableEndings,
  media: '.png,.jpg,.jpeg,.mp4,.m4v,.mov,.webm',
  document: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv,.png,.jpg,.jpeg,.gif,.webp',
  apk: '.apk',
} as const;

/** Uploads at once and holds the file's id. */
export function FileInput({ field, value, onChange, id, disabled }: FieldInputProps<FileField, string>) {
  const [busy, setBusy] = useState(false);
  return (
    <Space wrap>
      <Upload
        {...(id ? { id } : {})}
        accept={accepts[field.accept]}
        showUploadList={false}
        disabled={disabled || busy}
        customRequest={async ({ file }) => {
          const { limit } = uploadRules[field.accept];
          // Said at once rather than after minutes of sending.
          if ((file as File).size > limit) return feedback.notify('warning', `${failures.tooLarge}（最大${limitText(limit)}）`);
          setBusy(true);
          const upload = async () => {
            const stored = await uploadFile(file as File, field.accept);
            onChange?.(stored.id);
            feedback.notify('success', messages.uploaded);
          };
          await went(upload());
          setBusy(false);
        }}
      >
        <Button icon={<UploadOutlined />} loading={busy} disabled={disabled}>
          {value ? '重新上传' : `上传${field.label}`}
        </Button>
      </Upload>
      {value && <FileLink id={value} label="查看" />}
      {value && !disabled && <Button type="link" onClick={() => onChange?.(null)}>移除</Button>}
      {!value && !disabled && <span style={{ color: 'var(--ant-color-text-secondary)' }}>{uploadHint(field.accept)}</span>}
    </Space>
  );
}
