import { type Verdict, worstVerdict } from '@contract/arithmetic/limits/resultJudgement';
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
export interface EarlierReport {
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
  readonly earlierReports: readonly EarlierReport[];
}

/** Texts about imported reports in a unit's history. */
export const earlierReportTexts = {
  title: '使用本系统以前的报告（历史报告，未在本系统签名）',
  place: '历史报告',
} as const;

const isWorse = (verdict: Verdict, otherVerdict: Verdict): boolean =>
  verdict !== otherVerdict && worstVerdict([verdict, otherVerdict]) === verdict;
const isHigher = (num: string | undefined, other: string | undefined): boolean =>
  Number(num ?? Number.NaN) > Number(other ?? Number.NaN);

interface NumberedCell extends YearCell {
  readonly num: string | undefined;
}

interface RowDraft {
  readonly head: Omit<YearRow, 'cells' | 'limit'>;
  limit: string | null;
  limitOn: string;
  readonly byYear: Map<number, NumberedCell>;
}

const yearOfBrought = ({ sampledOn, issuedOn }: EarlierReport): number => Number((sampledOn ?? issuedOn).slice(0, 4));

/** Returns a row for each hazard that exceeded its limit by an imported report. */
function exceededBefore(years: readonly number[], broughtReports: readonly EarlierReport[]): YearRow[] {
  const yearsByHazard = new Map<string, Map<number, string>>();
  for (const report of broughtReports) {
    for (const hazard of (report.exceeded ?? '').split(/[、,，;；]/).filter(Boolean)) {
      const byYear = yearsByHazard.get(hazard) ?? new Map<number, string>();
      byYear.set(yearOfBrought(report), report.reportNo);
      yearsByHazard.set(hazard, byYear);
    }
  }
  return [...yearsByHazard].map(([hazardName, byYear]) => ({
    workshop: null,
    place: earlierReportTexts.place,
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
 * @param broughtReports imported reports of the unit: each hazard that exceeded its limit has a row
 */
export function resultsByYear(
  reports: readonly YearReport[],
  broughtReports: readonly EarlierReport[] = [],
): UnitYears {
  const years = [
    ...new Set([
      ...reports.flatMap(({ results }) =>
        results.flatMap(({ values }) => values.map(({ day }) => Number(day.slice(0, 4)))),
      ),
      ...broughtReports.map(yearOfBrought),
    ]),
  ].sort((a, b) => a - b);
  const rows = new Map<string, RowDraft>();
  for (const { reportNo, results } of reports) {
    for (const { workshop, place, hazardName, values } of results) {
      for (const { kind, unit, day, text, verdict, limit, measured } of values) {
        if (text === '') continue;
        const key = JSON.stringify([workshop ?? '', place, hazardName, kind, unit]);
        const row = rows.get(key) ?? {
          head: { workshop, place, hazardName, kind, unit },
          limit,
          limitOn: day,
          byYear: new Map<number, NumberedCell>(),
        };
        rows.set(key, row);
        if (day >= row.limitOn) Object.assign(row, { limit, limitOn: day });
        const year = Number(day.slice(0, 4));
        const existingCell = row.byYear.get(year);
        const nextNumberedCell: NumberedCell = { text, verdict, reportNo, num: measured?.num };
        if (
          !existingCell ||
          isWorse(verdict, existingCell.verdict) ||
          (verdict === existingCell.verdict && isHigher(nextNumberedCell.num, existingCell.num))
        )
          row.byYear.set(year, nextNumberedCell);
      }
    }
  }
  const cellOf = (cell: NumberedCell | undefined): YearCell | null =>
    cell ? { text: cell.text, verdict: cell.verdict, reportNo: cell.reportNo } : null;
  return {
    years,
    rows: [
      ...[...rows.values()].map(({ head, limit, byYear }) => ({
        ...head,
        limit,
        cells: years.map((year) => cellOf(byYear.get(year))),
      })),
      ...exceededBefore(years, broughtReports),
    ],
    earlierReports: broughtReports,
  };
}
