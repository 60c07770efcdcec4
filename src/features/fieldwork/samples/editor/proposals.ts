import { takesSamples } from '@contract/features/equipment/equipmentRules';
import type { RecordField, RecordValues } from '@contract/features/fieldwork/samples/recordFields';
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
  const samplers = site.tools.filter(({ eqpKind }) => takesSamples(eqpKind));
  const before = site.samples
    .filter((one) => one.id !== row.id && one.place === row.place && one.startTime)
    .sort(byStart)[0];
  // The same medium of one day usually has one lot.
  const lot = site.samples.find(
    (one) => one.samplingDay === row.samplingDay && one.medium === row.medium && one.collectorLot,
  )?.collectorLot;
  return {
    equipment: before?.equipment ?? (samplers.length === 1 ? (samplers[0]?.id ?? null) : null),
    production: before?.production ?? site.days.find(({ id }) => id === row.samplingDay)?.production ?? null,
    ...(before?.controlsRunning ? { controlsRunning: before.controlsRunning } : {}),
    ...(before?.ppeWorn ? { ppeWorn: before.ppeWorn } : {}),
    ...(row.mode === 'personal' && before?.person ? { person: before.person } : {}),
    ...(lot ? { collectorLot: lot } : {}),
  };
}

/**
 * Returns the stored values of a sample. Before its start, missing values are proposed from other samples.
 * @param stored the sample's stored values
 */
export function withProposals(
  row: ShownSample,
  site: ShownSite,
  form: PhysicalForm | undefined,
  stored: RecordValues,
): RecordValues {
  const fresh = row.state === 'planned' && !row.startTime;
  const proposed = fresh ? { ...likely(row, site), ...likelyMeasured(row, site, form) } : {};
  return {
    ...stored,
    ...Object.fromEntries(Object.entries(proposed).filter(([name]) => stored[name as RecordField] === null)),
  };
}
