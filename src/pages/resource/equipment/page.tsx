import { equipment } from '@contract/entities/resource/equipment';
import type { AnyRow } from '@contract/entity';
import { definePage, ListEditor } from '@/listEditor';
import { CalibrationDue } from '@/projects/equipment/CalibrationDue';
import { EquipmentDetail } from './parts/EquipmentDetail';

const DueCell = ({ row }: { readonly row: AnyRow }) => <CalibrationDue calibrationKind={row.calibrationKind as string | null} calibrationDue={row.calibrationDue as string | null} />;

const list = definePage({
  entity: equipment,
  columns: ['eqpNo', 'eqpName', 'eqpKind', 'model', 'status', 'calibrationDue', 'calibrationKind', 'calibratedOn', 'calibrationBy', 'certificateNo', 'serialNo', 'maker', 'measures', 'accuracy', 'keeper', 'location', 'boughtOn', 'remark'],
  filters: ['eqpNo', 'eqpName', 'eqpKind', 'status', 'calibrationDue', 'model', 'serialNo', 'keeper'],
  form: [
    { title: '设备', fields: ['eqpNo', 'eqpName', 'eqpKind', 'model', 'serialNo', 'maker', 'measures', 'accuracy', 'status'] },
    { title: '检定/校准', fields: ['calibrationKind', 'calibratedOn', 'calibrationMonths', 'calibrationDue', 'calibrationBy', 'certificateNo', 'certificate'] },
    { title: '管理', fields: ['keeper', 'location', 'boughtOn', 'remark'] },
  ],
  sort: 'eqpNo,asc',
  cells: { calibrationDue: DueCell },
  can: ['add', 'edit', 'copy', 'del', 'restore', 'import', 'export'],
  slots: { detail: EquipmentDetail },
});

/** 仪器设备: the instruments with the day on which their calibration runs out, and where each has been. */
export default function EquipmentPage() {
  return <ListEditor page={list} />;
}
