import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import type { ProjectModel, ProjectRow } from '@/features/projects/useProject';
import { DictCell, emptyCellText } from '@/fields';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { useCan } from '@/session/useCan';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import type { SheetSample } from '@contract/features/fieldwork/handOver/handOverSheet';
import { permissionOf } from '@contract/permissions';
import { fetchSheet, fetchSheets, type SheetRow } from './handOverCalls';
import { SheetDialog } from './SheetDialog';
import { allSheets, sheetKey, sheetsKey } from './sheetKeys';
import { SheetPanel } from './SheetPanel';
import styles from './sheet.module.css';

const addPermissions = [permissionOf(handOver, 'add')];

/** Returns the sheet to show first: a waiting one, else a draft, else the newest. */
const firstOf = (sheets: readonly SheetRow[]): number | null =>
  (sheets.find(({ state }) => state === 'waiting') ?? sheets.find(({ state }) => state === 'drafting') ?? sheets[0])
    ?.id ?? null;

interface SheetListProps {
  readonly sheets: readonly SheetRow[];
  /** Samples that can be handed over. */
  readonly ready: readonly SheetSample[];
  readonly current: number | null;
  readonly onChoose: (id: number) => void;
  readonly children: ReactNode;
}

/** Navigation between the sheets, below the number of samples that wait. */
function SheetList({ sheets, ready, current, onChoose, children }: SheetListProps) {
  return (
    <nav className={styles.list} aria-label="流转单">
      {children}
      {ready.length > 0 && (
        <p className={styles.ready}>
          {ready.length}个样品已采，待送交
          {ready.some(({ overdue }) => overdue) && <b className={styles.late}>，其中有超过保存期限的</b>}
        </p>
      )}
      <ul>
        {sheets.map((sheet) => (
          <li key={sheet.id}>
            <button type="button" aria-current={sheet.id === current} onClick={() => onChoose(sheet.id)}>
              <span className="mono">{sheet.sheetNo}</span>
              <DictCell dict="handOverState" value={sheet.state} />
              <small>
                {sheet.sampleCount === null
                  ? '尚未送交'
                  : `送交${sheet.sampleCount}个${sheet.receivedCount === null ? '' : `，接收${sheet.receivedCount}个`}`}
              </small>
              <small>
                {sheet.giverName ?? emptyCellText}
                {sheet.givenAt ? ` ${sheet.givenAt.slice(5, 16)}` : ''}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Loads the sheets of a project. The current one is chosen, named in the address, or the first that needs work. */
function useSheets(projectId: number) {
  const [search] = useSearchParams();
  const linkedSheetId = Number(search.get('sheet')) || null;
  const [chosenSheetId, setChosenSheetId] = useState<number | null>(linkedSheetId);
  // Opens a sheet that is scanned while its project is open.
  useEffect(() => {
    if (linkedSheetId) setChosenSheetId(linkedSheetId);
  }, [linkedSheetId]);
  const [dialog, setDialog] = useState<'add' | 'edit' | null>(null);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: sheetsKey(projectId),
    queryFn: ({ signal }) => fetchSheets(projectId, signal),
    retry: false,
  });
  const currentSheetId = data?.sheets.find(({ id }) => id === chosenSheetId)?.id ?? firstOf(data?.sheets ?? []);
  const editedQuery = useQuery({
    queryKey: sheetKey(currentSheetId ?? 0),
    queryFn: ({ signal }) => fetchSheet(currentSheetId ?? 0, signal),
    enabled: dialog === 'edit' && currentSheetId !== null,
    retry: false,
  });
  return {
    data,
    isPending,
    error,
    refetch,
    currentSheetId,
    setChosenSheetId,
    dialog,
    setDialog,
    editedSheet: editedQuery.data,
  };
}

/** Lists a project's circulation sheets and the samples ready to be sent. */
export function HandOverSheets({ project, model }: { readonly project: ProjectRow; readonly model: ProjectModel }) {
  const queryClient = useQueryClient();
  const mayAdd = useCan(addPermissions);
  const { data, isPending, error, refetch, currentSheetId, setChosenSheetId, dialog, setDialog, editedSheet } =
    useSheets(project.id);
  if (isPending) return <Skeleton active />;
  if (error || !data) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  const { sheets, ready } = data;
  const open = project.stage === 'sampling' || project.stage === 'handOver';
  const canSend = mayAdd && open && ready.length > 0;
  const editing = dialog === 'edit' ? editedSheet : undefined;
  const choices: readonly SheetSample[] = editing ? [...editing.lines, ...ready] : ready;
  const handleSaved = (id: number) => {
    setDialog(null);
    setChosenSheetId(id);
    void queryClient.invalidateQueries({ queryKey: allSheets });
  };
  const button = (
    <Button
      type={sheets.length ? 'default' : 'primary'}
      disabled={!canSend}
      title={open ? (ready.length ? '' : '没有已采而未送交的样品') : '项目不在采样或交接阶段'}
      onClick={() => setDialog('add')}
    >
      新增流转单
    </Button>
  );
  return (
    // Focusable, so that the keyboard can scroll.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.sheets} tabIndex={0} aria-label="样品流转单">
      <SheetList sheets={sheets} ready={ready} current={currentSheetId} onChoose={setChosenSheetId}>
        {mayAdd && sheets.length > 0 && button}
      </SheetList>
      {currentSheetId === null ? (
        <Empty
          className={styles.panel ?? ''}
          description={
            ready.length
              ? `${ready.length}个样品已采集，新增流转单后送交样品管理员`
              : '还没有流转单。样品采集后可以在此送交。'
          }
        >
          {canSend && button}
        </Empty>
      ) : (
        <SheetPanel
          key={currentSheetId}
          id={currentSheetId}
          project={project.id}
          onEdit={() => setDialog('edit')}
          onMoved={() => void model.refresh()}
        />
      )}
      <SheetDialog
        open={dialog === 'add' || editing !== undefined}
        project={project.id}
        sheet={editing?.sheet ?? null}
        choices={choices}
        heldSampleIds={editing ? editing.lines.map(({ id }) => id) : ready.map(({ id }) => id)}
        onClose={() => setDialog(null)}
        onSaved={handleSaved}
      />
    </section>
  );
}
