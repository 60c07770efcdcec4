import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Select, Upload } from 'antd';
import { useState } from 'react';
import { crud } from '@/api/crudClient';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { fixedDictionaries } from '@contract/dictionaries';
import { archiveFile } from '@contract/features/archive/entities/archiveFile';
import { filingStages } from '@contract/features/archive/filingStages';
import { notEditableReason } from '@contract/features/projects/editableStages';
import { uploadHint } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import styles from './archive.module.css';

const addPermissions = [permissionOf(archiveFile, 'add')];
const fileKinds = fixedDictionaries.archiveFileKind.map(({ value, label }) => ({ value, label }));

/** Adds an external file to the archive, with its kind. */
export function OutsideFiles({
  project,
  stage,
  onAdded,
}: {
  readonly project: number;
  readonly stage: string;
  readonly onAdded: () => void;
}) {
  const mayAdd = useCan(addPermissions);
  const [kind, setKind] = useState<string>('contract');
  const [busy, setBusy] = useState(0);
  if (!mayAdd || notEditableReason(stage, filingStages) !== null) return null;
  const bring = async (file: File) => {
    setBusy((count) => count + 1);
    const work = async () => {
      const storedFile = await uploadFile(file, 'document');
      await crud(archiveFile).add(
        { project, fileKind: kind, title: storedFile.name.slice(0, 200), content: storedFile.id, remark: null },
        { quiet: () => false },
      );
      feedback.notify('success', messages.uploaded);
    };
    if (await succeeded(work())) onAdded();
    setBusy((count) => count - 1);
  };
  return (
    <span className={styles.upload}>
      <Select aria-label="外来文件类别" value={kind} options={fileKinds} onChange={setKind} style={{ width: 160 }} />
      <Upload
        accept={acceptOf('document')}
        multiple
        showUploadList={false}
        customRequest={({ file }) => void bring(file as File)}
      >
        <Button icon={<UploadOutlined />} loading={busy > 0}>
          上传外来文件
        </Button>
      </Upload>
      <small>{uploadHint('document')}</small>
    </span>
  );
}
