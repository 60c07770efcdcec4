import { useState } from 'react';
import { Chips, TextField } from '../../site/touchInputs';
import type { ShownSite } from '../../site/unsentOverlay';
import type { SampleRecord } from './useSampleRecord';
import styles from '../../site/site.module.css';

interface ProductionFieldsProps {
  readonly record: SampleRecord;
  readonly team: ShownSite['team'];
  readonly isUnfoldedFirst: boolean;
}

/** Production, protection, collectors and remark, folded by default. */
export function ProductionFields({ record, team, isUnfoldedFirst }: ProductionFieldsProps) {
  const [isUnfolded, setIsUnfolded] = useState(isUnfoldedFirst);
  const { open, text, set, bind } = record;
  return (
    <section className={styles.group}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isUnfolded}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        {isUnfolded ? '▾' : '▸'} 生产、防护与备注
      </button>
      {isUnfolded && (
        <>
          <TextField label="生产状况" {...bind('production')} maxLength={100} />
          <Chips
            label="生产状况快选"
            options={['正常', '部分生产', '满负荷'].map((option) => ({ value: option, label: option }))}
            chosenValues={[text('production') ?? '']}
            onChoose={set('production')}
            disabled={!open}
          />
          <TextField label="防护设施及运行" {...bind('controlsRunning')} maxLength={100} />
          <TextField label="防护用品佩戴" {...bind('ppeWorn')} maxLength={100} />
          {team.length > 0 && <CollectorChips record={record} team={team} />}
          <TextField label="备注" rows={2} {...bind('remark')} maxLength={200} />
        </>
      )}
    </section>
  );
}

function CollectorChips({ record: { values, change, open }, team }: Omit<ProductionFieldsProps, 'isUnfoldedFirst'>) {
  const now = values.collectors ?? [];
  const toggle = (id: number) =>
    change({ collectors: now.includes(id) ? now.filter((collectorId) => collectorId !== id) : [...now, id] });
  return (
    <Chips
      hasVisibleLabel
      name="collectors"
      label="采样人"
      options={team.map(({ id, name }) => ({ value: String(id), label: name }))}
      chosenValues={now.map(String)}
      disabled={!open}
      onChoose={(value) => toggle(Number(value))}
    />
  );
}
