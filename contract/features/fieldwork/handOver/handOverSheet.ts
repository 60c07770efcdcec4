import { addDays } from '@contract/arithmetic/numbers/dayCounts';

// The circulation sheet (DOMAIN §1.11), computed from its samples for screen, print and server.

/** A sample on a circulation sheet, or one that may be added to it. */
export interface SheetSample {
  readonly id: number;
  readonly version: number;
  readonly sampleNo: string;
  readonly sampleKind: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly hazard: number;
  /** Factors to be tested in the sample. */
  readonly hazardName: string;
  readonly methodName: string | null;
  readonly methodKind: string | null;
  readonly standardNo: string | null;
  readonly medium: string | null;
  readonly place: string | null;
  /** `YYYY-MM-DD` */
  readonly sampledOn: string | null;
  readonly storage: string | null;
  /** Storage place of the sample. */
  readonly location: string | null;
  readonly storageDays: number | null;
  readonly keepUntil: string | null;
  /** The sample is past its storage time and not yet tested. */
  readonly overdue: boolean;
}

/** A line of a sheet: the sample as sent and as received. */
export interface SheetLine extends SheetSample {
  readonly lineId: number;
  /** Version of the line; `version` is the version of the sample. */
  readonly lineVersion: number;
  readonly condition: string | null;
  readonly checkedAt: string | null;
  readonly reason: string | null;
}

/** Data of one 检测项目 on the sheet. */
export interface SheetItem {
  readonly key: string;
  readonly hazardName: string;
  readonly methodName: string | null;
  readonly methodKind: string | null;
  readonly standardNo: string | null;
  readonly medium: string | null;
  readonly range: string;
  readonly samples: number;
  readonly blanks: string;
  readonly blankCount: number;
  readonly total: number;
  readonly intact: number;
  readonly refused: number;
  readonly storage: string | null;
  readonly storageDays: number | null;
  /** Last day of storage: the earliest of its samples. */
  readonly keepUntil: string | null;
  readonly overdue: boolean;
}

/**
 * Returns the last day of storage: the sampling day plus the allowed number of days.
 * @param sampledOn `YYYY-MM-DD`
 * @param storageDays days that the method allows; null where it names none
 */
export function keepUntilOf(sampledOn: string | null, storageDays: number | null): string | null {
  return sampledOn && storageDays !== null ? addDays(sampledOn, storageDays) : null;
}

/** Formats 保存期限: the number of days in the method library; 长期 for dust filters (DOMAIN §1.11); null where unknown. */
export const keepingText = ({
  storageDays,
  methodKind,
}: Pick<SheetItem, 'storageDays' | 'methodKind'>): string | null =>
  storageDays !== null ? `${storageDays}天` : methodKind === 'dust' ? '长期' : null;

const waitingStates = new Set(['collected', 'handingOver', 'received', 'distributed', 'testing']);

/**
 * Returns whether a sample's storage time has passed. The last day itself is still allowed, and a tested sample is
 * never overdue.
 * @param state state of the sample
 * @param keepUntil last day of storage, `YYYY-MM-DD`; null if unknown
 * @param today `YYYY-MM-DD` in the organization's time zone
 */
export const isOverdue = (state: string, keepUntil: string | null, today: string): boolean =>
  keepUntil !== null && keepUntil < today && waitingStates.has(state);

/** Digits at the end of a number. The text before them must not end in a digit. */
const trailingDigits = /^((?:.*\D)?)(\d+)$/;

/**
 * Formats sample numbers for a sheet: the first number in full, consecutive numbers as first～last, and of later
 * numbers only the differing end. Example: P-B1-0101～0104、0201.
 */
export function rangeText(numbers: readonly string[]): string {
  const runs: string[][] = [];
  for (const number of [...numbers].sort()) {
    const run = runs.at(-1);
    const [, stem, count] = trailingDigits.exec(number) ?? [];
    const [, lastStem, last] = trailingDigits.exec(run?.at(-1) ?? '') ?? [];
    if (
      run &&
      stem !== undefined &&
      stem === lastStem &&
      count?.length === last?.length &&
      Number(count) === Number(last) + 1
    )
      run.push(number);
    else runs.push([number]);
  }
  const headOf = (number: string): string => number.slice(0, number.lastIndexOf('-') + 1);
  const shortenNumber = (number: string, before: string | undefined): string =>
    before !== undefined && headOf(before) === headOf(number) ? number.slice(headOf(number).length) : number;
  return runs
    .map((run, index) => {
      const [first = ''] = run;
      const rangeStart = shortenNumber(first, runs[index - 1]?.[0]);
      return run.length > 2
        ? `${rangeStart}～${shortenNumber(run.at(-1) ?? '', first)}`
        : [rangeStart, ...run.slice(1).map((number) => shortenNumber(number, first))].join('、');
    })
    .join('、');
}

/** Returns whether a sample was voided before it was counted. A counted sample stays on its sheet. */
const isGone = ({ state, condition }: { readonly state: string; readonly condition?: string | null }): boolean =>
  state === 'voided' && !condition;

/** Groups the lines of a sheet by 检测项目 and method, without voided samples. */
export function itemsOf(lines: readonly (SheetSample & Partial<Pick<SheetLine, 'condition'>>)[]): SheetItem[] {
  const groups = new Map<string, (typeof lines)[number][]>();
  for (const line of lines) {
    if (isGone(line)) continue;
    const key = `${line.hazardName} ${line.standardNo ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups].map(([key, group]) => {
    const [first] = group as [(typeof lines)[number]];
    const blanks = group.filter(({ sampleKind }) => sampleKind === 'blank');
    const samples = group.filter(({ sampleKind }) => sampleKind !== 'blank');
    const condition = (want: (value: string) => boolean) =>
      group.filter((line) => line.condition && want(line.condition)).length;
    return {
      key,
      hazardName: first.hazardName,
      methodName: first.methodName,
      methodKind: first.methodKind,
      standardNo: first.standardNo,
      medium: first.medium,
      range: rangeText(samples.map(({ sampleNo }) => sampleNo)),
      samples: samples.length,
      blanks: rangeText(blanks.map(({ sampleNo }) => sampleNo)),
      blankCount: blanks.length,
      total: group.length,
      intact: condition((value) => value === 'intact'),
      refused: condition((value) => value !== 'intact'),
      storage: first.storage,
      storageDays: first.storageDays,
      keepUntil: group.flatMap(({ keepUntil }) => keepUntil ?? []).sort()[0] ?? null,
      overdue: group.some(({ overdue }) => overdue),
    };
  });
}

interface CountedItems {
  readonly sentCount: number;
  readonly intactCount: number;
  readonly refusedCount: number;
  /** Numbers of the samples that are not counted yet. */
  readonly missing: readonly string[];
}

/** Counts how many samples of a sheet the keeper has counted. Samples voided during transport are not expected. */
export function countOf(lines: readonly Pick<SheetLine, 'state' | 'sampleNo' | 'condition'>[]): CountedItems {
  const sentLines = lines.filter((line) => !isGone(line));
  return {
    sentCount: sentLines.length,
    intactCount: sentLines.filter(({ condition }) => condition === 'intact').length,
    refusedCount: sentLines.filter(({ condition }) => condition && condition !== 'intact').length,
    missing: sentLines.filter(({ condition }) => !condition).map(({ sampleNo }) => sampleNo),
  };
}

/**
 * Returns the number of a sheet, `<project>-LZ01`, by which a scanner recognises sheets.
 * @param count count within the project, from 1
 */
export const sheetNumber = (projectCode: string, count: number): string =>
  `${projectCode}-LZ${String(count).padStart(2, '0')}`;
/** Returns whether a scanned code is the number of a circulation sheet. */
export const isSheetNumber = (code: string): boolean => /-LZ\d{2,}$/.test(code);
