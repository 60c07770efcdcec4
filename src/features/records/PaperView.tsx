import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { LastMoveNotice } from '@/features/projects/moves/LastMoveNotice';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { StepTimeline } from '@/features/projects/moves/StepTimeline';
import { fetchPaper, paperKey } from '@/features/projects/papers/paperCalls';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { PaperEntry } from '@contract/features/records/recordsWire';
import { permissionOf } from '@contract/permissions';
import { layOut } from '@contract/print/pageLayout';
import styles from './records.module.css';

interface PaperViewProps {
  readonly project: number;
  readonly paper: PaperEntry;
  /** The paper and its other versions, oldest first. */
  readonly versions: readonly PaperEntry[];
  readonly onOpen: (key: string) => void;
  readonly onMoved: (madeMove?: string) => void;
  /** Buttons to print and download. */
  readonly children: ReactNode;
}

const laboratoryPermissions = [permissionOf(labSheet, 'list')];

interface ReplacedAlertProps {
  readonly nextVersion: PaperEntry;
  /** Reason of the correction, if one was given. */
  readonly correctionReason: string | null | undefined;
  readonly onOpen: (key: string) => void;
}

/** Says that a newer version replaces the paper, with a button that opens it. */
function ReplacedAlert({ nextVersion, correctionReason, onOpen }: ReplacedAlertProps) {
  return (
    <Alert
      type="warning"
      showIcon
      title={`${recordsTexts.replaced(nextVersion.no ?? '')}${correctionReason ? `；更正原因：${correctionReason}` : ''}`}
      action={
        <Button size="small" onClick={() => onOpen(nextVersion.key)}>
          查看现行版本
        </Button>
      }
    />
  );
}

/** Switch between the versions of a paper; its state if there is one version only. */
function VersionChoice({ paper, versions, onOpen }: Pick<PaperViewProps, 'paper' | 'versions' | 'onOpen'>) {
  if (versions.length <= 1)
    return (
      <span className={styles.state} data-tone={paper.tone ?? undefined}>
        {paper.state}
      </span>
    );
  return (
    <Segmented
      aria-label="版本"
      value={paper.key}
      options={versions.map((version) => ({
        value: version.key,
        label: version.replacedBy
          ? `${recordsTexts.versionNo(version.version)}（${recordsTexts.corrected}）`
          : recordsTexts.versionNo(version.version),
      }))}
      onChange={onOpen}
    />
  );
}

/** One paper as printed, with its history, versions and next actions. */
export function PaperView({ project, paper, versions, onOpen, onMoved, children }: PaperViewProps) {
  const { key, sheet, replacedBy } = paper;
  const { data, error, refetch } = useQuery({
    queryKey: [...paperKey(project, key), sheet?.version],
    queryFn: ({ signal }) => fetchPaper(project, key, signal),
    retry: false,
  });
  const laidOutPaper = useMemo(() => (data ? layOut(data.document) : null), [data]);
  const [wayOpen, setWayOpen] = useState(false);
  const seesLaboratory = useCan(laboratoryPermissions);
  const nextVersion = versions.find((version) => version.key === replacedBy);
  const previousVersion = versions.find((version) => version.replacedBy === key);
  const correctionReason = data?.timeline?.steps.findLast(({ move }) => move === 'correct')?.reason;
  const address =
    seesLaboratory && sheet
      ? recordAddress({ id: sheet.id, project, methodKind: sheet.methodKind, variant: sheet.variant })
      : undefined;
  return (
    <section className={styles.paper} aria-label={[paper.title, paper.no].filter(Boolean).join(' ')}>
      {nextVersion && <ReplacedAlert nextVersion={nextVersion} correctionReason={correctionReason} onOpen={onOpen} />}
      <InvalidSignatures timeline={data?.timeline} />
      {!nextVersion && <LastMoveNotice timeline={data?.timeline} />}
      <div className={styles.bar}>
        <VersionChoice paper={paper} versions={versions} onOpen={onOpen} />
        {laidOutPaper && (
          <span className={styles.count}>
            A4{laidOutPaper.landscape ? '横向' : '纵向'}，共{laidOutPaper.pages.length}页
          </span>
        )}
        {previousVersion && (
          <span className={styles.count}>{recordsTexts.replacing(previousVersion.no ?? '', null)}</span>
        )}
        {address && (
          <Link className="reach" to={address}>
            打开检测记录
          </Link>
        )}
        <span className={styles.acts}>
          {data?.timeline && <Button onClick={() => setWayOpen(true)}>本份办理记录</Button>}
          {children}
          {sheet && (
            <MoveButtons
              entity={labSheet}
              row={sheet}
              timeline={data?.timeline ?? undefined}
              batchRows={sheet.together}
              onMoved={onMoved}
            />
          )}
        </span>
      </div>
      {error && <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />}
      {!error && (laidOutPaper ? <FittedPaper key={key} laidOutPaper={laidOutPaper} /> : <Skeleton active />)}
      <PageDrawer
        open={wayOpen}
        size={400}
        title={`${paper.no ?? paper.title} 的办理记录`}
        onClose={() => setWayOpen(false)}
      >
        <StepTimeline timeline={data?.timeline ?? undefined} />
      </PageDrawer>
    </section>
  );
}
