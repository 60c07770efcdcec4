import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { DictCell, emptyCellText } from '@/fields';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { deferredPart } from '@/lib/deferredPart';
import { writeRights } from '@/listEditor/listAbilities';
import { useCan } from '@/session/useCan';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import { permissionOf } from '@contract/permissions';
import { type UseRow, usesKey } from './equipmentCalls';
import { ReturnEquipmentDialog } from './ReturnEquipmentDialog';
import { TakeOutDialog } from './TakeOutDialog';
import styles from './eqpIn.module.css';

const takeOutPermissions = [permissionOf(equipmentUse, 'add')];
const returnPermissions = [permissionOf(equipmentUse, 'edit')];
const WhoMay = deferredPart(async () => (await import('@/listEditor/PermissionOverview')).PermissionOverview);
const actNames = { add: '送检、送修', edit: '入库' } as const;
const keyOf = (row: UseRow): number => row.id;

/** Shows a text in a cell, and the same text as its tooltip where it is cut off. */
const textCell = (textOf: (row: UseRow) => string) => ({ text: textOf, render: textOf });

/** Returns the columns of the list. An instrument that is out can be returned. */
function outingColumns(mayReturn: boolean, setReturnedUse: (row: UseRow) => void): readonly DataTableColumn<UseRow>[] {
  return [
    {
      key: 'equipment',
      title: '设备编号',
      width: 150,
      fixed: 'left',
      mono: true,
      ...textCell((row) => String(row.equipmentName)),
    },
    {
      key: 'useKind',
      title: '用途',
      width: 90,
      render: (row) => <DictCell dict="equipmentUseKind" value={row.useKind} />,
    },
    { key: 'outAt', title: '送出时间', width: 168, render: (row) => row.outAt ?? emptyCellText },
    { key: 'outBy', title: '经办人', width: 100, render: (row) => String(row.outByName ?? emptyCellText) },
    {
      key: 'inAt',
      title: '入库时间',
      width: 168,
      render: (row) => row.inAt ?? <span className={styles.away}>未回</span>,
    },
    { key: 'calibratedOn', title: '检定/校准日期', width: 130, render: (row) => row.calibratedOn ?? emptyCellText },
    { key: 'calibrationDue', title: '有效期至', width: 120, render: (row) => row.calibrationDue ?? emptyCellText },
    {
      key: 'calibrationBy',
      title: '检定/校准机构',
      width: 180,
      ...textCell((row) => row.calibrationBy ?? emptyCellText),
    },
    {
      key: 'certificateNo',
      title: '证书编号',
      width: 140,
      ...textCell((row) => row.certificateNo ?? emptyCellText),
    },
    {
      key: 'remark',
      title: '备注',
      width: 160,
      ...textCell((row) => row.remark ?? emptyCellText),
    },
    {
      key: 'act',
      title: '操作',
      width: 90,
      fixed: 'right',
      render: (row) =>
        mayReturn && !row.inAt ? (
          <button type="button" className={styles.link} onClick={() => setReturnedUse(row)}>
            入库
          </button>
        ) : null,
    },
  ];
}

interface AwayBarProps {
  readonly mayTakeOut: boolean;
  readonly mayReturn: boolean;
  readonly onTakeOut: (kind: 'calibration' | 'repair') => void;
}

/** Buttons that send instruments out; names who may where the person may not. */
function AwayBar({ mayTakeOut, mayReturn, onTakeOut }: AwayBarProps) {
  const barredAbilities = [...(mayTakeOut ? [] : ['add' as const]), ...(mayReturn ? [] : ['edit' as const])];
  return (
    <div className={styles.bar}>
      {mayTakeOut && (
        <>
          <Button type="primary" onClick={() => onTakeOut('calibration')}>
            送检
          </Button>
          <Button onClick={() => onTakeOut('repair')}>送修</Button>
        </>
      )}
      {barredAbilities.length > 0 && (
        <WhoMay
          wanted
          barred={writeRights(equipmentUse, barredAbilities, actNames)}
          mayWriteOtherwise={barredAbilities.length === 1}
        />
      )}
    </div>
  );
}

/** Lists instruments that are out without a project: for calibration or repair. */
export function InstrumentsAway() {
  const [takeOutKind, setTakeOutKind] = useState<'calibration' | 'repair' | null>(null);
  const [returnedUse, setReturnedUse] = useState<UseRow | null>(null);
  const [mayTakeOut, mayReturn] = [useCan(takeOutPermissions), useCan(returnPermissions)];
  const { data, isPending, error } = useQuery({
    queryKey: [...usesKey, 'away'],
    queryFn: async ({ signal }) =>
      (
        await crud(equipmentUse).list(
          { useKind: ['calibration', 'repair'], page: 0, size: 200, sort: 'id,desc' },
          signal,
        )
      ).content,
    retry: false,
  });
  const columns = outingColumns(mayReturn, setReturnedUse);
  if (isPending) return <Skeleton active />;
  return (
    <div className={styles.outings}>
      <AwayBar mayTakeOut={mayTakeOut} mayReturn={mayReturn} onTakeOut={setTakeOutKind} />
      <div className={styles.fill}>
        <DataTable
          label="送检与维修"
          rows={data ?? []}
          rowKey={keyOf}
          columns={columns}
          cards="equipment"
          height="100%"
          density="small"
          error={error ? failureOf(error).pageText : undefined}
          empty="没有送检或维修的设备"
        />
      </div>
      <TakeOutDialog kind={takeOutKind} onClose={() => setTakeOutKind(null)} />
      <ReturnEquipmentDialog
        open={returnedUse !== null}
        uses={returnedUse ? [returnedUse] : []}
        onClose={() => setReturnedUse(null)}
      />
    </div>
  );
}
