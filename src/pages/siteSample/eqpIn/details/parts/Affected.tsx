import { Alert } from 'antd';
import { equipmentTexts } from '@contract/equipmentRules';
import { Decimal } from '@contract/lab/number';
import { roundTo } from '@contract/lab/rounding';
import { useQuery } from '@tanstack/react-query';
import { DictCell } from '@/fields';
import { fetchAffected, type UseRow, usesKey } from '@/projects/equipment/calls';
import styles from '../details.module.css';

const shown = (deviation: string | null): string => {
  const rounded = roundTo(deviation ?? '0', 1);
  return new Decimal(rounded).greaterThan(5) ? rounded : String(deviation).slice(0, 8);
};

/** A failed flow, and the samples that it voids. */
export function Affected({ use }: { readonly use: UseRow }) {
  const { data } = useQuery({ queryKey: [...usesKey, 'affected', use.id, use.version], queryFn: ({ signal }) => fetchAffected(use.id, signal), retry: false });
  return (
    <Alert
      type="error"
      showIcon
      title={`${String(use.equipmentName)}：${equipmentTexts.flowFailed(shown(use.flowDeviation))}`}
      description={data && (data.length ? (
        <ul className={styles.affected}>{data.map((one) => <li key={one.id}><span className="mono">{one.sampleNo}</span><DictCell dict="sampleState" value={one.state} /></li>)}</ul>
      ) : '没有已采而未作废的样品使用该仪器。')}
    />
  );
}
