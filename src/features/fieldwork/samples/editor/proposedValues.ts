import { takesSamples } from '@contract/features/equipment/equipmentRules';
import type { RecordField, RecordValues } from '@contract/features/fieldwork/samples/recordFields';
import { carriedFlow, siteInstrumentMisfit } from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import type { PhysicalForm } from '@contract/features/laboratory/methods/physical/physicalForm';
import type { ShownSample, ShownSite } from '../../site/unsentOverlay';

const byStart = (a: ShownSample, b: ShownSample): number => String(b.startTime).localeCompare(String(a.startTime));

/** Proposes the calibration of the meter from other samples of the day, because it applies to all of them. */
function likelyMeasured(row: ShownSample, site: ShownSite, form: PhysicalForm | undefined): RecordValues {
  const similarSamples = site.samples.filter(
    (sample) =>
      sample.id !== row.id &&
      sample.samplingDay === row.samplingDay &&
      site.forms?.[sample.id] === form?.key &&
      sample.measured?.['sourceLevel'],
  );
  const before = form && similarSamples.sort(byStart)[0]?.measured;
  if (!before) return {};
  return {
    measured: Object.fromEntries(
      ['sourceLevel', 'levelBefore'].flatMap((key) => (before[key] ? [[key, before[key]]] : [])),
    ),
  };
}

/** Proposes values from other samples of the same place. */
function valuesOfSamePlace(row: ShownSample, site: ShownSite): RecordValues {
  const samplers = site.tools.filter((tool) => takesSamples(tool.eqpKind) && !siteInstrumentMisfit(tool, row));
  const suits = (id: number | null | undefined) => samplers.some((tool) => tool.id === id);
  const before = site.samples
    .filter((sample) => sample.id !== row.id && sample.place === row.place && sample.startTime)
    .sort(byStart)[0];
  // The same medium of one day usually has one lot.
  const lot = site.samples.find(
    (sample) => sample.samplingDay === row.samplingDay && sample.medium === row.medium && sample.collectorLot,
  )?.collectorLot;
  return {
    equipment:
      (suits(before?.equipment) ? before?.equipment : null) ??
      (samplers.length === 1 ? (samplers[0]?.id ?? null) : null),
    production: before?.production ?? site.days.find(({ id }) => id === row.samplingDay)?.production ?? null,
    ...(before?.controlsRunning ? { controlsRunning: before.controlsRunning } : {}),
    ...(before?.ppeWorn ? { ppeWorn: before.ppeWorn } : {}),
    ...(row.mode === 'personal' && before?.person ? { person: before.person } : {}),
    ...(lot ? { collectorLot: lot } : {}),
  };
}

/** Proposes the flows of the chosen sampler's calibration. */
function likelyFlow(row: ShownSample, site: ShownSite, values: RecordValues): RecordValues {
  const tool = site.tools.find(({ id }) => id === values.equipment);
  if (!tool || row.sampleKind === 'blank' || row.state !== 'planned') return {};
  const text = (name: RecordField): string | null => (values[name] ? String(values[name]) : null);
  return carriedFlow(tool, {
    plannedFlow: row.plannedFlow,
    flowSet: text('flowSet'),
    flowBefore: text('flowBefore'),
    flowAfter: text('flowAfter'),
    endTime: text('endTime'),
  });
}

/**
 * Returns the values of a sample: typed, stored, or proposed. Before its start, missing values are proposed from
 * other samples, and flows from the sampler's calibration.
 * @param storedValues the sample's stored values
 * @param typed values that are not saved yet
 */
export function withProposals(
  row: ShownSample,
  site: ShownSite,
  form: PhysicalForm | undefined,
  storedValues: RecordValues,
  typed: RecordValues,
): RecordValues {
  const isFresh = row.state === 'planned' && !row.startTime;
  const proposed = isFresh ? { ...valuesOfSamePlace(row, site), ...likelyMeasured(row, site, form) } : {};
  const values: RecordValues = {
    ...storedValues,
    ...Object.fromEntries(Object.entries(proposed).filter(([name]) => storedValues[name as RecordField] === null)),
    ...typed,
  };
  const untouchedFields = Object.entries(likelyFlow(row, site, values)).filter(([name]) => !Object.hasOwn(typed, name));
  return { ...values, ...Object.fromEntries(untouchedFields) };
}
