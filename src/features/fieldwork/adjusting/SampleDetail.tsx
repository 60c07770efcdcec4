import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Empty, Skeleton } from 'antd';
import { fetchHistory } from '@/api/rowHistory';
import { cellText, DictCell } from '@/fields';
import { useLabels } from '@/session/dictionaryStore';
import { fixedDictionaries } from '@contract/dictionaries';
import { type AnyRow, fieldOf, labelOf } from '@contract/entity';
import { sample } from '@contract/features/fieldwork/entities/sample';
import styles from './adjust.module.css';

const shownFields = [
  'sampleNo',
  'sampleKind',
  'state',
  'stateReason',
  'hazardName',
  'method',
  'samplingDay',
  'siteNo',
  'workshop',
  'place',
  'person',
  'mode',
  'period',
  'medium',
  'equipment',
  'flowBefore',
  'flowAfter',
  'flow',
  'flowDeviation',
  'startTime',
  'endTime',
  'minutes',
  'temperature',
  'pressure',
  'volume',
  'standardVolume',
  'representedHours',
  'collectors',
  'recordedAt',
  'lateEntry',
  'handOver',
  'storage',
  'keepUntil',
  'remark',
] as const;

const actionLabels = new Map<string, string>(fixedDictionaries.auditAction.map(({ value, label }) => [value, label]));

/** Shows a sample and its history: who changed which value, and why. */
export function SampleDetail({ row }: { readonly row: AnyRow }) {
  const labels = useLabels(sample);
  const { data, isPending, error } = useQuery({
    queryKey: ['history', sample.name, row.id, row.version],
    queryFn: ({ signal }) => fetchHistory(sample.name, row.id, signal),
    retry: false,
  });
  const show = (name: string, value: unknown): string => {
    const field = fieldOf(sample, name);
    return field ? cellText(field, value, {}, name, labels) : String(value ?? '');
  };
  return (
    <>
      {row.state === 'voided' && (
        <Alert
          type="error"
          showIcon
          title={`已作废：${String(row.stateReason ?? '')}`}
          className={styles.alert ?? ''}
        />
      )}
      <Descriptions
        column={{ xs: 1, md: 2 }}
        size="small"
        bordered
        items={shownFields.map((name) => {
          const field = sample.fields[name];
          return {
            key: name,
            label: 'unit' in field ? `${field.label}（${field.unit}）` : field.label,
            children:
              field.kind === 'dict' ? (
                <DictCell dict={field.dict} value={row[name]} />
              ) : (
                cellText(field, row[name], row, name, labels)
              ),
          };
        })}
      />
      <h3 className={styles.part}>修改记录</h3>
      {isPending && <Skeleton active />}
      {error && <Empty description="修改记录加载失败，请稍后重试" />}
      <ol className={styles.history}>
        {(data ?? []).map((event) => (
          <li key={event.id}>
            <div className={styles.event}>
              <strong>{actionLabels.get(event.action) ?? event.action}</strong>
              <span>{event.userName ?? '系统'}</span>
              <time>{event.createTime}</time>
            </div>
            {event.reason && <div>原因：{event.reason}</div>}
            {event.before && event.after && event.action !== 'add' && (
              <ul>
                {Object.keys(event.after)
                  .filter((name) => fieldOf(sample, name))
                  .map((name) => (
                    <li key={name}>
                      {labelOf(sample, name)}：<del>{show(name, event.before?.[name])}</del> →{' '}
                      <ins>{show(name, event.after?.[name])}</ins>
                    </li>
                  ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
