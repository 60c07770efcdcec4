import type { Row } from '@contract/entity';
import type { labRunInjection } from '../entities/labRunInjection';

// The proposed sequence of a run, which a person edits in the entry grid.

/** A sample or blank to be injected, with all hazards to be tested in it. */
export interface SequenceSample {
  readonly sample: number;
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

type Bare = Omit<PlannedInjection, 'rowSort' | 'vial'>;

const standardsOf = (levels: number): Bare[] =>
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

/**
 * Returns the proposed sequence: reagent blank, standards, then a mid-point check before the samples, after each 50
 * samples and after the last one. Each sample is injected once for all its hazards.
 * @param levels number of levels besides the zero level; null where the run creates no curve
 */
export function proposedSequence(samples: readonly SequenceSample[], levels: number | null): PlannedInjection[] {
  const rows: Bare[] = [
    { injectionKind: 'solvent', injectionName: 'SB-1', sample: null, level: null },
    ...(levels === null ? [] : standardsOf(levels)),
  ];
  let checks = 0;
  const check = () => {
    checks += 1;
    rows.push({ injectionKind: 'midpoint', injectionName: `MID-${checks}`, sample: null, level: null });
  };
  const seenSamples = new Set<number>();
  const distinctSamples = samples.filter(({ sample }) => !seenSamples.has(sample) && seenSamples.add(sample));
  check();
  for (const [at, { sample, sampleNo, isBlank }] of inBatches(distinctSamples).entries()) {
    if (at > 0 && at % samplesBetweenChecks === 0) check();
    rows.push({
      injectionKind: isBlank ? 'blank' : 'sample',
      injectionName: sampleNo,
      sample,
      level: null,
    });
  }
  if (distinctSamples.length > 0) check();
  return rows.map((row, at) => ({ ...row, rowSort: (at + 1) * 10, vial: String(at + 1) }));
}
