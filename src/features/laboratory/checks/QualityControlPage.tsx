import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Tabs } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { HeadForm } from '@/features/projects/HeadForm';
import type { FieldInput } from '@/fields/fieldInputTypes';
import { checkContextOf } from '@contract/features/laboratory/checks/checkContext';
import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import {
  type CheckContext,
  type CheckKind,
  checkInputs,
  methodChecks,
  judgeCheck,
} from '@contract/features/laboratory/methods/sheets/methodChecks';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import type { MethodPageProps } from '../methodPages';
import { keyedInput } from '../sheets/KeyedFields';
import { workKey } from '../useRecordPage';
import { fetchStandards, fetchSummary, fetchTubes } from './checkCalls';
import { CheckTab } from './CheckTab';
import { ControlChart } from './ControlChart';
import { limitText } from './limitText';
import { SummaryLine } from './SummaryLine';
import styles from './checks.module.css';

const remarkFields = ['checkReasons', 'checkRemark'] as const;
const noTubes: readonly string[] = [];
const noStandards: Awaited<ReturnType<typeof fetchStandards>> = new Map();

const madeInputs = new Map<string, Readonly<Record<string, FieldInput>>>();

/** Returns the input of reasons for these checks. Cached, because a new component would lose the caret. */
function reasonInputs(kinds: readonly CheckKind[]): Readonly<Record<string, FieldInput>> {
  const key = kinds.join(' ');
  const inputs = madeInputs.get(key) ?? {
    checkReasons: keyedInput(
      kinds.map((kind) => ({ key: kind, label: labCheckTexts.reasonOf(methodChecks[kind].title) })),
    ) as unknown as FieldInput,
  };
  madeInputs.set(key, inputs);
  return inputs;
}

/** Loads the summary of the checks, the tubes of the curve and the certified standards. */
function useCheckQueries(work: MethodPageProps['work'], kinds: readonly CheckKind[]) {
  const { sheet, curve } = work;
  const summary = useQuery({
    queryKey: [...workKey(sheet.id), 'checks'],
    queryFn: ({ signal }) => fetchSummary(sheet.id, signal),
    retry: false,
  });
  const tubes = useQuery({
    queryKey: [...workKey(sheet.id), 'tubes', sheet.curve],
    queryFn: ({ signal }) => fetchTubes(curve?.id ?? 0, signal),
    enabled: curve !== null,
    retry: false,
  });
  const standards = useQuery({
    queryKey: ['list', 'api/standard', 'certified'],
    queryFn: ({ signal }) => fetchStandards(signal),
    enabled: kinds.includes('control'),
    retry: false,
  });
  return { tubes, standards, summary };
}

interface ComputedCheckProps {
  readonly kind: CheckKind;
  readonly context: CheckContext;
  readonly curve: MethodPageProps['work']['curve'];
}

/** Check that is computed from the curve alone. */
function ComputedCheck({ kind, context, curve }: ComputedCheckProps) {
  const { computed, passes, problem } = judgeCheck(kind, {}, context);
  return (
    <div className={styles.tab}>
      <p className={styles.quiet}>{limitText(kind, context)}</p>
      {problem ? (
        <p className={styles.bad}>{problem.message}</p>
      ) : (
        <p>
          由标准曲线{String(curve?.curveNo ?? '')}得出：斜率 <strong>{computed['slope']}</strong> mV，
          <span className={passes ? styles.good : styles.bad}>{computed['verdict']}</span>
        </p>
      )}
    </div>
  );
}

/** Returns the inputs of reasons for the checks that need one or have one. */
function askedReasons(
  kinds: readonly CheckKind[],
  sheet: MethodPageProps['work']['sheet'],
  summary: CheckSummary | undefined,
) {
  const requestedKinds =
    summary?.lines
      .filter(({ open: sentences }) => sentences.length > 0)
      .map(({ kind }) => kind)
      .join(' ') ?? '';
  return reasonInputs(
    kinds.filter((kind) => requestedKinds.split(' ').includes(kind) || Object.hasOwn(sheet.checkReasons ?? {}, kind)),
  );
}

/** Returns the panels of the kinds of checks, and what is still missing. */
function useChecks({ work, reload }: Pick<MethodPageProps, 'work' | 'reload'>) {
  const { sheet, curve } = work;
  const kinds = sheetOf(sheet).checks;
  const queryClient = useQueryClient();
  const [unsaved, setUnsaved] = useState<Readonly<Partial<Record<CheckKind, number>>>>({});
  const onUnsaved = useCallback(
    (kind: CheckKind, count: number) =>
      setUnsaved((before) => (before[kind] === count ? before : { ...before, [kind]: count })),
    [],
  );
  const { tubes, standards, summary } = useCheckQueries(work, kinds);
  const context = useMemo(() => checkContextOf(work, tubes.data ?? noTubes), [work, tubes.data]);
  const reloadSummary = useCallback(async () => {
    void queryClient.invalidateQueries({ queryKey: ['checkChart'] });
    await reload();
  }, [queryClient, reload]);

  const panel = (kind: CheckKind) => {
    const { title } = methodChecks[kind];
    if (checkInputs(kind).length > 0)
      return (
        <CheckTab
          work={work}
          reload={reloadSummary}
          kind={kind}
          label={title}
          context={context}
          standards={standards.data ?? noStandards}
          onUnsaved={onUnsaved}
        />
      );
    return <ComputedCheck kind={kind} context={context} curve={curve} />;
  };
  const open = Object.values(unsaved).some((count) => count > 0);
  const needsWord =
    Boolean(summary.data?.missing.length) ||
    Boolean(sheet.checkRemark) ||
    Object.keys(sheet.checkReasons ?? {}).length > 0;
  const inputs = askedReasons(kinds, sheet, summary.data);
  return { sheet, kinds, unsaved, summary, panel, open, needsWord, inputs };
}

/**
 * 加标质控样: one tab per check of the method, the checks that the batch lacks, and control charts over all records.
 */
export function QualityControlPage({ work, reload }: MethodPageProps) {
  const { sheet, kinds, unsaved, summary, panel, open, needsWord, inputs } = useChecks({ work, reload });
  return (
    <div className={styles.page}>
      {summary.data && <SummaryLine summary={summary.data} unsaved={open} />}
      {summary.error && <Alert type="error" showIcon title={failureOf(summary.error).pageText} />}
      <Tabs
        className={styles.tabs ?? ''}
        items={[
          ...kinds.map((kind) => ({
            key: kind,
            label: (
              <>
                {methodChecks[kind].title}
                {(unsaved[kind] ?? 0) > 0 && <i className={styles.dot} title="有未保存的修改" />}
              </>
            ),
            children: panel(kind),
          })),
          ...(needsWord
            ? [
                {
                  key: 'remark',
                  label: '质控说明',
                  children: (
                    <HeadForm
                      entity={labSheet}
                      row={{ ...sheet }}
                      fields={remarkFields}
                      inputs={inputs}
                      locked={work.locked !== null}
                      onSaved={() => void reload()}
                    />
                  ),
                },
              ]
            : []),
          { key: 'chart', label: '质控图', children: <ControlChart sheet={sheet} /> },
        ]}
      />
    </div>
  );
}
