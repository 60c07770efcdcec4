import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Upload } from 'antd';
import { useRef, useState } from 'react';
import { crud } from '@/api/crudClient';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { FilePreview } from '@/fields/preview/FilePreview';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { feedback } from '@/lib/feedback';
import { useMay } from '@/session/useCan';
import { fixedDictionaries } from '@contract/dictionaries';
import type { Row } from '@contract/entity';
import { surveyFile } from '@contract/features/fieldwork/entities/surveyFile';
import { uploadHint } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { ProjectFileItem } from './ProjectFileItem';
import styles from './files.module.css';

export type ProjectFile = Row<typeof surveyFile>;

const api = crud(surveyFile);

interface ProjectFilesProps {
  readonly project: number;
  readonly kind: (typeof fixedDictionaries.surveyFileKind)[number]['value'];
  readonly label: string;
  readonly hint: string;
  readonly locked: boolean;
  /** Counter that increases when files were copied from another source. */
  readonly copied?: number;
  readonly onChanged?: () => void;
}

/** Returns the function that uploads a file, and whether an upload is running. */
function useUploads({ project, kind }: Pick<ProjectFilesProps, 'project' | 'kind'>, refresh: () => Promise<void>) {
  const [runningCount, setRunningCount] = useState(0);
  // Uploads one after another, so that files keep the order in which they were chosen.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const upload = async (file: File) => {
    setRunningCount((count) => count + 1);
    const work = async () => {
      const storedFile = await uploadFile(file, 'document');
      await api.add(
        {
          project,
          fileKind: kind,
          title: storedFile.name.slice(0, 200),
          content: storedFile.id,
          rowSort: null,
          remark: null,
        },
        { quiet: () => false },
      );
      feedback.notify('success', messages.uploaded);
      await refresh();
    };
    const queuedWork = queue.current.then(() => succeeded(work()));
    queue.current = queuedWork.catch(() => undefined);
    await queuedWork.finally(() => setRunningCount((count) => count - 1));
  };
  return { uploading: runningCount > 0, upload };
}

/** Returns the functions that reorder, rename and delete files. The client shows a refusal. */
const fileCommands = (files: readonly ProjectFile[], refresh: () => Promise<void>) => ({
  async swap(index: number, offset: -1 | 1) {
    const order = [...files];
    const [movedItem] = order.splice(index, 1);
    if (!movedItem) return;
    order.splice(index + offset, 0, movedItem);
    const rows = order.flatMap((file, place) =>
      file.rowSort === (place + 1) * 10 ? [] : [{ id: file.id, version: file.version, rowSort: (place + 1) * 10 }],
    );
    if (await succeeded(api.saveAll({ rows, removed: [] }, { quiet: () => false }))) await refresh();
  },
  async rename(file: ProjectFile, title: string) {
    if (await succeeded(api.edit({ id: file.id, version: file.version, title } as never, { quiet: () => false })))
      await refresh();
  },
  async remove(file: ProjectFile) {
    if (!(await feedback.confirm(messages.confirmDelete, { danger: true }))) return;
    if (await succeeded(api.remove([file]))) {
      feedback.notify('success', messages.deleted);
      await refresh();
    }
  },
});

interface FileDropAreaProps {
  readonly hint: string;
  readonly uploading: boolean;
  readonly upload: (file: File) => Promise<void>;
}

/** Area that takes dropped or chosen files. */
function FileDropArea({ hint, uploading, upload }: FileDropAreaProps) {
  return (
    <Upload.Dragger
      accept={acceptOf('document')}
      multiple
      showUploadList={false}
      disabled={uploading}
      customRequest={({ file }) => void upload(file as File)}
    >
      <p className={styles.drop}>
        <InboxOutlined aria-hidden="true" />　{uploading ? '正在上传…' : `把${hint}拖到这里，或点击选择`}
      </p>
      <small>{uploadHint('document')}</small>
    </Upload.Dragger>
  );
}

/** Files of one kind, which can be uploaded, named, ordered and viewed. */
export function ProjectFiles({ project, kind, label, hint, locked, copied = 0, onChanged }: ProjectFilesProps) {
  const hasPermission = useMay();
  const key = ['surveyFiles', project, kind] as const;
  const { data: files = [], isError } = useQuery({
    queryKey: [...key, copied],
    queryFn: async ({ signal }) =>
      (await api.list({ project, fileKind: kind, size: 200, page: 0, sort: 'rowSort,asc' }, signal)).content,
    retry: false,
  });
  const [previewedFile, setPreviewedFile] = useState<ProjectFile | null>(null);
  const queryClient = useQueryClient();
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: key });
    onChanged?.();
  };
  const { uploading, upload } = useUploads({ project, kind }, refresh);
  const { swap, rename, remove } = fileCommands(files, refresh);

  const mayAdd = !locked && hasPermission([permissionOf(surveyFile, 'add')]);
  return (
    <section className={styles.files} aria-label={`${label}附件`}>
      {mayAdd && <FileDropArea hint={hint} uploading={uploading} upload={upload} />}
      {isError ? (
        <Empty description="附件加载失败，请刷新后重试" />
      ) : !files.length ? (
        !mayAdd && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`没有${label}附件`} />
      ) : (
        <ol className={styles.fileList}>
          {files.map((file, index) => (
            <ProjectFileItem
              key={file.id}
              file={file}
              mayEdit={!locked && hasPermission([permissionOf(surveyFile, 'edit')])}
              mayRemove={!locked && hasPermission([permissionOf(surveyFile, 'del')])}
              isFirst={index === 0}
              isLast={index === files.length - 1}
              onShow={() => setPreviewedFile(file)}
              onMove={(offset) => void swap(index, offset)}
              onRename={(title) => void rename(file, title)}
              onRemove={() => void remove(file)}
            />
          ))}
        </ol>
      )}
      <FilePreview file={previewedFile} onClose={() => setPreviewedFile(null)} />
    </section>
  );
}
