import { definePage, ListEditor } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { useDuties } from './dutyStore';

const page = definePage({
  entity: dutyAuthorisation,
  url: 'api/dutyAuthorisation',
  columns: ['person', 'duty', 'category', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  filters: ['person', 'duty', 'category', 'validUntil'],
  form: ['person', 'duty', 'category', 'validFrom', 'validUntil', 'certificateNo', 'remark'],
  can: ['add', 'edit', 'del', 'restore', 'export'],
});

/** 岗位授权: who may sample and sign reports, by field. */
export function DutyDrawer() {
  const open = useDuties((state) => state.open);
  return (
    <PageDrawer
      open={open}
      size={1080}
      title={dutyAuthorisation.label}
      onClose={() => useDuties.setState({ open: false })}
    >
      {open && <ListEditor page={page} embedded />}
    </PageDrawer>
  );
}
