import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import { useRef, useState } from 'react';
import { crud } from '@/api/crudClient';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { FileLink } from '@/fields/preview/FileLink';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { feedback } from '@/lib/feedback';
import { useMay } from '@/session/useCan';
import type { Row } from '@contract/entity';
import { labRunFile } from '@contract/features/laboratory/entities/labRunFile';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Run } from './RunDrawer';
import styles from '../methods.module.css';

const api = crud(labRunFile);
type RunFile = Row<typeof labRunFile>;

/** Returns the writing calls of a run's additional files, and whether an upload is running. */
function useFileCalls(run: Run, key: readonly unknown[]) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(0);
  const refreshFiles = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: ['labRun', run.id] }),
    ]);
  // One after another, so that files keep the order in which they were chosen.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const bring = async (file: File) => {
    setBusy((count) => count + 1);
    const upload = async () => {
      const storedFile = await uploadFile(file, 'document');
      await api.add({ run: run.id, file: storedFile.id }, { quiet: () => false });
    };
    const queuedUpload = queue.current.then(() => succeeded(upload()));
    queue.current = queuedUpload.catch(() => undefined);
    const isUploaded = await queuedUpload.finally(() => setBusy((count) => count - 1));
    if (isUploaded) await refreshFiles();
  };
  const remove = async (row: RunFile) => {
    if (!(await feedback.confirm(messages.confirmDelete, { danger: true }))) return;
    if (await succeeded(api.remove([row]))) await refreshFiles();
  };
  return { busy: busy > 0, bring, remove };
}

/** Raw files of a run, stored as uploaded. There are several if the instrument writes one file for each injection. */
export function RunFiles({ run }: { readonly run: Run }) {
  const hasPermission = useMay();
  const key = ['labRunFiles', run.id];
  const { busy, bring, remove } = useFileCalls(run, key);
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.list({ run: run.id, page: 0, size: 500, sort: 'id' }, signal)).content,
  });
  const open = run.state === 'open';
  return (
    <div className={styles.runFiles}>
      {run.file !== null && <FileLink id={run.file} size="small" label={run.fileName ?? '查看原始文件'} />}
      {data?.map((row) => (
        <span key={row.id}>
          <FileLink id={row.file} size="small" label={row.fileName ?? ''} />
          {open && hasPermission([permissionOf(labRunFile, 'del')]) && (
            <Button
              type="link"
              size="small"
              danger
              aria-label={`删除${row.fileName ?? ''}`}
              onClick={() => void remove(row)}
            >
              删除
            </Button>
          )}
        </span>
      ))}
      {open && hasPermission([permissionOf(labRunFile, 'add')]) && (
        <Upload
          accept={acceptOf('document')}
          multiple
          showUploadList={false}
          disabled={busy}
          customRequest={({ file }) => void bring(file as File)}
        >
          <Button type={run.file === null && data?.length === 0 ? 'primary' : 'default'} loading={busy}>
            {runTexts.addFiles}
          </Button>
        </Upload>
      )}
    </div>
  );
}
