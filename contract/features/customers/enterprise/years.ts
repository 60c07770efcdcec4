import { type Verdict, worstOf } from '@contract/arithmetic/limits/judgement';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';

// Results of a unit by year, for each post and hazard.

export interface YearReport {
  readonly reportNo: string;
  /** `YYYY-MM-DD` */
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
  /** In the order of `UnitYears.years`; null for a year without a result. */
  readonly cells: readonly (YearCell | null)[];
}

export interface UnitYears {
  readonly years: readonly number[];
  readonly rows: readonly YearRow[];
}

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

/**
 * Arranges results by year. Of several in a year the worst verdict is taken, and among equal ones the highest value.
 * @param reports valid ones of one unit
 */
export function yearsOf(reports: readonly YearReport[]): UnitYears {
  const years = [
    ...new Set(
      reports.flatMap(({ results }) =>
        results.flatMap(({ values }) => values.map(({ day }) => Number(day.slice(0, 4)))),
      ),
    ),
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
    rows: [...rows.values()].map(({ head, limit, byYear }) => ({
      ...head,
      limit,
      cells: years.map((year) => cellOf(byYear.get(year))),
    })),
  };
}
