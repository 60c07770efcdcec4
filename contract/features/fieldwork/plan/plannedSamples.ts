import { blankNumber, factorInNumber, fieldSampleNumber } from '@contract/arithmetic/air/fieldSampleNumber';
import { representedDurations } from '@contract/arithmetic/air/representedDuration';
import type { PlanRowDraft } from './planFacts';

/** A row of the approved plan, completed with data of the method library. */
export interface PlanRow extends Omit<PlanRowDraft, 'alongWith' | 'workers' | 'remark'> {
  readonly id: number;
  /** All factors to be tested in the sample. */
  readonly hazardName: string;
}

export interface PlannedSample {
  readonly sampleNo: string;
  readonly sampleKind: 'sample' | 'blank';
  readonly row: PlanRow;
  /** 采样点号; null for a blank. */
  readonly siteNo: string | null;
  readonly turn: number;
  readonly representedHours: string | null;
}

/**
 * Returns 因素代码 of each hazard of a project: its own code, else the initials of its name. A later hazard with the same
 * initials gets a letter appended.
 * @param knownCodes codes in existing sample numbers, which never change (DOMAIN §1.8)
 */
export function factorCodes(
  hazards: readonly { readonly id: number; readonly code: string | null; readonly initials: string }[],
  knownCodes: ReadonlyMap<number, string> = new Map(),
): Map<number, string> {
  const codes = new Map(knownCodes);
  const takenCodes = new Set(codes.values());
  for (const { id, code, initials } of hazards) {
    if (codes.has(id)) continue;
    // Codes contain only letters: a digit at the end would merge with the 日次.
    const base =
      code?.trim() ||
      initials
        .toUpperCase()
        .replaceAll(/[^A-Z]/g, '')
        .slice(0, 8) ||
      'H';
    let chosenCode = base;
    for (let suffixIndex = 0; takenCodes.has(chosenCode); suffixIndex += 1)
      chosenCode = base + String.fromCharCode(65 + (suffixIndex % 26)).repeat(1 + Math.floor(suffixIndex / 26));
    takenCodes.add(chosenCode);
    codes.set(id, chosenCode);
  }
  return codes;
}

/**
 * Extracts the factor code from a sample number; undefined for a number that follows another rule.
 * @param rule rule of the organization; numbers by the default rule are parsed as well
 */
export function codeInNumber(sampleNo: string, project: string, dayNo: number, rule?: string): string | undefined {
  const matchedFactor = rule === undefined ? undefined : factorInNumber(rule, sampleNo, project, dayNo);
  if (matchedFactor !== undefined) return matchedFactor;
  const middlePart = sampleNo.startsWith(`${project}-`)
    ? sampleNo.slice(project.length + 1).replace(/-[^-]*$/, '')
    : '';
  return middlePart.endsWith(String(dayNo)) ? middlePart.slice(0, -String(dayNo).length) || undefined : undefined;
}

/**
 * Returns the point numbers of each row: the numbers of the plan, else the next free ones. Rows of the same place
 * share their points.
 */
export function pointNumbers(rows: readonly PlanRow[]): Map<number, number[]> {
  const points = new Map<number, number[]>();
  const run = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  const typedPoint = (row: PlanRow): number | null =>
    row.siteNo && /^\d{1,2}$/.test(row.siteNo.trim()) && Number(row.siteNo) > 0 ? Number(row.siteNo) : null;
  let last = 0;
  for (const row of rows) {
    const first = typedPoint(row);
    if (first === null) continue;
    points.set(row.id, run(first, row.points));
    last = Math.max(last, first + row.points - 1);
  }
  const firstPointByPlace = new Map<string, number>();
  for (const row of rows) {
    if (points.has(row.id)) continue;
    const placeKey = `${row.siteNo?.trim() || `${row.workshop ?? ''}/${row.place}`}/${row.mode}/${row.points}`;
    const first = firstPointByPlace.get(placeKey) ?? last + 1;
    if (!firstPointByPlace.has(placeKey)) last += row.points;
    firstPointByPlace.set(placeKey, first);
    points.set(row.id, run(first, row.points));
  }
  return points;
}

interface PlannedDay {
  /** 项目编号 */
  readonly project: string;
  /** 日次 */
  readonly dayNo: number;
  /** Codes by hazard. */
  readonly codes: ReadonlyMap<number, string>;
  /** Rule of the numbers; the default rule if absent. */
  readonly rule?: string;
}

/**
 * Returns every sample of a day: the samples of each row that is planned for that day, and for each batch (hazard,
 * method and medium) the largest number of blanks among its rows. Numbers depend only on the plan, so point 3 is
 * point 3 on every day.
 * @throws CalculationProblem where a point or turn exceeds 99
 */
export function plannedSamples(rows: readonly PlanRow[], { project, dayNo, codes, rule }: PlannedDay): PlannedSample[] {
  const points = pointNumbers(rows);
  const turnsByKey = new Map<string, number>();
  const planned: PlannedSample[] = [];
  for (const row of rows) {
    const factor = codes.get(row.hazard) ?? 'H';
    const hours =
      row.hoursPerDay === null || Number(row.hoursPerDay) <= 0
        ? null
        : representedDurations(row.hoursPerDay, row.samplesPerDay).hours;
    for (const point of points.get(row.id) ?? []) {
      const key = `${factor}-${point}`;
      const before = turnsByKey.get(key) ?? 0;
      turnsByKey.set(key, before + row.samplesPerDay);
      if (row.days < dayNo) continue;
      for (let turn = before + 1; turn <= before + row.samplesPerDay; turn += 1) {
        planned.push({
          sampleNo: fieldSampleNumber({ project, factor, day: dayNo, point, turn }, rule),
          sampleKind: 'sample',
          row,
          siteNo: String(point).padStart(2, '0'),
          turn,
          representedHours: hours?.[turn - before - 1] ?? null,
        });
      }
    }
  }
  return [
    ...planned,
    ...blanksOf(
      rows.filter(({ days }) => days >= dayNo),
      { project, dayNo, codes, rule },
    ),
  ];
}

function blanksOf(rows: readonly PlanRow[], { project, dayNo, codes, rule }: PlannedDay): PlannedSample[] {
  const batches = new Map<string, { row: PlanRow; blanks: number }>();
  for (const row of rows) {
    const key = `${row.hazard}/${row.method}/${row.medium ?? ''}`;
    const batch = batches.get(key);
    batches.set(key, { row: batch?.row ?? row, blanks: Math.max(batch?.blanks ?? 0, row.blanks) });
  }
  const blanksByFactor = new Map<string, number>();
  return [...batches.values()].flatMap(({ row, blanks }) => {
    const factor = codes.get(row.hazard) ?? 'H';
    return Array.from({ length: blanks }, (): PlannedSample => {
      const blank = (blanksByFactor.get(factor) ?? 0) + 1;
      blanksByFactor.set(factor, blank);
      return {
        sampleNo: blankNumber({ project, factor, day: dayNo, blank }, rule),
        sampleKind: 'blank',
        row,
        siteNo: null,
        turn: blank,
        representedHours: null,
      };
    });
  });
}
