import { sample } from '@contract/features/fieldwork/entities/sample';
import type { RecordField, RecordValues } from '@contract/features/fieldwork/samples/recordFields';
import { type ReadingsResult, sampleReadings } from '@contract/features/fieldwork/samples/sampleReadings';
import { fieldSchema } from '@contract/schema';
import {
  airOf,
  rulesOf,
  shiftTimeOf,
  type ShownSample,
  type ShownSite,
  warningsOf,
  instrumentFault,
} from '../../site/unsentOverlay';

/** Adds the error of an unsuitable instrument, or of one that is used elsewhere at the same time. */
function withInstrumentFault(
  readingsResult: ReadingsResult,
  ...faultArguments: Parameters<typeof instrumentFault>
): ReadingsResult {
  const fault = instrumentFault(...faultArguments);
  return fault ? { ...readingsResult, faults: [...readingsResult.faults, fault], complete: false } : readingsResult;
}

/**
 * Returns what the editor shows for a sample with these values: weather of the air, rules that apply, calculated
 * readings, shift time and warnings.
 */
export function judgeRecord(row: ShownSample, site: ShownSite, values: RecordValues) {
  const mergedShownSample: ShownSample = { ...row, ...values };
  const isBlank = row.sampleKind === 'blank';
  const air = airOf(mergedShownSample, site.weather);
  const rules = rulesOf(mergedShownSample, site, row);
  const readings = {
    ...(isBlank ? mergedShownSample : { ...mergedShownSample, temperature: air.temperature, pressure: air.pressure }),
    ...rules,
  };
  const mergedSite = {
    ...site,
    samples: site.samples.map((sample) => (sample.id === row.id ? mergedShownSample : sample)),
  };
  const warnings = isBlank ? [] : warningsOf(mergedSite).filter(({ samples }) => samples.includes(row.id));
  return {
    merged: mergedShownSample,
    blank: isBlank,
    air,
    rules,
    result: withInstrumentFault(sampleReadings(readings), mergedShownSample, row, site),
    shift: isBlank ? undefined : shiftTimeOf(row.id, mergedSite),
    warnings: warnings.map(({ message }) => message),
    /** Returns the result with further changes, such as the time of a pressed button. */
    resultWith: (changes: RecordValues): ReadingsResult => {
      const next = { ...mergedShownSample, ...changes };
      return withInstrumentFault(
        sampleReadings({ ...readings, ...changes, ...rulesOf(next, site, row) }),
        next,
        row,
        site,
      );
    },
  };
}

/** Returns the messages of typed values that violate their field's rule, by field. */
export const invalidValues = (typedRecordValues: RecordValues): Partial<Record<RecordField, string>> =>
  Object.fromEntries(
    Object.entries(typedRecordValues).flatMap(([name, value]) => {
      const checked = fieldSchema(sample.fields[name as RecordField]).safeParse(value);
      return checked.success ? [] : [[name, checked.error.issues[0]?.message ?? '']];
    }),
  );
