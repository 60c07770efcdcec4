import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Tabs } from 'antd';
import { type ComponentType, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { ProjectPage } from '@/features/projects/ProjectPage';
import type { ProjectModel, ProjectRow } from '@/features/projects/useProject';
import { RetryNotice } from '@/lib/notice/Notice';
import { useMay } from '@/session/useCan';
import { useReloadOnReturn } from '@/session/useReloadOnReturn';
import { documentCounts, documentName } from '@contract/features/archive/archiveChecklist';
import { exportArchivePermissions } from '@contract/features/archive/archiveProject';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { ArchiveView, SheetQuality } from '@contract/features/archive/archiveWire';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { signatureStates } from '@contract/workflow/signatureTexts';
import { archiveKey, downloadArchive, fetchArchive } from './archiveCalls';
import { DocumentList } from './DocumentList';
import { PlaceForm } from './PlaceForm';
import { QualityPanel } from './QualityPanel';
import styles from './archive.module.css';

interface ArchivePageProps {
  readonly title: string;
  /** Renders the control charts of a record's hazard and method; they belong to the laboratory's pages. */
  readonly Chart: ComponentType<{ sheet: SheetQuality }>;
}

const archiveMoves = ['archive'];
const noBlockers: readonly string[] = [];

function ArchiveStateAlert({ view, project }: { readonly view: ArchiveView; readonly project: ProjectRow }) {
  const { blockers, retention, place, documents } = view;
  const dueText = retention.dueOn === null ? '' : archiveTexts.dueOn(retention.dueOn);
  const { present, needed } = documentCounts(documents);
  if (retention.archivedOn !== null) {
    const placeText = [place.shelfNo && `架号${place.shelfNo}`, place.boxNo && `盒号${place.boxNo}`]
      .filter(Boolean)
      .join('，');
    const laterCount = documents.filter(({ isAddedLater }) => isAddedLater).length;
    // Documents changed after closing are listed first.
    const alteredTitles = documents
      .filter(({ signatures }) => signatures.some(({ state }) => state === 'invalid'))
      .map(documentName);
    return (
      <Alert
        type={alteredTitles.length ? 'error' : 'info'}
        showIcon
        description={
          alteredTitles.length
            ? `${signatureStates.invalid.label}：${alteredTitles.join('、')}。${signatureStates.invalid.hint}`
            : null
        }
        title={`已于${retention.archivedOn}由${retention.archivedBy ?? ''}归档，共${present - laterCount}份文件${laterCount > 0 ? `，其后补充${laterCount}份` : ''}，保存至${retention.until ?? ''}${placeText ? `；${placeText}` : ''}`}
      />
    );
  }
  if (blockers.length === 0)
    return (
      <Alert
        type={project.stage === 'issuing' ? 'success' : 'info'}
        showIcon
        title={
          project.stage === 'issuing'
            ? `${archiveTexts.complete}${dueText}`
            : `文件${present}/${needed}，报告签发后归档`
        }
      />
    );
  return (
    <Alert
      type="warning"
      showIcon
      title={`文件${present}/${needed}，还有${blockers.length}项未完成${project.stage === 'issuing' ? `，不能归档${dueText}` : ''}`}
      description={
        // Focusable, so that the keyboard can scroll.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.blockers} tabIndex={0} aria-label="未完成的文件">
          {blockers.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      }
    />
  );
}

interface BodyProps extends Pick<ArchivePageProps, 'Chart'> {
  readonly project: ProjectRow;
  readonly model: ProjectModel;
}

function ArchiveBody({ project, model, Chart }: BodyProps) {
  const hasPermission = useMay();
  const [busy, setBusy] = useState(false);
  const key = useMemo(() => archiveKey(project.id), [project.id]);
  useReloadOnReturn(key);
  const { data, error, refetch } = useQuery({
    queryKey: [...key, project.version],
    queryFn: ({ signal }) => fetchArchive(project.id, signal),
    retry: false,
    placeholderData: (previousArchiveView) => previousArchiveView,
  });
  if (error)
    return <RetryNotice title="档案加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const blockers = data.retention.archivedOn === null ? data.blockers : noBlockers;
  const downloadAll = async () => {
    setBusy(true);
    await succeeded(downloadArchive(project.id, String(project.code)));
    setBusy(false);
  };
  const refreshAll = () => Promise.all([refetch(), model.refresh()]).then(() => undefined);
  return (
    <div className={styles.body}>
      <InvalidSignatures timeline={model.timeline} />
      <div className={styles.standing}>
        <ArchiveStateAlert view={data} project={project} />
        <div className={styles.acts}>
          {hasPermission([...exportArchivePermissions]) && (
            <Button loading={busy} onClick={() => void downloadAll()} title="全部文件按顺序装入文件夹，附清单与散列值">
              下载档案（ZIP）
            </Button>
          )}
          <MoveButtons
            entity={projectEntity}
            row={project}
            timeline={model.timeline}
            asSeen={data.asSeen}
            onlyMoves={archiveMoves}
            blocked={{ archive: blockers[0] }}
            notes={{ archive: `归档后档案封存，文件只能补充，不能修改或删除；自今日起保存${data.retention.years}年。` }}
            onMoved={() => void refreshAll()}
          />
        </div>
      </div>
      <Tabs
        className={styles.tabs ?? ''}
        items={[
          {
            key: 'documents',
            label: '档案清单',
            children: <DocumentList view={data} onChanged={() => void refreshAll()} />,
          },
          { key: 'quality', label: '质量控制', children: <QualityPanel project={project.id} Chart={Chart} /> },
          { key: 'place', label: '保存与位置', children: <PlaceForm view={data} onSaved={() => void refreshAll()} /> },
        ]}
      />
    </div>
  );
}

/** 质控归档 of one project: checklist, quality control, retention and place of storage. Closed by a signature. */
export function ArchivePage({ title, Chart }: ArchivePageProps) {
  return (
    <ProjectPage title={title}>
      {(project, model) => <ArchiveBody project={project} model={model} Chart={Chart} />}
    </ProjectPage>
  );
}
