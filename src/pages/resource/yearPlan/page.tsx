import { useMemo, useState } from 'react';
import { type PlanItem, PlanRecordDialog } from '@/features/conformity/PlanRecordDialog';
import { defineAction, definePage, ListEditor, type ListPage, useRowInAddress } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { yearPlan } from '@contract/features/conformity/entities/yearPlan';
import { planRecordParameter, planRecordTexts } from '@contract/features/conformity/planRecord';

const list = definePage({
  entity: yearPlan,
  url: 'api/yearPlan',
  columns: ['planTitle', 'planYear', 'planKind', 'person', 'equipment', 'plannedOn', 'doneOn', 'result', 'record'],
  filters: ['planYear', 'planKind', 'person', 'plannedOn', 'doneOn', 'planTitle'],
  form: [
    { title: '计划', fields: ['planYear', 'planKind', 'planTitle', 'content', 'person', 'equipment', 'plannedOn'] },
    { title: '实施', fields: ['doneOn', 'result', 'record', 'remark'] },
  ],
  sort: 'plannedOn,desc',
});

/** 年度计划: planned work of the year, and its record, which the person in charge fills in. */
export default function YearPlanPage() {
  const me = useSession((session) => session.user?.id);
  const [item, setItem] = useState<PlanItem | null>(null);
  useRowInAddress(yearPlan, planRecordParameter, setItem);
  const page = useMemo<ListPage>(
    () => ({
      ...list,
      actions: [
        defineAction({
          key: 'record',
          label: planRecordTexts.action,
          place: 'row',
          enabled: ([row]) => row !== undefined && row.person === me && !row.deleteTime,
          run: ({ rows: [row] }) => setItem((row as unknown as PlanItem | undefined) ?? null),
        }),
      ],
    }),
    [me],
  );
  return (
    <>
      <ListEditor page={page} />
      <PlanRecordDialog item={item} onClose={() => setItem(null)} />
    </>
  );
}
