import { Segmented } from 'antd';
import { useState } from 'react';
import { definePage, ListEditor } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { DutyMatrix } from './DutyMatrix';
import { useDuties } from './dutyStore';

const page = definePage({
  entity: dutyAuthorisation,
  url: 'api/dutyAuthorisation',
  columns: ['person', 'duty', 'category', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  filters: ['person', 'duty', 'category', 'validUntil'],
  form: ['person', 'duty', 'category', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  abilities: ['add', 'edit', 'del', 'restore', 'export'],
});

const views = [
  { value: 'matrix', label: '授权表' },
  { value: 'list', label: '授权记录' },
] as const;

/** 岗位授权: who may sample and sign reports, by field; as a table of people and duties, and as a list. */
export function DutyDrawer() {
  const open = useDuties((state) => state.open);
  const [view, setView] = useState<(typeof views)[number]['value']>('matrix');
  return (
    <PageDrawer
      open={open}
      size="100%"
      title={dutyAuthorisation.label}
      extra={<Segmented aria-label="显示方式" options={[...views]} value={view} onChange={setView} />}
      onClose={() => useDuties.setState({ open: false })}
      styles={
        view === 'matrix' ? { body: { display: 'flex', flexDirection: 'column', gap: 8, overflow: 'hidden' } } : {}
      }
    >
      {open && view === 'matrix' && <DutyMatrix />}
      {open && view === 'list' && <ListEditor page={page} embedded />}
    </PageDrawer>
  );
}
