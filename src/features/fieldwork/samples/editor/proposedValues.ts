import { takesSamples } from '@contract/features/equipment/equipmentRules';
import type { RecordField, RecordValues } from '@contract/features/fieldwork/samples/recordFields';
import { flowFromCalibration, siteInstrumentMisfit } from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import type { PhysicalForm } from '@contract/features/laboratory/methods/physical/physicalForm';
import { isSamplingRunning, problemOfUseNow, type ShownSample, type ShownSite } from '../../site/unsentOverlay';

const byStart = (a: ShownSample, b: ShownSample): number => String(b.startTime).localeCompare(String(a.startTime));

/** Proposes the calibration of the meter from other samples of the day, because it applies to all of them. */
function proposedCalibration(row: ShownSample, site: ShownSite, form: PhysicalForm | undefined): RecordValues {
  const similarSamples = site.samples.filter(
    (sample) =>
      sample.id !== row.id &&
      sample.samplingDay === row.samplingDay &&
      site.forms?.[sample.id] === form?.key &&
      sample.measured?.['sourceLevel'],
  );
  const earlierMeasured = form && similarSamples.sort(byStart)[0]?.measured;
  if (!earlierMeasured) return {};
  return {
    measured: Object.fromEntries(
      ['sourceLevel', 'levelBefore'].flatMap((key) => (earlierMeasured[key] ? [[key, earlierMeasured[key]]] : [])),
    ),
  };
}

/** Returns whether an instrument runs for another sample, so that this one can't start with it. */
const isInUse = (equipment: number, row: ShownSample, site: ShownSite): boolean =>
  row.mode === 'personal'
    ? site.samples.some((sample) => sample.id !== row.id && sample.equipment === equipment && isSamplingRunning(sample))
    : problemOfUseNow({ ...row, equipment }, site) !== null;

/** Proposes values from other samples of the same place. */
function valuesOfSamePlace(row: ShownSample, site: ShownSite): RecordValues {
  const samplers = site.tools.filter(
    (tool) => takesSamples(tool.eqpKind) && !siteInstrumentMisfit(tool, row) && !isInUse(tool.id, row, site),
  );
  const isProjectSampler = (id: number | null | undefined) => samplers.some((tool) => tool.id === id);
  const earlierSample = site.samples
    .filter((sample) => sample.id !== row.id && sample.place === row.place && sample.startTime)
    .sort(byStart)[0];
  // The same medium of one day usually has one lot.
  const lot = site.samples.find(
    (sample) => sample.samplingDay === row.samplingDay && sample.medium === row.medium && sample.collectorLot,
  )?.collectorLot;
  return {
    equipment:
      (isProjectSampler(earlierSample?.equipment) ? earlierSample?.equipment : null) ??
      (samplers.length === 1 ? (samplers[0]?.id ?? null) : null),
    production: earlierSample?.production ?? site.days.find(({ id }) => id === row.samplingDay)?.production ?? null,
    ...(earlierSample?.controlsRunning ? { controlsRunning: earlierSample.controlsRunning } : {}),
    ...(earlierSample?.ppeWorn ? { ppeWorn: earlierSample.ppeWorn } : {}),
    // Who still wears a sampler is not the next person.
    ...(row.mode === 'personal' && earlierSample?.person && !isSamplingRunning(earlierSample)
      ? { person: earlierSample.person, personChoice: earlierSample.personChoice }
      : {}),
    ...(lot ? { collectorLot: lot } : {}),
  };
}

/** Proposes the flows of the chosen sampler's calibration. */
function proposedFlow(row: ShownSample, site: ShownSite, values: RecordValues): RecordValues {
  const tool = site.tools.find(({ id }) => id === values.equipment);
  if (!tool || row.sampleKind === 'blank' || row.state !== 'planned') return {};
  const text = (name: RecordField): string | null => (values[name] ? String(values[name]) : null);
  return flowFromCalibration(tool, {
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
 * @param typedRecordValues values that are not saved yet
 */
export function withProposals(
  row: ShownSample,
  site: ShownSite,
  form: PhysicalForm | undefined,
  storedValues: RecordValues,
  typedRecordValues: RecordValues,
): RecordValues {
  const isFresh = row.state === 'planned' && !row.startTime;
  const proposed = isFresh ? { ...valuesOfSamePlace(row, site), ...proposedCalibration(row, site, form) } : {};
  const values: RecordValues = {
    ...storedValues,
    ...Object.fromEntries(Object.entries(proposed).filter(([name]) => storedValues[name as RecordField] === null)),
    ...typedRecordValues,
  };
  const untouchedFields = Object.entries(proposedFlow(row, site, values)).filter(
    ([name]) => !Object.hasOwn(typedRecordValues, name),
  );
  return { ...values, ...Object.fromEntries(untouchedFields) };
}
