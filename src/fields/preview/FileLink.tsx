import { Button } from 'antd';
import { useState } from 'react';
import { fileLink, saveFrom } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { latePart } from '@/lib/latePart';
import { isPdf, isPicture } from './fileEnding';
import type { PreviewedFile } from './FilePreview';

const FilePreview = latePart(async () => (await import('./FilePreview')).FilePreview);

/** Button that opens a file by its id. Images and PDFs are shown in the page, other files are downloaded. */
export function FileLink({
  id,
  label,
  size,
}: {
  readonly id: string;
  readonly label: string;
  readonly size?: 'small';
}) {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<PreviewedFile | null>(null);
  const look = async () => {
    const { url, name } = await fileLink(id);
    if (isPicture(name) || isPdf(name)) setShown({ title: name, content: id });
    else saveFrom(url);
  };
  const open = async () => {
    setBusy(true);
    await succeeded(look());
    setBusy(false);
  };
  return (
    <>
      <Button
        type="link"
        {...(size ? { size, style: { paddingInline: 0 } } : {})}
        loading={busy}
        onClick={() => void open()}
      >
        {label}
      </Button>
      <FilePreview wanted={shown !== null} file={shown} onClose={() => setShown(null)} />
    </>
  );
}
