import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import { Notice } from '@/lib/notice/Notice';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { PaperPages } from '@/lib/print/PaperPages';
import { usePrinted } from '@/lib/print/usePrinted';
import { PageDrawer } from '@/session/overlays';
import { layOut } from '@contract/print/pageLayout';
import type { PrintDocument } from '@contract/print/printDocument';

interface PaperActionsProps {
  /** API path of the document; the file has the same path with `/pdf`. */
  readonly path: string;
  /** Name of the file. */
  readonly name: string;
  /** Version of the content. A new version reloads the paper. */
  readonly stamp: number | string;
}

/** Previews, prints and downloads a row as PDF. */
export function PaperActions({ path, name, stamp }: PaperActionsProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['paper', path, stamp],
    queryFn: async ({ signal }) => (await client.get<PrintDocument>(path, { signal, quiet: true })).data,
    enabled: open,
    retry: false,
  });
  const laidOutPaper = useMemo(() => (data ? layOut(data) : null), [data]);
  const { sheet, print } = usePrinted(() => (laidOutPaper ? <PaperPages laidOutPaper={laidOutPaper} /> : null));
  const downloadPdf = async () => {
    setBusy(true);
    await download(`${path}/pdf`, {}, downloadName(name, 'pdf')).finally(() => setBusy(false));
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>打印预览</Button>
      <PageDrawer
        open={open}
        size={880}
        title={name}
        onClose={() => setOpen(false)}
        extra={
          <>
            <Button disabled={!laidOutPaper} onClick={print} style={{ marginRight: 8 }}>
              打印
            </Button>
            <Button type="primary" loading={busy} onClick={() => void downloadPdf().catch(() => undefined)}>
              下载PDF
            </Button>
          </>
        }
      >
        {error ? (
          <Notice title="打印内容加载失败" text={failureOf(error).pageText} />
        ) : laidOutPaper ? (
          <FittedPaper laidOutPaper={laidOutPaper} />
        ) : (
          <Skeleton active />
        )}
      </PageDrawer>
      {sheet}
    </>
  );
}
