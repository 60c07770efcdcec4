import { takesSamples } from '@contract/features/equipment/equipmentRules';
import type { RecordField, RecordValues } from '@contract/features/fieldwork/samples/recordFields';
import { carriedFlow, toolMisfit } from '@contract/features/fieldwork/samples/toolProblem';
import type { PhysicalForm } from '@contract/features/laboratory/methods/physical/physicalForm';
import type { ShownSample, ShownSite } from '../../site/overlay';

const byStart = (a: ShownSample, b: ShownSample): number => String(b.startTime).localeCompare(String(a.startTime));

/** Proposes the calibration of the meter from other samples of the day, because it applies to all of them. */
function likelyMeasured(row: ShownSample, site: ShownSite, form: PhysicalForm | undefined): RecordValues {
  const same = site.samples.filter(
    (one) =>
      one.id !== row.id &&
      one.samplingDay === row.samplingDay &&
      site.forms?.[one.id] === form?.key &&
      one.measured?.['sourceLevel'],
  );
  const before = form && same.sort(byStart)[0]?.measured;
  if (!before) return {};
  return {
    measured: Object.fromEntries(
      ['sourceLevel', 'levelBefore'].flatMap((key) => (before[key] ? [[key, before[key]]] : [])),
    ),
  };
}

/** Proposes values from other samples of the same place. */
function likely(row: ShownSample, site: ShownSite): RecordValues {
  const samplers = site.tools.filter((tool) => takesSamples(tool.eqpKind) && !toolMisfit(tool, row));
  const suits = (id: number | null | undefined) => samplers.some((tool) => tool.id === id);
  const before = site.samples
    .filter((one) => one.id !== row.id && one.place === row.place && one.startTime)
    .sort(byStart)[0];
  // The same medium of one day usually has one lot.
  const lot = site.samples.find(
    (one) => one.samplingDay === row.samplingDay && one.medium === row.medium && one.collectorLot,
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
 * @param stored the sample's stored values
 * @param typed values that are not saved yet
 */
export function withProposals(
  row: ShownSample,
  site: ShownSite,
  form: PhysicalForm | undefined,
  stored: RecordValues,
  typed: RecordValues,
): RecordValues {
  const fresh = row.state === 'planned' && !row.startTime;
  const proposed = fresh ? { ...likely(row, site), ...likelyMeasured(row, site, form) } : {};
  const values: RecordValues = {
    ...stored,
    ...Object.fromEntries(Object.entries(proposed).filter(([name]) => stored[name as RecordField] === null)),
    ...typed,
  };
  const untouched = Object.entries(likelyFlow(row, site, values)).filter(([name]) => !Object.hasOwn(typed, name));
  return { ...values, ...Object.fromEntries(untouched) };
}
