import { databaseErrorCode } from './errorCode';

/** Duration, ms, from which a statement is listed as slow. */
export const slowFromMs = 200;
const maxKinds = 1000;
const maxTexts = 4000;
const maxSlow = 100;
const maxTextLength = 4000;

interface StatementKind {
  readonly sql: string;
  count: number;
  total: number;
  max: number;
  rows: number;
  errors: number;
  lastError: string | null;
  last: number;
}

interface SlowStatement {
  readonly sql: string;
  readonly endedMs: number;
  readonly ms: number;
  readonly rows: number;
  readonly error: string | null;
}

/** Functions that end the measurement of one statement: with its rows, or with its error. */
interface StatementMeasurement {
  done(rows: number): void;
  failed(error: unknown): void;
}

export interface StatementLog {
  /** Starts the measurement of a statement; its parameters are not examined. */
  begin(sql: string): StatementMeasurement;
  kinds(): readonly StatementKind[];
  /** Returns the slow statements, newest first. */
  slow(): readonly SlowStatement[];
  readonly dropped: number;
  /** Start of counting, ms since 1970. */
  readonly since: number;
  reset(): void;
}

// Matched in one pass, because a comment may contain a quote and a quote a comment. An unclosed one extends to the
// end.
const statementPieces = new RegExp(
  [
    /\$([a-z_]\w*|)\$[\s\S]*?(?:\$\1\$|$)/, // dollar quotes
    /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/, // comments
    /("(?:[^"]|"")*(?:"|$))/, // names, kept
    /E'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/,
    /'(?:[^']|'')*(?:'|$)/,
    /\$\d+/,
    /(?<![\w$".])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/**
 * Normalises a statement so that it contains no values: literals and numbers become `?`, lists and repeated parameter
 * rows become one, comments and line ends a blank. Statements that differ only in these parts are one kind.
 */
export function normalizeStatement(sql: string): string {
  return sql
    .slice(0, maxTextLength * 4)
    .replace(statementPieces, (_found, _tag, comment: string | undefined, name: string | undefined) =>
      comment !== undefined ? ' ' : (name ?? '?'),
    )
    .replace(/\s+/g, ' ')
    .replace(/\(\s*(\?|default)(::\w+(\[\])?)?(\s*,\s*(\?|default)(::\w+(\[\])?)?)+\s*\)/gi, '(?, …)')
    .replace(/\(\?, …\)(\s*,\s*\(\?, …\))+/g, '(?, …), …')
    .trim()
    .slice(0, maxTextLength);
}

/**
 * Collects statistics by kind of statement. Memory is bounded, and the cost is low enough to be always on (a look-up
 * and two additions).
 */
export function createStatementLog(now: () => number = Date.now): StatementLog {
  // Texts repeat, so each text is normalised once.
  const texts = new Map<string, string>();
  const kinds = new Map<string, StatementKind>();
  let slow: SlowStatement[] = [];
  let droppedCount = 0;
  let countingSince = now();

  function kindOf(text: string): StatementKind | undefined {
    let sql = texts.get(text);
    if (sql === undefined) {
      sql = normalizeStatement(text);
      if (texts.size >= maxTexts) texts.clear();
      texts.set(text, sql);
    }
    const knownKind = kinds.get(sql);
    if (knownKind) return knownKind;
    if (kinds.size >= maxKinds) {
      droppedCount += 1;
      return undefined;
    }
    const kind: StatementKind = { sql, count: 0, total: 0, max: 0, rows: 0, errors: 0, lastError: null, last: 0 };
    kinds.set(sql, kind);
    return kind;
  }

  function noteStatement(text: string, ms: number, rows: number, error: string | null): void {
    const kind = kindOf(text);
    const endedMs = now();
    if (kind) {
      kind.count += 1;
      kind.total += ms;
      kind.rows += rows;
      kind.last = endedMs;
      if (ms > kind.max) kind.max = ms;
      if (error !== null) {
        kind.errors += 1;
        kind.lastError = error;
      }
    }
    if (ms >= slowFromMs) {
      slow.push({ sql: kind?.sql ?? normalizeStatement(text), endedMs, ms, rows, error });
      if (slow.length > maxSlow) slow.shift();
    }
  }

  return {
    begin(sql) {
      const started = performance.now();
      return {
        done: (rows) => noteStatement(sql, performance.now() - started, rows, null),
        failed: (error) => noteStatement(sql, performance.now() - started, 0, databaseErrorCode(error)),
      };
    },
    kinds: () => [...kinds.values()],
    slow: () => [...slow].reverse(),
    get dropped() {
      return droppedCount;
    },
    get since() {
      return countingSince;
    },
    reset() {
      kinds.clear();
      slow = [];
      droppedCount = 0;
      countingSince = now();
    },
  };
}
