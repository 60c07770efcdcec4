import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { OwnLayoutButton } from '@/features/library/layouts/OwnLayoutButton';
import { useNextSignature } from '@/features/projects/moves/useNextSignature';
import { fetchPapers, papersKey } from '@/features/projects/papers/paperCalls';
import { usePaperActions } from '@/features/projects/papers/usePaperActions';
import { usePrintKey } from '@/features/projects/papers/usePrintKey';
import { ProjectPage, type ProjectPageProps } from '@/features/projects/ProjectPage';
import type { ProjectRow } from '@/features/projects/useProject';
import { SubmitRecords } from '@/features/reports/approval/SubmitRecords';
import { RetryNotice } from '@/lib/notice/Notice';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { PaperEntry, ProjectPapers } from '@contract/features/records/recordsWire';
import { PaperList } from './PaperList';
import { PaperView } from './PaperView';
import { SignTogetherButton } from './SignTogetherButton';
import styles from './records.module.css';

/** Returns a paper with its earlier and later versions, oldest first. */
function versionsOf(papers: readonly PaperEntry[], key: string): PaperEntry[] {
  const byKey = new Map(papers.map((paper) => [paper.key, paper]));
  let firstPaperEntry = byKey.get(key);
  for (
    let previousPaperEntry = firstPaperEntry;
    previousPaperEntry;
    previousPaperEntry = papers.find(({ replacedBy }) => replacedBy === firstPaperEntry?.key)
  )
    firstPaperEntry = previousPaperEntry;
  const versions: PaperEntry[] = [];
  for (let at = firstPaperEntry; at; at = at.replacedBy === null ? undefined : byKey.get(at.replacedBy))
    versions.push(at);
  return versions;
}

/**
 * Returns the paper to open first: a record that waits for a signature, else the first record, else the first paper.
 */
const firstOf = (papers: readonly PaperEntry[]): string | undefined =>
  (
    papers.find(({ sheet }) => sheet?.state === 'awaitingReview' || sheet?.state === 'awaitingApproval') ??
    papers.find(({ kind }) => kind === 'record') ??
    papers[0]
  )?.key;

/**
 * Returns the record that waits for the same step as a moved one: the first behind it in the list, else the first of
 * all. Records that move together with it are left out.
 */
function nextRecord(papers: readonly PaperEntry[], movedPaper: PaperEntry): PaperEntry | undefined {
  const at = papers.findIndex(({ key }) => key === movedPaper.key);
  const movedIds = new Set((movedPaper.sheet?.together ?? [movedPaper.sheet]).map((row) => row?.id));
  return [...papers.slice(at + 1), ...papers.slice(0, Math.max(at, 0))].find(
    ({ sheet }) => sheet && sheet.state === movedPaper.sheet?.state && !movedIds.has(sheet.id),
  );
}

/** Returns a function that reloads the page after a move and opens the next record, here or in another project. */
function useAfterSignature(newestPapers: readonly PaperEntry[], refresh: () => void, onOpen: (key: string) => void) {
  const openNextSignature = useNextSignature(recordMachine);
  return (movedPaper: PaperEntry, madeMove: string | undefined) => {
    refresh();
    if (!madeMove || movedPaper.sheet?.state === recordMachine.initial) return;
    const nextPaperEntry = nextRecord(newestPapers, movedPaper);
    if (nextPaperEntry) onOpen(nextPaperEntry.key);
    else void openNextSignature(madeMove);
  };
}

function Papers({ data, refresh }: { readonly data: ProjectPapers; readonly refresh: () => void }) {
  const { project, papers } = data;
  const newestPapers = useMemo(() => papers.filter(({ replacedBy }) => replacedBy === null), [papers]);
  const [openedKey, setOpenedKey] = useState<string | undefined>(() => firstOf(newestPapers));
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  const paper = papers.find(({ key }) => key === openedKey) ?? papers.find(({ key }) => key === firstOf(newestPapers));
  const afterSignature = useAfterSignature(newestPapers, refresh, setOpenedKey);
  const { busy, print, download, sheet } = usePaperActions(project.id, project.code);
  const choose = useCallback(
    (keys: readonly string[], isChosen: boolean) =>
      setChosenKeys(
        (before) => new Set(isChosen ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))),
      ),
    [],
  );
  const printOpen = useCallback(() => paper && print([paper.key]), [paper, print]);
  usePrintKey(printOpen);
  if (!paper) return <Empty description={recordsTexts.nothing} />;
  const pickedKeys = newestPapers.flatMap(({ key }) => (chosenKeys.has(key) ? [key] : []));
  const isNonePicked = pickedKeys.length === 0;
  const hint = isNonePicked ? recordsTexts.noneChosen : undefined;
  return (
    <div className={styles.split}>
      <PaperList
        papers={newestPapers}
        current={versionsOf(papers, paper.key).at(-1)?.key}
        chosenKeys={chosenKeys}
        onOpen={setOpenedKey}
        onChoose={choose}
      >
        <Button
          size="small"
          disabled={isNonePicked}
          title={hint}
          loading={busy === 'print' && !isNonePicked}
          onClick={() => print(pickedKeys)}
        >
          打印所选
        </Button>
        <Button
          size="small"
          disabled={isNonePicked}
          title={hint}
          loading={busy === 'pdf' && !isNonePicked}
          onClick={() => download(pickedKeys)}
        >
          合并为PDF
        </Button>
        <SignTogetherButton
          project={project.id}
          papers={newestPapers.filter(({ key }) => chosenKeys.has(key))}
          onMoved={refresh}
        />
      </PaperList>
      <PaperView
        project={project.id}
        paper={paper}
        versions={versionsOf(papers, paper.key)}
        onOpen={setOpenedKey}
        onMoved={(madeMove) => afterSignature(paper, madeMove)}
      >
        <Button disabled={busy !== null} onClick={() => print([paper.key])}>
          打印
        </Button>
        <Button disabled={busy !== null} onClick={() => download([paper.key])}>
          下载PDF
        </Button>
        <OwnLayoutButton
          kind={paper.kind}
          methodKind={paper.sheet?.methodKind ?? null}
          url={`api/records/${project.id}/layout/${paper.key}`}
          title={[paper.title, paper.no].filter(Boolean).join(' ')}
        />
      </PaperView>
      {sheet}
    </div>
  );
}

function ProjectRecords({ project }: { readonly project: ProjectRow }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: papersKey(project.id),
    queryFn: ({ signal }) => fetchPapers(project.id, signal),
    retry: false,
  });
  if (error)
    return <RetryNotice title="原始记录加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  // The signature may be the last one required before the records are submitted.
  const refresh = () => {
    for (const queryKey of [papersKey(project.id), ['list', projectEntity.path, 'one', project.id]])
      void queryClient.invalidateQueries({ queryKey });
  };
  return <Papers data={data} refresh={refresh} />;
}

const submitRecords: ProjectPageProps['buttons'] = (project, model) => (
  <SubmitRecords project={project} steps={model.steps} onSubmitted={() => void model.refresh()} />
);

/** 原始记录 of one project: list of papers at the left, the opened one at the right. */
export function RecordsPage({ title }: { readonly title: string }) {
  return (
    <ProjectPage title={title} buttons={submitRecords}>
      {(project) => <ProjectRecords project={project} />}
    </ProjectPage>
  );
}
