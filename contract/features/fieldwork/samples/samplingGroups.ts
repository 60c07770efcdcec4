import type { SampleRow } from './siteData';

/** Samples of one hazard, day, method and mode, which share one sampling record (DOMAIN §1.10). */
export interface SamplingGroup {
  readonly key: string;
  readonly day: number;
  readonly mode: string | null;
  readonly hazardName: string;
  readonly samples: readonly SampleRow[];
  /** Whether the group was measured on site, so that no sample was taken away. */
  readonly measured: boolean;
}

const byNumber = (row: SampleRow, otherSampleRow: SampleRow): number =>
  Number(row.sampleKind === 'blank') - Number(otherSampleRow.sampleKind === 'blank') ||
  row.sampleNo.localeCompare(otherSampleRow.sampleNo, 'en', { numeric: true });

/** Groups samples by day, then by number. Samples without a day, i.e. incoming samples, are left out. */
export function samplingGroups(samples: readonly SampleRow[]): SamplingGroup[] {
  const groups = new Map<string, SampleRow[]>();
  for (const sample of samples) {
    if (sample.samplingDay === null) continue;
    const key = ['sampling', sample.samplingDay, sample.hazard, sample.mode ?? 'area', sample.method ?? 0].join('-');
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups]
    .map(([key, groupRows]) => {
      const rows = [...groupRows].sort(byNumber);
      const [firstRow] = rows as [SampleRow];
      const takenRows = rows.filter(({ sampleKind }) => sampleKind !== 'blank');
      return {
        key,
        day: firstRow.samplingDay ?? 0,
        mode: firstRow.mode,
        hazardName: firstRow.hazardName ?? '',
        samples: rows,
        measured:
          takenRows.length === rows.length &&
          takenRows.every((row) => row.plannedFlow === null && !row.medium && !wasDrawnBefore(row)),
      };
    })
    .sort(
      (group, otherGroup) =>
        group.day - otherGroup.day ||
        String(group.samples[0]?.sampleNo).localeCompare(String(otherGroup.samples[0]?.sampleNo), 'en', {
          numeric: true,
        }),
    );
}

/** Returns whether a sample was drawn before the takeover of its job: it has a volume and no times. */
const wasDrawnBefore = ({ lateEntry, startTime, standardVolume }: SampleRow): boolean =>
  lateEntry === true && !startTime && (standardVolume ?? null) !== null;

/** Returns whether all samples of a group were taken or voided, so that the paper is complete. */
export const isTaken = (group: Pick<SamplingGroup, 'samples'>): boolean =>
  group.samples.every(({ state }) => state !== 'planned');
