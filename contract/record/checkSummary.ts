import { labCheckTexts } from '../labCheckTexts';
import { checksFor } from '../lab/qualityControl';
import { type CheckContext, type CheckKind, checkInputs, checks, judgeCheck } from '../methods/sheets/checks';
import type { MethodSheet } from '../methods/sheets/sheet';

export interface JudgedCheck {
  readonly id: number;
  readonly checkKind: string;
  readonly passes: boolean | null;
  readonly problem: string | null;
  readonly retestOf: number | null;
}

/** One tab of the page. */
export interface CheckLine {
  readonly kind: CheckKind;
  readonly title: string;
  /** How many the batch asks for. */
  readonly needed: number;
  /** Judged, and not tested again. */
  readonly judged: number;
  readonly passed: number;
  readonly failed: number;
  /** Rows that can't be judged. */
  readonly unjudged: number;
  readonly retested: number;
  readonly missing: number;
  readonly compulsory: boolean;
}

/** `GET api/labCheck/summary/:sheet`. */
export interface CheckSummary {
  readonly samples: number;
  readonly lines: readonly CheckLine[];
  /** Failed or unfinished: the record can't be submitted. */
  readonly faults: readonly string[];
  /** Compulsory ones that are missing: the record says why, or can't be submitted. */
  readonly missing: readonly string[];
  readonly advice: readonly string[];
  readonly explanation: string | null;
  /** Why the record can't be submitted; null where it can. */
  readonly stops: string | null;
}

function lineOf(kind: CheckKind, samples: number, rows: readonly JudgedCheck[], context: CheckContext): CheckLine {
  const { title, need } = checks[kind];
  const again = new Set(rows.map(({ retestOf }) => retestOf));
  const automatic = checkInputs(kind).length === 0 ? judgeCheck(kind, {}, context) : null;
  const own = automatic ? (automatic.problem ? [] : [{ id: 0, passes: automatic.passes, problem: null }]) : rows.filter((row) => row.checkKind === kind);
  const live = own.filter(({ id }) => !again.has(id));
  const count = (one: (row: (typeof live)[number]) => boolean) => live.filter(one).length;
  const needed = samples === 0 ? 0 : typeof need.count === 'number' ? need.count : checksFor(samples)[need.count];
  const judged = count(({ problem }) => problem === null);
  return {
    kind, title, needed, judged,
    passed: count(({ passes }) => passes === true),
    failed: count(({ passes }) => passes === false),
    unjudged: count(({ problem }) => problem !== null),
    retested: own.length - live.length,
    missing: Math.max(0, needed - judged),
    compulsory: need.compulsory,
  };
}

/**
 * What a record's checks come to: the same line on its page and before its submission (DOMAIN §5: failing QC, no 复核).
 * @param samples of the record, without blanks and parallels
 */
export function summarizeChecks(sheet: Pick<MethodSheet, 'checks'>, samples: number, rows: readonly JudgedCheck[], context: CheckContext, explanation: string | null): CheckSummary {
  const lines = sheet.checks.map((kind) => lineOf(kind, samples, rows, context));
  const faults = lines.flatMap(({ title, failed, unjudged }) => [...(failed ? [labCheckTexts.failed(title, failed)] : []), ...(unjudged ? [labCheckTexts.unjudged(title, unjudged)] : [])]);
  const lacking = (compulsory: boolean) => lines.filter((line) => line.compulsory === compulsory && line.missing > 0).map(({ title, missing }) => labCheckTexts.missing(title, missing));
  const missing = lacking(true);
  const unexplained = missing.length > 0 && !explanation?.trim() ? labCheckTexts.explainFirst(missing.join('、')) : null;
  return { samples, lines, faults, missing, advice: lacking(false), explanation, stops: faults.length > 0 ? faults.join('；') : unexplained };
}
