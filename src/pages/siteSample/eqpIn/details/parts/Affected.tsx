import { Alert } from 'antd';
import { equipmentTexts } from '@contract/equipmentRules';
import { deviationShown } from '@contract/lab/flow';
import { useQuery } from '@tanstack/react-query';
import { DictCell } from '@/fields';
import { fetchAffected, type UseRow, usesKey } from '@/projects/equipment/calls';
import styles from '../details.module.css';

/** A failed flow, and the samples that it voids. */
export function Affected({ use }: { readonly use: UseRow }) {
  const { data } = useQuery({ queryKey: [...usesKey, 'affected', use.id, use.version], queryFn: ({ signal }) => fetchAffected(use.id, signal), retry: false });
  return (
    <Alert
      type="error"
      showIcon
      title={`${String(use.equipmentName)}：${equipmentTexts.flowFailed(deviationShown(use.flowDeviation ?? '0'))}`}
      description={data && (data.length ? (
        <ul className={styles.affected}>{data.map((one) => <li key={one.id}><span className="mono">{one.sampleNo}</span><DictCell dict="sampleState" value={one.state} /></li>)}</ul>
      ) : '没有已采而未作废的样品使用该仪器。')}
    />
  );
}
