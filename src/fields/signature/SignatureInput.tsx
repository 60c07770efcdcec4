import { Button, Space } from 'antd';
import { useState } from 'react';
import { uploadFile } from '@/api/files';
import { went } from '@/api/went';
import { SignaturePad } from './SignaturePad';
import { SignatureShown } from './SignatureShown';

interface SignatureInputProps {
  /** Id of the drawing's file. */
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly disabled?: boolean;
}

/** Input of a handwritten signature. The drawing is uploaded at once; the value is the file's id. */
export function SignatureInput({ value, onChange, disabled }: SignatureInputProps) {
  const [drawing, setDrawing] = useState(false);
  const take = async (file: File) => {
    const upload = async () => onChange?.((await uploadFile(file, 'image')).id);
    if (await went(upload())) setDrawing(false);
  };
  if (drawing && !disabled) return <SignaturePad onDone={take} onCancel={() => setDrawing(false)} />;
  return (
    <Space wrap align="end">
      {value && <SignatureShown file={value} />}
      {!disabled && <Button onClick={() => setDrawing(true)}>{value ? '重新签名' : '签名'}</Button>}
      {!disabled && value && (
        <Button type="link" onClick={() => onChange?.(null)}>
          移除
        </Button>
      )}
    </Space>
  );
}
