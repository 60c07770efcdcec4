import {
  checksFor,
  samplesBeforeControl,
  samplesToRepeat,
  type SampleSpan,
} from '@contract/arithmetic/curves/qualityControl';
import {
  type CheckContext,
  type CheckKind,
  checkInputs,
  methodChecks,
  judgeCheck,
  type RequiredChecks,
} from '../methods/sheets/methodChecks';
import type { MethodSheet } from '../methods/sheets/methodSheet';
import { labCheckTexts } from './checkTexts';

interface JudgedCheck {
  readonly id: number;
  readonly checkKind: string;
  readonly passes: boolean | null;
  readonly problem: string | null;
  readonly retestOf: number | null;
}

/** One tab of the quality control page. */
export interface CheckLine {
  readonly kind: CheckKind;
  readonly title: string;
  /** Number of checks that the batch requires. */
  readonly needed: number;
  /** Number of judged checks that were not repeated. */
  readonly judged: number;
  readonly passed: number;
  readonly failed: number;
  /** Number of checks that can't be judged. */
  readonly unjudged: number;
  readonly retested: number;
  readonly missing: number;
  readonly compulsory: boolean;
  /** Sentences about missing checks that need a reason; empty where all checks exist. */
  readonly open: readonly string[];
  /** Reason stated for this check. */
  readonly reason: string | null;
}

/** Answer of `GET api/labCheck/summary/:sheet`. */
export interface CheckSummary {
  readonly samples: number;
  readonly lines: readonly CheckLine[];
  /** Failed or unfinished checks, which prevent submission of the record. */
  readonly faults: readonly string[];
  /**
   * Checks that need a reason: missing compulsory ones, an efficiency below its minimum, samples after a failed
   * control.
   */
  readonly missing: readonly string[];
  /** Checks in `missing` without a reason. */
  readonly unexplained: readonly string[];
  readonly advice: readonly string[];
  /** Remark on the record as a whole; it does not replace the reason of a check. */
  readonly explanation: string | null;
  /** Reason why the record can't be submitted; null where it can. */
  readonly stops: string | null;
}

/** Reasons stated for missing checks. */
interface CheckWords {
  /** Reasons by kind of check. */
  readonly reasons: Readonly<Record<string, string>> | null;
  /** Remark on the whole record. */
  readonly remark: string | null;
  /** The record was signed at a time when one remark covered all checks. */
  readonly remarkCounts?: boolean;
}

/** Sample numbers of a record in the order of measurement, without blanks and parallels. */
type RunSamples = readonly string[];

/**
 * Returns the samples to be measured again after failed controls: all samples since the last passed control (GBZ
 * 331-2024 5.2.6.3.1 i).
 */
function repeatedSamples(rows: readonly JudgedCheck[], samples: RunSamples): SampleSpan[] {
  const byFirst = new Map(
    rows.flatMap(({ retestOf, passes }) => (retestOf === null ? [] : [[retestOf, passes] as const])),
  );
  const firstJudgedChecks = rows.filter(({ checkKind, retestOf }) => checkKind === 'control' && retestOf === null);
  const positions = firstJudgedChecks.flatMap(({ id, passes }, index) => {
    const after = Math.min(samplesBeforeControl(index), samples.length);
    return passes === null
      ? []
      : [{ after, passes }, ...(passes === false && byFirst.get(id) === true ? [{ after, passes: true }] : [])];
  });
  return samplesToRepeat(positions);
}

const spanText = ({ from, to }: SampleSpan, samples: RunSamples): string =>
  from === to ? String(samples[from - 1]) : `${samples[from - 1]}～${samples[to - 1]}（${to - from + 1}个）`;

const neededOf = ({ count }: RequiredChecks, samples: number, { normSet }: CheckContext): number =>
  samples === 0 ? 0 : typeof count === 'number' ? count : checksFor(samples, normSet)[count];

function lineOf(
  kind: CheckKind,
  samples: RunSamples,
  rows: readonly JudgedCheck[],
  context: CheckContext,
  checkWords: CheckWords,
): CheckLine {
  const { title } = methodChecks[kind];
  const requiredChecks: RequiredChecks = methodChecks[kind].need;
  const retestedIds = new Set(rows.map(({ retestOf }) => retestOf));
  const automatic = checkInputs(kind).length === 0 ? judgeCheck(kind, {}, context) : null;
  const ownRows = automatic
    ? automatic.problem
      ? []
      : [{ id: 0, passes: automatic.passes, problem: null }]
    : rows.filter((row) => row.checkKind === kind);
  const liveRows = ownRows.filter(({ id }) => !retestedIds.has(id));
  const count = (predicate: (row: (typeof liveRows)[number]) => boolean) => liveRows.filter(predicate).length;
  const neededCount = neededOf(requiredChecks, samples.length, context);
  const judgedCount = count(({ problem }) => problem === null);
  const failedCount = count(({ passes }) => passes === false);
  const missingCount = Math.max(0, neededCount - judgedCount);
  const spansToRepeat = kind === 'control' ? repeatedSamples(rows, samples) : [];
  return {
    kind,
    title,
    needed: neededCount,
    judged: judgedCount,
    failed: failedCount,
    missing: missingCount,
    passed: count(({ passes }) => passes === true),
    unjudged: count(({ problem }) => problem !== null),
    retested: ownRows.length - liveRows.length,
    compulsory: requiredChecks.compulsory,
    open: [
      ...(requiredChecks.compulsory && missingCount > 0 ? [labCheckTexts.missing(title, missingCount)] : []),
      ...(requiredChecks.warns && failedCount > 0 ? [labCheckTexts.belowRule(title, failedCount)] : []),
      ...spansToRepeat.map((span) => labCheckTexts.repeat(title, spanText(span, samples))),
    ],
    reason: checkWords.reasons?.[kind]?.trim() || (checkWords.remarkCounts ? checkWords.remark?.trim() || null : null),
  };
}

const onlyWarns = (kind: CheckKind): boolean => (methodChecks[kind].need as RequiredChecks).warns === true;

/**
 * Summarises a record's checks, for its page and before its submission (DOMAIN §5: no 复核 with failed QC). Each
 * missing check requires its own reason.
 * @param samples numbers of the record's samples in order, without blanks and parallels
 */
export function summarizeChecks(
  sheet: Pick<MethodSheet, 'checks'>,
  samples: RunSamples,
  rows: readonly JudgedCheck[],
  context: CheckContext,
  checkWords: CheckWords,
): CheckSummary {
  const checkLines = sheet.checks.map((kind) => lineOf(kind, samples, rows, context, checkWords));
  const faults = checkLines.flatMap(({ kind, title, failed, unjudged }) => [
    ...(failed && !onlyWarns(kind) ? [labCheckTexts.failed(title, failed)] : []),
    ...(unjudged ? [labCheckTexts.unjudged(title, unjudged)] : []),
  ]);
  const missingChecks = checkLines.flatMap(({ open }) => open);
  const unexplainedFaults = checkLines.flatMap(({ open, reason }) => (reason === null ? open : []));
  const advice = checkLines.flatMap((line) =>
    !line.compulsory && line.missing > 0 ? [labCheckTexts.missing(line.title, line.missing)] : [],
  );
  const stops =
    faults.length > 0
      ? faults.join('；')
      : unexplainedFaults.length > 0
        ? labCheckTexts.explainFirst(unexplainedFaults.join('、'))
        : null;
  return {
    samples: samples.length,
    lines: checkLines,
    faults,
    missing: missingChecks,
    unexplained: unexplainedFaults,
    advice,
    explanation: checkWords.remark,
    stops,
  };
}

/** Counts the missing compulsory checks of a record and returns whether each has a reason. */
export function missingOf({ lines }: Pick<CheckSummary, 'lines'>): {
  readonly count: number;
  readonly explained: boolean;
} {
  const openLines = lines.filter((line) => line.open.length > 0);
  return {
    count: openLines.reduce((sum, line) => sum + Math.max(line.compulsory ? line.missing : 0, 0), 0),
    explained: openLines.every(({ reason }) => reason !== null),
  };
}
