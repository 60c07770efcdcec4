import { Button, Segmented, Tooltip } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { saveFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { Tone } from '@/fields';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { feedback } from '@/lib/feedback';
import { useMay } from '@/session/useCan';
import { documentName, mayBeExplained, permissionOfPage } from '@contract/features/archive/archiveChecklist';
import { editArchivePermissions } from '@contract/features/archive/archiveProject';
import { archiveFolders, archiveTexts, folderName, type ArchiveFolder } from '@contract/features/archive/archiveTexts';
import { type ArchiveView, type CheckedDocument, documentStatuses } from '@contract/features/archive/archiveWire';
import { archiveFile } from '@contract/features/archive/entities/archiveFile';
import { bytesText } from '@contract/fields/bytesText';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { signatureStates } from '@contract/workflow/signatureTexts';
import { downloadDocument } from './archiveCalls';
import { ExplainMissing } from './ExplainMissing';
import { OutsideFiles } from './OutsideFiles';
import { PaperDrawer } from './PaperDrawer';
import styles from './archive.module.css';

const folderKeys = Object.keys(archiveFolders) as ArchiveFolder[];
const filterChoices = { all: '全部', missing: '缺少', invalid: '签名无效' } as const;
type DocumentFilter = keyof typeof filterChoices;

const hasInvalidSignature = ({ signatures }: CheckedDocument): boolean =>
  signatures.some(({ state }) => state === 'invalid');

const matchesFilter: Readonly<Record<DocumentFilter, (document: CheckedDocument) => boolean>> = {
  all: () => true,
  missing: ({ status }) => status === 'missing' || status === 'explained',
  invalid: hasInvalidSignature,
};

/** Shows whether the signatures of a document are valid. The tooltip lists each signature with its hash. */
function Signatures({ document }: { readonly document: CheckedDocument }) {
  const { signatures } = document;
  if (signatures.length === 0) return <span className={styles.quiet}>–</span>;
  const broken = hasInvalidSignature(document);
  const lines = signatures.map(({ meaning, name, at, state, hash, changed }) => (
    <p key={`${meaning}${at}`} className={styles.signature}>
      {`${signatureStates[state].label}　${meaning}　${name}　${at.slice(0, 16)}${changed.length > 0 ? `（被改动的部分：${changed.join('、')}）` : ''}`}
      <br />
      <code>{hash}</code>
    </p>
  ));
  // Focusable, so that the tooltip can be reached by keyboard.
  return (
    <Tooltip title={lines} styles={{ root: { maxWidth: 560 } }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span tabIndex={0}>
        <Tone
          tone={broken ? 'bad' : 'good'}
        >{`${signatureStates[broken ? 'invalid' : 'valid'].label}（${signatures.length}）`}</Tone>
      </span>
    </Tooltip>
  );
}

/** Downloads and deletes documents. */
function useDocumentCalls(project: ArchiveView['project'], onChanged: () => void) {
  const [busy, setBusy] = useState<string | null>(null);
  const save = async (document: CheckedDocument) => {
    setBusy(document.key);
    await succeeded(
      document.form === 'file'
        ? saveFile(document.file?.id ?? '')
        : downloadDocument(project.id, document.key, `${project.code}-${documentName(document).slice(1, -1)}`),
    );
    setBusy(null);
  };
  const remove = async ({ key }: CheckedDocument) => {
    if (!(await feedback.confirm(messages.confirmDelete, { danger: true }))) return;
    if (await succeeded(crud(archiveFile).remove([Number(key.split('-')[1])]))) {
      feedback.notify('success', messages.deleted);
      onChanged();
    }
  };
  return { busy, save, remove };
}

interface DocumentRowProps {
  readonly document: CheckedDocument;
  /** True while the document is being downloaded. */
  readonly busy: boolean;
  readonly open: (document: CheckedDocument) => void;
  readonly save: (document: CheckedDocument) => Promise<void>;
  /** Absent if the person may not explain a missing document. */
  readonly explain: ((document: CheckedDocument) => void) | undefined;
  /** Absent if the person may not delete uploads. */
  readonly remove: ((document: CheckedDocument) => Promise<void>) | undefined;
}

function RowButtons({ document, busy, save, explain, remove }: DocumentRowProps) {
  const hasPermission = useMay();
  const { key, folder, status, form, path } = document;
  const name = documentName(document).slice(1, -1);
  return (
    <>
      {(status === 'missing' || status === 'explained') && mayBeExplained(key) && explain && (
        <Button
          type="link"
          size="small"
          aria-label={`${archiveTexts.explain} ${name}`}
          onClick={() => explain(document)}
        >
          {archiveTexts.explain}
        </Button>
      )}
      {path && hasPermission([permissionOfPage(path)]) && (
        <Link className="reach" to={path} aria-label={`${name}的页面`}>
          页面
        </Link>
      )}
      {form !== null && (
        <Button type="link" size="small" loading={busy} aria-label={`下载 ${name}`} onClick={() => void save(document)}>
          下载
        </Button>
      )}
      {folder === 'outside' && form === 'file' && remove && (
        <Button type="link" size="small" danger aria-label={`删除 ${name}`} onClick={() => void remove(document)}>
          删除
        </Button>
      )}
    </>
  );
}

/** Renders one document: name, state, signatures, reason, and available actions. */
function DocumentRow(props: DocumentRowProps) {
  const { document, open } = props;
  const { title, no, about, status, why, form, file: upload, isAddedLater } = document;
  const name = documentName(document).slice(1, -1);
  return (
    <tr data-status={status}>
      <td>
        {form === null ? (
          <span>{title}</span>
        ) : (
          <button
            type="button"
            className={`${styles.open} reach`}
            onClick={() => open(document)}
            aria-label={`打开 ${name}`}
          >
            {title}
          </button>
        )}
        {no && <span className={styles.no}>{no}</span>}
        {about && <span className={styles.quiet}>{about}</span>}
        {upload && (
          <small className={styles.quiet} title={`SHA-256 ${upload.sha256}`}>
            {upload.name === title ? '' : `${upload.name}　`}
            {bytesText(upload.size)}
          </small>
        )}
      </td>
      <td>
        <Tone tone={documentStatuses[status].tone}>{documentStatuses[status].label}</Tone>
      </td>
      <td>
        <Signatures document={document} />
      </td>
      <td>{[why, isAddedLater ? archiveTexts.addedLater : null].filter(Boolean).join('；')}</td>
      <td className={styles.rowActs}>
        <RowButtons {...props} />
      </td>
    </tr>
  );
}

interface DocumentListProps {
  readonly view: ArchiveView;
  readonly onChanged: () => void;
}

interface FolderRowsProps extends Pick<DocumentRowProps, 'open' | 'save' | 'explain' | 'remove'> {
  readonly folder: ArchiveFolder;
  readonly documents: readonly CheckedDocument[];
  /** Key of the document that is being downloaded. */
  readonly busyKey: string | null;
}

/** The documents of one folder below its name. Renders nothing for an empty folder. */
function FolderRows({ folder, documents, busyKey, ...calls }: FolderRowsProps) {
  if (documents.length === 0) return null;
  return (
    <tbody>
      <tr className={styles.folder}>
        <th scope="rowgroup" colSpan={5}>
          {folderName(folder)}
        </th>
      </tr>
      {documents.map((document) => (
        <DocumentRow key={document.key} document={document} busy={busyKey === document.key} {...calls} />
      ))}
    </tbody>
  );
}

/**
 * Lists a project's documents in the order of the work: present, missing or not needed, with the reason. Each opens
 * its paper, file or page.
 */
export function DocumentList({ view, onChanged }: DocumentListProps) {
  const { project, documents, retention } = view;
  const hasPermission = useMay();
  const [choice, setChoice] = useState<DocumentFilter>('all');
  const [paper, setPaper] = useState<CheckedDocument | null>(null);
  const [file, setFile] = useState<PreviewedFile | null>(null);
  const [explaining, setExplaining] = useState<CheckedDocument | null>(null);
  const { busy, save, remove } = useDocumentCalls(project, onChanged);
  const shownDocuments = documents.filter(matchesFilter[choice]);
  const mayKeep = retention.archivedOn === null && hasPermission(editArchivePermissions);
  const mayRemove = retention.archivedOn === null && hasPermission([permissionOf(archiveFile, 'del')]);

  const open = (document: CheckedDocument) => {
    if (document.form === 'paper') setPaper(document);
    else if (document.form === 'file')
      setFile({ title: document.file?.name ?? document.title, content: document.file?.id ?? '' });
    else void save(document);
  };

  return (
    <section className={styles.list} aria-label="档案清单">
      <div className={styles.bar}>
        <Segmented
          aria-label="显示"
          value={choice}
          options={(Object.keys(filterChoices) as DocumentFilter[]).map((value) => ({
            value,
            label: `${filterChoices[value]}（${documents.filter(matchesFilter[value]).length}）`,
          }))}
          onChange={setChoice}
        />
        <OutsideFiles project={project.id} stage={project.stage} onAdded={onChanged} />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">文件</th>
              <th scope="col">状态</th>
              <th scope="col">签名</th>
              <th scope="col">说明</th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          {folderKeys.map((folder) => (
            <FolderRows
              key={folder}
              folder={folder}
              documents={shownDocuments.filter((document) => document.folder === folder)}
              busyKey={busy}
              open={open}
              save={save}
              explain={mayKeep ? setExplaining : undefined}
              remove={mayRemove ? remove : undefined}
            />
          ))}
          {shownDocuments.length === 0 && (
            <tbody>
              <tr>
                <td colSpan={5} className={styles.none}>
                  {choice === 'missing' ? '需要的文件都已有' : '签名均有效'}
                </td>
              </tr>
            </tbody>
          )}
        </table>
      </div>
      <ExplainMissing
        project={project.id}
        document={explaining}
        onClose={() => setExplaining(null)}
        onSaved={onChanged}
      />
      <PaperDrawer project={project.id} document={paper} onClose={() => setPaper(null)} />
      <FilePreview file={file} onClose={() => setFile(null)} />
    </section>
  );
}
