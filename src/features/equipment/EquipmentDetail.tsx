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
          {data.map((use) => (
            <li key={use.id}>
              <div className={styles.useHead}>
                <strong>
                  <DictCell dict="equipmentUseKind" value={use.useKind} />
                </strong>
                {use.projectName && <span className="mono">{String(use.projectName)}</span>}
                <span>{use.inAt ? '' : '未入库'}</span>
              </div>
              <div>
                {use.outAt} {String(use.outByName ?? '')} 出库
                {use.inAt && ` → ${use.inAt} ${String(use.inByName ?? '')} 入库`}
                {use.inCondition && (
                  <>
                    （<DictCell dict="equipmentCondition" value={use.inCondition} />）
                  </>
                )}
              </div>
              {use.flowBefore && (
                <div>
                  流量 {use.flowBefore} → {use.flowAfter ?? emptyCellText} L/min
                  {use.flowDeviation !== null && `，偏差${String(Number(use.flowDeviation)).slice(0, 6)}%`}{' '}
                  <DictCell dict="flowVerdict" value={use.flowVerdict} />
                </div>
              )}
              {use.calibratedOn && (
                <div>
                  检定/校准 {use.calibratedOn}，有效期至 {use.calibrationDue ?? emptyCellText}
                  {use.calibrationBy && `，${use.calibrationBy}`}
                  {use.certificateNo && `，证书${use.certificateNo}`}
                  {use.certificate && (
                    <>
                      {'　'}
                      <FileLink id={String(use.certificate)} size="small" label="查看证书" />
                    </>
                  )}
                </div>
              )}
              {use.remark && <div>备注：{use.remark}</div>}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
