import { useState } from 'react';
import { fixedDictionaries } from '@contract/dictionaries';
import { takesSamples } from '@contract/features/equipment/equipmentRules';
import { sample } from '@contract/features/fieldwork/entities/sample';
import {
  siteInstrumentMisfit,
  siteInstrumentProblem,
} from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import { Chips, NumberField, SelectField, TextField } from '../../site/touchInputs';
import { problemOfUseNow, type ShownSite } from '../../site/unsentOverlay';
import type { SampleRecord } from './useSampleRecord';
import styles from '../../site/site.module.css';

interface FieldsProps {
  readonly record: SampleRecord;
  readonly site: ShownSite;
}

/** Fields filled in before the start: person, instrument, lot and flow. */
export function BeforeSamplingFields({ record, site }: FieldsProps) {
  const { row, form, values, bindChecked } = record;
  return (
    <section className={styles.group} aria-label="采样前">
      {row.mode === 'personal' && (
        <TextField label="采样对象" {...bindChecked('person')} placeholder="姓名" maxLength={50} />
      )}
      {row.mode === 'personal' && <PersonChoiceField record={record} />}
      <ToolField record={record} site={site} />
      {!form && <TextField label="采样介质批号" {...bindChecked('collectorLot')} maxLength={50} />}
      {(row.plannedFlow !== null || values.flowBefore) && (
        <NumberField
          label="采样前流量"
          unit="L/min"
          {...bindChecked('flowBefore')}
          placeholder={row.plannedFlow ? `计划 ${row.plannedFlow}` : ''}
        />
      )}
      <FlowSetField record={record} />
    </section>
  );
}

const choiceOptions = fixedDictionaries.personChoice.map(({ value, label }) => ({ value, label }));

/** Chips for the reason why this person was chosen. */
function PersonChoiceField({ record: { text, set, open } }: Pick<FieldsProps, 'record'>) {
  return (
    <Chips
      hasVisibleLabel
      label={sample.fields.personChoice.label}
      name="personChoice"
      options={choiceOptions}
      chosenValues={[text('personChoice') ?? '']}
      onChoose={(value) => set('personChoice')(value === text('personChoice') ? null : value)}
      disabled={!open}
    />
  );
}

/**
 * Select of the instruments taken out for the project. One that is expired or whose flow was not checked is disabled.
 */
function ToolField({ record, site }: FieldsProps) {
  const { row, form, rules, text, set, open, merged, bindChecked } = record;
  const title = form ? '测量仪器' : '采样仪器';
  // A sample that starts now can't use a sampler that still runs elsewhere.
  const problemElsewhere = (equipment: number): string | null =>
    open && row.state === 'planned' && !merged.startTime ? problemOfUseNow({ ...merged, equipment }, site) : null;
  const instrument = bindChecked('equipment');
  const options = site.tools
    .filter(({ id, eqpKind }) => takesSamples(eqpKind) || String(id) === text('equipment'))
    .map((tool) => {
      const isUnusable = takesSamples(tool.eqpKind) && siteInstrumentProblem(tool, rules.sampledOn) !== null;
      const note = isUnusable
        ? tool.flowUnchecked
          ? '（流量未校准）'
          : '（已过有效期）'
        : siteInstrumentMisfit(tool, merged)
          ? '（用途不符）'
          : problemElsewhere(tool.id)
            ? '（使用中）'
            : '';
      return {
        value: String(tool.id),
        label: `${tool.eqpNo} ${tool.eqpName}${note}`,
        disabled: isUnusable,
      };
    });
  if (options.length === 0)
    return <p className={styles.quiet}>没有为本项目出库的{title}；在“设备出入库”出库后可选择。</p>;
  return (
    <SelectField
      {...instrument}
      label={title}
      error={instrument.error ?? problemElsewhere(Number(text('equipment')))}
      onChange={(value) => set('equipment')(value === null ? null : Number(value))}
      options={options}
      empty="请选择已出库的仪器"
    />
  );
}

/** Flow that was set. Shown only if it differs from the planned one. */
function FlowSetField({ record }: { readonly record: SampleRecord }) {
  const [showsFlowSet, setShowsFlowSet] = useState(false);
  const { row, open, text, bindChecked } = record;
  const isShown = showsFlowSet || text('flowSet') !== null;
  return (
    <>
      {isShown && <NumberField label="设定流量" unit="L/min" {...bindChecked('flowSet')} />}
      {!isShown && row.plannedFlow !== null && open && (
        <button type="button" className={styles.link} onClick={() => setShowsFlowSet(true)}>
          未按计划流量设定
        </button>
      )}
    </>
  );
}
