import type { Row } from '@contract/entity';
import type { labRunInjection } from '../entities/labRunInjection';

// The proposed sequence of a run. A person changes it on the entry grid.

/** A sample or blank that the instrument sees, whatever is tested in it. */
export interface SequenceSample {
  readonly sample: number;
  readonly sampleNo: string;
  /** Samples of a batch follow its blanks: one project, one day of sampling. */
  readonly batch: string;
  readonly isBlank: boolean;
}

type PlannedInjection = Pick<
  Row<typeof labRunInjection>,
  'rowSort' | 'vial' | 'injectionKind' | 'injectionName' | 'sample' | 'level'
>;

/** Samples between two checks of the curve (DOMAIN §5: before the samples, then after each 50). */
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
  for (const one of samples) batches.set(one.batch, [...(batches.get(one.batch) ?? []), one]);
  const byNumber = (a: SequenceSample, b: SequenceSample) =>
    Number(b.isBlank) - Number(a.isBlank) || a.sampleNo.localeCompare(b.sampleNo, 'en', { numeric: true });
  return [...batches.values()].flatMap((own) => own.sort(byNumber));
}

/**
 * Returns the proposed sequence: reagent blank, standards, a check by a mid-point before the samples and after each
 * 50, at the latest after the last one. Each sample is injected once for all its hazards.
 * @param levels of the curve besides its zero level; null where no curve is made in this run
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
  const seen = new Set<number>();
  const own = samples.filter(({ sample }) => !seen.has(sample) && seen.add(sample));
  check();
  for (const [at, { sample, sampleNo, isBlank }] of inBatches(own).entries()) {
    if (at > 0 && at % samplesBetweenChecks === 0) check();
    rows.push({
      injectionKind: isBlank ? 'blank' : 'sample',
      injectionName: sampleNo,
      sample,
      level: null,
    });
  }
  if (own.length > 0) check();
  return rows.map((row, at) => ({ ...row, rowSort: (at + 1) * 10, vial: String(at + 1) }));
}
