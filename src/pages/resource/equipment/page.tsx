import { useMemo, useState } from 'react';
import { CalibrationDue } from '@/features/equipment/CalibrationDue';
import { EquipmentDetail } from '@/features/equipment/EquipmentDetail';
import { LabelDialog } from '@/fields/labels/LabelDialog';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { equipment } from '@contract/features/equipment/entities/equipment';

const DueCell = ({ row }: { readonly row: AnyRow }) => (
  <CalibrationDue
    calibrationKind={row.calibrationKind as string | null}
    calibrationDue={row.calibrationDue as string | null}
  />
);

const list = definePage({
  entity: equipment,
  url: 'api/equipment',
  columns: [
    'eqpNo',
    'eqpName',
    'eqpKind',
    'purpose',
    'model',
    'status',
    'calibrationDue',
    'calibrationKind',
    'calibratedOn',
    'calibrationBy',
    'certificateNo',
    'serialNo',
    'maker',
    'measures',
    'accuracy',
    'keeper',
    'location',
    'boughtOn',
    'remark',
  ],
  filters: [
    'eqpNo',
    'eqpName',
    'eqpKind',
    'purpose',
    'status',
    'calibrationDue',
    'calibrationKind',
    'model',
    'serialNo',
    'keeper',
  ],
  form: [
    {
      title: '设备',
      fields: [
        'eqpNo',
        'eqpName',
        'eqpKind',
        'purpose',
        'model',
        'serialNo',
        'maker',
        'measures',
        'accuracy',
        'status',
      ],
    },
    {
      title: '检定/校准',
      fields: [
        'calibrationKind',
        'calibratedOn',
        'calibrationMonths',
        'calibrationDue',
        'calibrationBy',
        'certificateNo',
        'certificate',
      ],
    },
    { title: '序列文件', fields: ['sequenceFormat', 'sequenceColumns'] },
    { title: '管理', fields: ['keeper', 'location', 'boughtOn', 'remark'] },
  ],
  sort: 'eqpNo,asc',
  cells: { calibrationDue: DueCell },
  abilities: ['add', 'edit', 'copy', 'del', 'restore', 'import', 'export'],
  slots: { detail: EquipmentDetail },
});

const labelOf = (row: AnyRow) => ({
  id: row.id,
  sampleNo: String(row.eqpNo),
  sampleKind: 'sample',
  hazardName: String(row.eqpName),
  origin: [row.model, row.serialNo].filter(Boolean).join(' '),
  day: row.calibrationDue ? `有效期至 ${String(row.calibrationDue)}` : '',
});

/** 仪器设备: instruments with the end of their calibration and their movements. */
export default function EquipmentPage() {
  const [labelled, setLabelled] = useState<readonly AnyRow[]>([]);
  const page = useMemo<ListPage>(
    () => ({
      ...list,
      actions: [
        defineAction({
          key: 'labels',
          label: '打印标签',
          place: 'selection',
          enabled: (rows) => rows.length > 0,
          run: ({ rows }) => setLabelled(rows),
        }),
      ],
    }),
    [],
  );
  return (
    <>
      <ListEditor page={page} />
      <LabelDialog
        title="打印设备标签"
        open={labelled.length > 0}
        rows={labelled.map(labelOf)}
        onClose={() => setLabelled([])}
      />
    </>
  );
}
