import { useState } from 'react';
import { definePage, ListEditor } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { type AuthorisationView, matrixBody, ViewChoice } from './AuthorisationViews';
import { DutyMatrix } from './DutyMatrix';
import { useDuties } from './dutyStore';

const page = definePage({
  entity: dutyAuthorisation,
  url: 'api/dutyAuthorisation',
  columns: ['person', 'duty', 'category', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  filters: ['person', 'duty', 'category', 'validUntil'],
  form: ['person', 'duty', 'category', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  abilities: ['add', 'edit', 'del', 'restore', 'import', 'export'],
});

/** 岗位授权: who may sample and sign reports, by field; as a table of people and duties, and as a list. */
export function DutyDrawer() {
  const open = useDuties((state) => state.open);
  const [view, setView] = useState<AuthorisationView>('matrix');
  return (
    <PageDrawer
      open={open}
      size="100%"
      title={dutyAuthorisation.label}
      extra={<ViewChoice view={view} onChange={setView} />}
      onClose={() => useDuties.setState({ open: false })}
      styles={view === 'matrix' ? { body: matrixBody } : {}}
    >
      {open && view === 'matrix' && <DutyMatrix />}
      {open && view === 'list' && <ListEditor page={page} embedded />}
    </PageDrawer>
  );
}
