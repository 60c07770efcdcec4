import { Button } from 'antd';
import { useState } from 'react';
import { fileLink, saveFrom } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { deferredPart } from '@/lib/deferredPart';
import { isPdf, isPicture } from './fileEnding';
import type { PreviewedFile } from './FilePreview';

const FilePreview = deferredPart(async () => (await import('./FilePreview')).FilePreview);

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
  const [previewedFile, setPreviewedFile] = useState<PreviewedFile | null>(null);
  const openPreview = async () => {
    const { url, name } = await fileLink(id);
    if (isPicture(name) || isPdf(name)) setPreviewedFile({ title: name, content: id });
    else saveFrom(url);
  };
  const open = async () => {
    setBusy(true);
    await succeeded(openPreview());
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
      <FilePreview wanted={previewedFile !== null} file={previewedFile} onClose={() => setPreviewedFile(null)} />
    </>
  );
}
