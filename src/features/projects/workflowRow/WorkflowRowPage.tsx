import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { DictCell } from '@/fields';
import { RetryNotice } from '@/lib/notice/Notice';
import { usePageName } from '@/session/tabs/pageState';
import type { AnyRow, Entity } from '@contract/entity';
import type { Timeline } from '@contract/workflow/workflowWire';
import { MoveButtons } from '../moves/MoveButtons';
import { ReturnNotice } from '../moves/ReturnNotice';
import { StepTimeline } from '../moves/StepTimeline';
import { fetchTimeline } from '../projectCalls';
import styles from './thing.module.css';

export interface WorkflowRowProps {
  readonly row: AnyRow;
  readonly timeline: Timeline | undefined;
  /** Reloads everything about the row. */
  readonly refresh: () => void;
}

interface RowFact {
  readonly label: string;
  readonly value: ReactNode;
}

interface WorkflowRowPageProps {
  readonly entity: Entity;
  readonly id: number;
  readonly stateDict: string;
  readonly facts: (row: AnyRow) => readonly RowFact[];
  readonly tabs: (
    workflowRow: WorkflowRowProps,
  ) => readonly { readonly key: string; readonly label: string; readonly children: ReactNode }[];
  /** Buttons beside those of the moves. */
  readonly actions?: (workflowRow: WorkflowRowProps) => ReactNode;
  /** Moves that have buttons of their own in `actions`. */
  readonly hiddenMoves?: readonly string[];
  readonly notes?: Readonly<Record<string, string>>;
  /** Additional query keys that a change makes outdated. */
  readonly alsoStale?: readonly string[];
}

const noKeys: readonly string[] = [];

export const numberIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

/** Returns the id in the address. */
export const useIdInAddress = (): number | null => numberIn(useSearchParams()[0].get('id'));

/** Loads a row and its timeline. */
function useWorkflowRow(entity: Entity, id: number) {
  const key = ['list', entity.path, 'one', id] as const;
  const {
    data: row,
    error,
    isFetching,
  } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => crud<Entity>(entity).get(id, signal) as Promise<AnyRow>,
    retry: false,
  });
  const { data: timeline, error: timelineError } = useQuery({
    queryKey: [...key, 'timeline'],
    queryFn: ({ signal }) => fetchTimeline(entity, id, signal),
    retry: false,
  });
  return { row, error, isFetching, timeline, timelineError };
}

/** The facts of a row below its title. */
function RowFacts({ facts }: { readonly facts: ReturnType<WorkflowRowPageProps['facts']> }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says that the displayed row could not be reloaded. */
function ReloadAlert({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={message}
      action={
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      }
    />
  );
}

/** Page of a row with a state machine: facts, state, next moves, sections and history. */
export function WorkflowRowPage({
  entity,
  id,
  stateDict,
  facts,
  tabs,
  actions,
  hiddenMoves = noKeys,
  notes,
  alsoStale = noKeys,
}: WorkflowRowPageProps) {
  const queryClient = useQueryClient();
  const { row, error, isFetching, timeline, timelineError } = useWorkflowRow(entity, id);
  usePageName(row && String(row[entity.titleField] ?? ''));
  const refresh = () => {
    for (const path of [entity.path, ...alsoStale]) void queryClient.invalidateQueries({ queryKey: ['list', path] });
  };
  if (error && !row)
    return <RetryNotice title={`${entity.label}加载失败`} text={failureOf(error).pageText} onRetry={refresh} />;
  if (!row) return <Skeleton active paragraph={{ rows: 10 }} />;
  const workflowRow: WorkflowRowProps = { row, timeline, refresh };
  const offeredKeys = timeline?.moves.map((move) => move.key).filter((move) => !hiddenMoves.includes(move));
  return (
    <section className={styles.page} aria-label={`${entity.label} ${String(row[entity.titleField])}`}>
      <header className={styles.head}>
        <div className={styles.headline}>
          <h1 className={styles.title}>
            <span className={styles.code}>{String(row[entity.titleField])}</span>{' '}
            <DictCell dict={stateDict} value={row.state} />
          </h1>
          <span className={styles.acts}>
            {actions?.(workflowRow)}
            <MoveButtons
              entity={entity}
              row={row}
              timeline={timeline}
              onlyMoves={offeredKeys ?? []}
              {...(notes ? { notes } : {})}
              waiting={isFetching}
              onMoved={refresh}
            />
          </span>
        </div>
        <RowFacts facts={facts(row)} />
      </header>
      <ReturnNotice timeline={timeline} />
      {error && <ReloadAlert message={failureOf(error).pageText} onRetry={refresh} />}
      <Tabs
        size="small"
        className={styles.tabs ?? ''}
        items={[
          ...tabs(workflowRow),
          {
            key: 'steps',
            label: '办理记录',
            children: <StepTimeline timeline={timeline} failed={timelineError !== null} />,
          },
        ]}
      />
    </section>
  );
}
