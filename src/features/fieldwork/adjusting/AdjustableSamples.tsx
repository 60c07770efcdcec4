import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { feedback } from '@/lib/feedback';
import { defineAction, ListEditor, type ListPage, resetRow } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { adjustTexts } from '@contract/features/fieldwork/samples/sampleAdjustment';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { mayEdit } from '@contract/workflow/stateMachine';
import { voidSamples } from './adjustCalls';
import { AdjustDrawer } from './AdjustDrawer';
import { SampleDetail } from './SampleDetail';

const columns = [
  'sampleNo',
  'sampleKind',
  'state',
  'hazardName',
  'samplingDay',
  'place',
  'person',
  'equipment',
  'flowBefore',
  'flowAfter',
  'startTime',
  'endTime',
  'minutes',
  'temperature',
  'pressure',
  'volume',
  'standardVolume',
  'collectors',
  'stateReason',
  'lateEntry',
  'remark',
];
const filters = ['sampleNo', 'state', 'sampleKind', 'hazard', 'samplingDay', 'place'];

const isOpen = (row: AnyRow | undefined): boolean =>
  row !== undefined && row.state !== 'planned' && mayEdit(sampleMachine, String(row.state));

/** Checks whether the sample is still unused. */
const isResettable = (row: AnyRow | undefined): boolean => row?.state === 'planned' || row?.state === 'collected';

interface SamplesProps {
  readonly project: number;
  readonly stage: string;
}

interface OpenedSample {
  readonly row: AnyRow;
  readonly mode: 'edit' | 'add';
}

/** Returns the actions that the stage of the project allows: reset, or correct, complete and void. */
function actionsOf(stage: string, openSample: (sample: OpenedSample) => void): NonNullable<ListPage['actions']> {
  if (stage === 'sampling') return [resetRow(sample, ([row]) => isResettable(row))];
  if (stage !== 'handOver' && stage !== 'testing') return [];
  return [
    defineAction({
      key: 'adjust',
      label: '调整',
      place: 'row',
      permission: ['sampleAdjustment:edit'],
      enabled: ([row]) => isOpen(row),
      run: ({ rows: [row] }) => row && openSample({ row, mode: 'edit' }),
    }),
    ...(stage === 'handOver'
      ? [
          defineAction({
            key: 'extra',
            label: '补录',
            place: 'row',
            permission: ['sampleAdjustment:add'],
            run: ({ rows: [row] }) => row && openSample({ row, mode: 'add' }),
          }),
        ]
      : []),
    defineAction({
      key: 'void',
      label: '作废',
      place: 'selection',
      danger: true,
      permission: ['sample:void'],
      enabled: (rows) => rows.length > 0 && rows.every(isOpen),
      async run({ rows, ids, editor }) {
        const reason = await feedback.prompt(`作废选中的${ids.length}个样品：编号保留，请填写原因`, {
          placeholder: '作废原因',
          okText: '作废',
          check: (text) => (text.trim() ? (text.length > 500 ? '原因不能超过500个字' : null) : adjustTexts.voidReason),
        });
        if (reason === null) return;
        feedback.notify('success', await voidSamples(rows, reason.trim()));
        editor.clearSelection();
        await editor.refresh();
      },
    }),
  ];
}

/** Lists a project's samples, to be corrected, voided or completed after the end of sampling. */
export function AdjustableSamples({ project, stage }: SamplesProps) {
  const queryClient = useQueryClient();
  const [openedSample, setOpenedSample] = useState<OpenedSample | null>(null);
  const page = useMemo<ListPage>(
    () => ({
      entity: sample,
      title: '样品',
      columns,
      cards: true,
      filters,
      abilities: ['export'],
      fixedQuery: { project },
      sort: 'id,asc',
      slots: { detail: SampleDetail },
      actions: actionsOf(stage, setOpenedSample),
    }),
    [project, stage],
  );
  return (
    <>
      <ListEditor page={page} embedded />
      <AdjustDrawer
        row={openedSample?.row ?? null}
        mode={openedSample?.mode ?? 'edit'}
        onClose={() => setOpenedSample(null)}
        onDone={() => {
          setOpenedSample(null);
          void queryClient.invalidateQueries({ queryKey: ['list', sample.path] });
        }}
      />
    </>
  );
}
