import { checksFor } from '@contract/arithmetic/curves/qualityControl';
import type { Row } from '@contract/entity';
import type { labRunInjection } from '../entities/labRunInjection';

// The proposed sequence of a run, which a person edits in the entry grid.

/** A sample or blank to be injected, once for each record that it is on. */
export interface SequenceSample {
  readonly sample: number;
  /** Id of the record of one of its hazards. */
  readonly record: number;
  /** Whether the record already has a parallel of the sample. */
  readonly hasParallel: boolean;
  readonly sampleNo: string;
  /** Key of the batch: one project and sampling day. Blanks of a batch precede its samples. */
  readonly batch: string;
  readonly isBlank: boolean;
}

type PlannedInjection = Pick<
  Row<typeof labRunInjection>,
  'rowSort' | 'vial' | 'injectionKind' | 'injectionName' | 'sample' | 'level'
>;

/** Number of samples between two checks of the curve (DOMAIN §5: before the samples, then after each 50). */
const samplesBetweenChecks = 50;

type UnnumberedInjection = Omit<PlannedInjection, 'rowSort' | 'vial'>;

const standardsOf = (levels: number): UnnumberedInjection[] =>
  Array.from({ length: levels + 1 }, (_, level) => ({
    injectionKind: 'standard',
    injectionName: `STD-${level}`,
    sample: null,
    level,
  }));

/** Orders samples by batch, the blanks of a batch first, then by number. */
function inBatches(samples: readonly SequenceSample[]): readonly SequenceSample[] {
  const batches = new Map<string, SequenceSample[]>();
  for (const sample of samples) batches.set(sample.batch, [...(batches.get(sample.batch) ?? []), sample]);
  const byNumber = (a: SequenceSample, b: SequenceSample) =>
    Number(b.isBlank) - Number(a.isBlank) || a.sampleNo.localeCompare(b.sampleNo, 'en', { numeric: true });
  return [...batches.values()].flatMap((batchSamples) => batchSamples.sort(byNumber));
}

/** Checks that a proposed sequence contains besides the mid-points of the curve. */
export const sequenceChecks = ['control', 'parallel', 'spike'] as const;
type SequenceCheck = (typeof sequenceChecks)[number];

/** Marks behind the number of a sample: of its parallel (DOMAIN §1.8), and of the sample with a spike (加标). */
const nameSuffixes = { parallel: '-P', spike: '-JB' } as const;

/**
 * Chooses samples so that each record has as many as it requires: those in most records first.
 * @param alreadyChosen samples that are chosen already
 * @param neededCount how many a record requires, by the number of its samples
 */
function chosenSamples(
  samples: readonly SequenceSample[],
  alreadyChosen: ReadonlySet<number>,
  neededCount: (samples: number) => number,
): ReadonlySet<number> {
  const [recordsOf, samplesOf] = [new Map<number, Set<number>>(), new Map<number, Set<number>>()];
  for (const { sample, record, isBlank } of samples) {
    if (isBlank) continue;
    recordsOf.set(sample, (recordsOf.get(sample) ?? new Set<number>()).add(record));
    samplesOf.set(record, (samplesOf.get(record) ?? new Set<number>()).add(sample));
  }
  const choice = new Set(alreadyChosen);
  const missingCount = (recordId: number): number => {
    const ownSamples = [...(samplesOf.get(recordId) ?? [])];
    return neededCount(ownSamples.length) - ownSamples.filter((sampleId) => choice.has(sampleId)).length;
  };
  const byRecords = [...recordsOf].sort(([, firstRecords], [, otherRecords]) => otherRecords.size - firstRecords.size);
  for (const [sampleId, records] of byRecords)
    if (!choice.has(sampleId) && [...records].some((recordId) => missingCount(recordId) > 0)) choice.add(sampleId);
  return choice;
}

/**
 * Returns the samples that are measured twice, and those that are measured with a spike, where the methods want them.
 */
function checkedSamples(samples: readonly SequenceSample[], checks: ReadonlySet<SequenceCheck>) {
  const noSamples: ReadonlySet<number> = new Set();
  const samplesWithParallel = new Set(samples.flatMap(({ sample, hasParallel }) => (hasParallel ? [sample] : [])));
  return {
    parallel: checks.has('parallel')
      ? chosenSamples(samples, samplesWithParallel, (count) => checksFor(count).parallels)
      : samplesWithParallel,
    // From the other end, so that the spiked samples are others than the parallels where there are enough.
    spike: checks.has('spike')
      ? chosenSamples([...samples].reverse(), noSamples, (count) => checksFor(count).spikes)
      : noSamples,
  };
}

/**
 * Returns the proposed sequence: reagent blank, standards, then a mid-point check and a control sample before the
 * samples and after each 50 of them, and a mid-point after the last one. Each sample is injected once for all its
 * hazards; a tenth of the samples of each record follow again as parallels and with a spike (DOMAIN §5).
 * @param samples one for each sample and record
 * @param levels number of levels besides the zero level; null where the run creates no curve
 * @param checks kinds of checks that the methods of the run have
 */
export function proposedSequence(
  samples: readonly SequenceSample[],
  levels: number | null,
  checks: ReadonlySet<SequenceCheck> = new Set(),
): PlannedInjection[] {
  const rows: UnnumberedInjection[] = [
    { injectionKind: 'solvent', injectionName: 'SB-1', sample: null, level: null },
    ...(levels === null ? [] : standardsOf(levels)),
  ];
  const samplesByCheck = checkedSamples(samples, checks);
  const seenSamples = new Set<number>();
  const distinctSamples = samples.filter(({ sample }) => !seenSamples.has(sample) && seenSamples.add(sample));
  const injections = inBatches(distinctSamples).flatMap(({ sample, sampleNo, isBlank }): UnnumberedInjection[] => [
    { injectionKind: isBlank ? 'blank' : 'sample', injectionName: sampleNo, sample, level: null },
    ...(['parallel', 'spike'] as const).flatMap((kind): UnnumberedInjection[] =>
      samplesByCheck[kind].has(sample)
        ? [{ injectionKind: kind, injectionName: `${sampleNo}${nameSuffixes[kind]}`, sample, level: null }]
        : [],
    ),
  ]);
  let [midpoints, controls] = [0, 0];
  const check = (isFull: boolean) => {
    midpoints += 1;
    rows.push({ injectionKind: 'midpoint', injectionName: `MID-${midpoints}`, sample: null, level: null });
    if (!isFull || !checks.has('control')) return;
    controls += 1;
    rows.push({ injectionKind: 'control', injectionName: `QC-${controls}`, sample: null, level: null });
  };
  check(injections.length > 0);
  for (const [index, injection] of injections.entries()) {
    if (index > 0 && index % samplesBetweenChecks === 0) check(true);
    rows.push(injection);
  }
  if (injections.length > 0) check(injections.length % samplesBetweenChecks === 0);
  return rows.map((row, index) => ({ ...row, rowSort: (index + 1) * 10, vial: String(index + 1) }));
}
