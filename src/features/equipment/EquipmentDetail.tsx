import { useQuery } from '@tanstack/react-query';
import { Descriptions, Empty, Skeleton } from 'antd';
import { client } from '@/api/client';
import { cellText, DictCell, emptyCellText } from '@/fields';
import { FileLink } from '@/fields/preview/FileLink';
import { useLabels } from '@/session/dictionaryStore';
import type { AnyRow } from '@contract/entity';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { CalibrationDue } from './CalibrationDue';
import type { UseRow } from './equipmentCalls';
import styles from './detail.module.css';

const shownFields = [
  'eqpName',
  'eqpKind',
  'model',
  'serialNo',
  'maker',
  'measures',
  'accuracy',
  'status',
  'calibrationKind',
  'calibratedOn',
  'calibrationDue',
  'calibrationBy',
  'certificateNo',
  'certificate',
  'keeper',
  'location',
  'boughtOn',
  'remark',
] as const;

/** One use of an instrument: when it left and came back, its flow check, its calibration. */
function UseItem({ usage }: { readonly usage: UseRow }) {
  return (
    <li>
      <div className={styles.usageHead}>
        <strong>
          <DictCell dict="equipmentUseKind" value={usage.useKind} />
        </strong>
        {usage.projectName && <span className="mono">{String(usage.projectName)}</span>}
        <span>{usage.inAt ? '' : '未入库'}</span>
      </div>
      <div>
        {usage.outAt} {String(usage.outByName ?? '')} 出库
        {usage.inAt && ` → ${usage.inAt} ${String(usage.inByName ?? '')} 入库`}
        {usage.inCondition && (
          <>
            （<DictCell dict="equipmentCondition" value={usage.inCondition} />）
          </>
        )}
      </div>
      {usage.flowBefore && (
        <div>
          流量 {usage.flowBefore} → {usage.flowAfter ?? emptyCellText} L/min
          {usage.flowDeviation !== null && `，偏差${String(Number(usage.flowDeviation)).slice(0, 6)}%`}{' '}
          <DictCell dict="flowVerdict" value={usage.flowVerdict} />
        </div>
      )}
      {usage.calibratedOn && (
        <div>
          检定/校准 {usage.calibratedOn}，有效期至 {usage.calibrationDue ?? emptyCellText}
          {usage.calibrationBy && `，${usage.calibrationBy}`}
          {usage.certificateNo && `，证书${usage.certificateNo}`}
          {usage.certificate && (
            <>
              {'　'}
              <FileLink id={String(usage.certificate)} size="small" label="查看证书" />
            </>
          )}
        </div>
      )}
      {usage.remark && <div>备注：{usage.remark}</div>}
    </li>
  );
}

/** Shows an instrument's data and each use with flow, calibration and condition. */
export function EquipmentDetail({ row }: { readonly row: AnyRow }) {
  const labels = useLabels(equipment);
  const { data, isPending, error } = useQuery({
    queryKey: ['list', equipment.path, 'uses', row.id, row.version],
    queryFn: async ({ signal }) =>
      (await client.get<{ content: UseRow[] }>(`${equipment.path}/uses/${row.id}`, { signal, quiet: true })).data
        .content,
    retry: false,
  });
  const content = (name: (typeof shownFields)[number]) => {
    const field = equipment.fields[name];
    const value = row[name];
    if (name === 'calibrationDue')
      return (
        <CalibrationDue
          calibrationKind={row.calibrationKind as string | null}
          calibrationDue={value as string | null}
        />
      );
    if (field.kind === 'dict') return <DictCell dict={field.dict} value={value} />;
    if (field.kind === 'file')
      return typeof value === 'string' ? <FileLink id={value} size="small" label="查看证书" /> : emptyCellText;
    return cellText(field, value, row, name, labels);
  };
  return (
    <>
      <Descriptions
        column={{ xs: 1, md: 2 }}
        size="small"
        bordered
        items={shownFields.map((name) => ({ key: name, label: equipment.fields[name].label, children: content(name) }))}
      />
      <h3 className={styles.title}>出入库与检定/校准记录</h3>
      {isPending && <Skeleton active />}
      {error && <Empty description="办理记录加载失败，请稍后重试" />}
      {data?.length === 0 && <Empty description="还没有出库或送检" />}
      {data && data.length > 0 && (
        <ol className={styles.uses}>
          {data.map((usage) => (
            <UseItem key={usage.id} usage={usage} />
          ))}
        </ol>
      )}
    </>
  );
}
