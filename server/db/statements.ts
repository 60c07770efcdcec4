import { databaseErrorCode } from './errorCode';

/** ms from which a statement is kept on the slow list. */
export const slowFrom = 200;
const mostKinds = 1000;
const mostTexts = 4000;
const mostSlow = 100;
const longestText = 4000;

export interface Kind {
  readonly sql: string;
  count: number;
  total: number;
  max: number;
  rows: number;
  errors: number;
  lastError: string | null;
  last: number;
}

export interface Slow {
  readonly sql: string;
  readonly at: number;
  readonly ms: number;
  readonly rows: number;
  readonly error: string | null;
}

/** Ends the measuring of one statement: with its rows, or with what it failed of. */
export interface Measuring {
  done(rows: number): void;
  failed(error: unknown): void;
}

export interface StatementLog {
  /** The statement starts now; what it is sent with is not looked at. */
  begin(sql: string): Measuring;
  kinds(): readonly Kind[];
  /** Newest first. */
  slow(): readonly Slow[];
  readonly dropped: number;
  /** ms since 1970 */
  readonly since: number;
  reset(): void;
}

// In one pass, since each may hold what looks like another: a quote in a comment, a comment in a quote. What never
// closes goes to the end.
const pieces = new RegExp(
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
 * A statement without anything that could be a value: literals and numbers become `?`, lists and repeated rows of
 * parameters
 * one, comments and line ends a blank. What differs only in these is one kind.
 */
export function normalizeStatement(sql: string): string {
  return sql
    .slice(0, longestText * 4)
    .replace(pieces, (_found, _tag, comment: string | undefined, name: string | undefined) =>
      comment !== undefined ? ' ' : (name ?? '?'),
    )
    .replace(/\s+/g, ' ')
    .replace(/\(\s*(\?|default)(::\w+(\[\])?)?(\s*,\s*(\?|default)(::\w+(\[\])?)?)+\s*\)/gi, '(?, …)')
    .replace(/\(\?, …\)(\s*,\s*\(\?, …\))+/g, '(?, …), …')
    .trim()
    .slice(0, longestText);
}

/** Counts by kind of statement, bounded in memory; cheap enough to be always on (a look-up and two additions). */
export function createStatementLog(now: () => number = Date.now): StatementLog {
  // The same texts come again and again; each is normalised once.
  const texts = new Map<string, string>();
  const kinds = new Map<string, Kind>();
  let slow: Slow[] = [];
  let dropped = 0;
  let since = now();

  function kindOf(text: string): Kind | undefined {
    let sql = texts.get(text);
    if (sql === undefined) {
      sql = normalizeStatement(text);
      if (texts.size >= mostTexts) texts.clear();
      texts.set(text, sql);
    }
    const known = kinds.get(sql);
    if (known) return known;
    if (kinds.size >= mostKinds) {
      dropped += 1;
      return undefined;
    }
    const kind: Kind = { sql, count: 0, total: 0, max: 0, rows: 0, errors: 0, lastError: null, last: 0 };
    kinds.set(sql, kind);
    return kind;
  }

  function note(text: string, ms: number, rows: number, error: string | null): void {
    const kind = kindOf(text);
    const at = now();
    if (kind) {
      kind.count += 1;
      kind.total += ms;
      kind.rows += rows;
      kind.last = at;
      if (ms > kind.max) kind.max = ms;
      if (error !== null) {
        kind.errors += 1;
        kind.lastError = error;
      }
    }
    if (ms >= slowFrom) {
      slow.push({ sql: kind?.sql ?? normalizeStatement(text), at, ms, rows, error });
      if (slow.length > mostSlow) slow.shift();
    }
  }

  return {
    begin(sql) {
      const started = performance.now();
      return {
        done: (rows) => note(sql, performance.now() - started, rows, null),
        failed: (error) => note(sql, performance.now() - started, 0, databaseErrorCode(error)),
      };
    },
    kinds: () => [...kinds.values()],
    slow: () => [...slow].reverse(),
    get dropped() {
      return dropped;
    },
    get since() {
      return since;
    },
    reset() {
      kinds.clear();
      slow = [];
      dropped = 0;
      since = now();
    },
  };
}
