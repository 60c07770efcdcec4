import { type Verdict, worstOf } from '@contract/arithmetic/limits/judgement';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';

// Results of a unit by year, for each post and hazard.

export interface YearReport {
  readonly reportNo: string;
  /** Issue date, `YYYY-MM-DD`. */
  readonly issuedOn: string;
  readonly results: readonly JudgedPost[];
}

interface YearCell {
  readonly text: string;
  readonly verdict: Verdict;
  readonly reportNo: string;
}

interface YearRow {
  readonly workshop: string | null;
  readonly place: string;
  readonly hazardName: string;
  readonly kind: string;
  readonly unit: string;
  readonly limit: string | null;
  /** Results in the order of `UnitYears.years`; null for a year without a result. */
  readonly cells: readonly (YearCell | null)[];
}

/** A report that was issued outside the product and imported from a list. Only its exceedances are known. */
export interface BroughtReport {
  readonly reportNo: string;
  /** Issue date, `YYYY-MM-DD`. */
  readonly issuedOn: string;
  readonly sampledOn: string | null;
  readonly conclusion: string | null;
  /** Names of the hazards that exceeded their limits, separated by 、. */
  readonly exceeded: string | null;
}

export interface UnitYears {
  readonly years: readonly number[];
  readonly rows: readonly YearRow[];
  /** Imported reports, newest first. */
  readonly brought: readonly BroughtReport[];
}

/** Texts about imported reports in a unit's history. */
export const broughtTexts = {
  title: '使用本系统以前的报告（历史报告，未在本系统签名）',
  place: '历史报告',
} as const;

const isWorse = (one: Verdict, other: Verdict): boolean => one !== other && worstOf([one, other]) === one;
const higher = (one: string | undefined, other: string | undefined): boolean =>
  Number(one ?? Number.NaN) > Number(other ?? Number.NaN);

interface Held extends YearCell {
  readonly num: string | undefined;
}

interface Building {
  readonly head: Omit<YearRow, 'cells' | 'limit'>;
  limit: string | null;
  limitOn: string;
  readonly byYear: Map<number, Held>;
}

const yearOfBrought = ({ sampledOn, issuedOn }: BroughtReport): number => Number((sampledOn ?? issuedOn).slice(0, 4));

/** Returns a row for each hazard that exceeded its limit by an imported report. */
function exceededBefore(years: readonly number[], brought: readonly BroughtReport[]): YearRow[] {
  const found = new Map<string, Map<number, string>>();
  for (const report of brought) {
    for (const hazard of (report.exceeded ?? '').split(/[、,，;；]/).filter(Boolean)) {
      const byYear = found.get(hazard) ?? new Map<number, string>();
      byYear.set(yearOfBrought(report), report.reportNo);
      found.set(hazard, byYear);
    }
  }
  return [...found].map(([hazardName, byYear]) => ({
    workshop: null,
    place: broughtTexts.place,
    hazardName,
    kind: '',
    unit: '',
    limit: null,
    cells: years.map((year) => {
      const reportNo = byYear.get(year);
      return reportNo === undefined ? null : { text: '', verdict: 'exceeds' as const, reportNo };
    }),
  }));
}

/**
 * Arranges results by year. Of several results in a year the worst verdict counts, and of equal verdicts the highest
 * value.
 * @param reports valid reports of one unit
 * @param brought imported reports of the unit: each hazard that exceeded its limit has a row
 */
export function yearsOf(reports: readonly YearReport[], brought: readonly BroughtReport[] = []): UnitYears {
  const years = [
    ...new Set([
      ...reports.flatMap(({ results }) =>
        results.flatMap(({ values }) => values.map(({ day }) => Number(day.slice(0, 4)))),
      ),
      ...brought.map(yearOfBrought),
    ]),
  ].sort((a, b) => a - b);
  const rows = new Map<string, Building>();
  for (const { reportNo, results } of reports) {
    for (const { workshop, place, hazardName, values } of results) {
      for (const { kind, unit, day, text, verdict, limit, measured } of values) {
        if (text === '') continue;
        const key = JSON.stringify([workshop ?? '', place, hazardName, kind, unit]);
        const row = rows.get(key) ?? {
          head: { workshop, place, hazardName, kind, unit },
          limit,
          limitOn: day,
          byYear: new Map<number, Held>(),
        };
        rows.set(key, row);
        if (day >= row.limitOn) Object.assign(row, { limit, limitOn: day });
        const year = Number(day.slice(0, 4));
        const held = row.byYear.get(year);
        const next: Held = { text, verdict, reportNo, num: measured?.num };
        if (!held || isWorse(verdict, held.verdict) || (verdict === held.verdict && higher(next.num, held.num)))
          row.byYear.set(year, next);
      }
    }
  }
  const cellOf = (held: Held | undefined): YearCell | null =>
    held ? { text: held.text, verdict: held.verdict, reportNo: held.reportNo } : null;
  return {
    years,
    rows: [
      ...[...rows.values()].map(({ head, limit, byYear }) => ({
        ...head,
        limit,
        cells: years.map((year) => cellOf(byYear.get(year))),
      })),
      ...exceededBefore(years, brought),
    ],
    brought,
  };
}
