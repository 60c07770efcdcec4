import type { Results } from '../bench/report';
import { isOver } from '../bench/line';
import { type Goal, goals, idsIn } from './ids';
import type { Run, TestOutcome } from './run';

export type Verdict = 'ok' | 'failed' | 'over' | 'not proved' | 'not run';

export interface ProofRow {
  readonly goal: Goal;
  /** Of the tests that carry the id, and what they said they have measured. */
  readonly measured: string;
  readonly verdict: Verdict;
}

const byId = (tests: readonly TestOutcome[]): Map<string, TestOutcome[]> => {
  const map = new Map<string, TestOutcome[]>();
  for (const test of tests) for (const id of idsIn(test.title)) map.set(id, [...(map.get(id) ?? []), test]);
  return map;
};

const units = { ms: ' ms', s: ' s', kB: ' kB', MB: ' MB', x: ' ×', count: '' } as const;

/** The bench's figures for a goal, with the day on which they were taken: times are never asserted by a test. */
function benched(goal: Goal, results: Results): { measured: string[]; over: boolean } | undefined {
  const lines = Object.entries(goal.bench ?? {}).flatMap(([part, starts]) => {
    const result = results[part];
    const chosen = result?.lines.filter(({ what, goal: limit }) => limit !== undefined && starts.some((start) => what.startsWith(start))) ?? [];
    return chosen.map((line) => ({ ...line, day: result?.at.slice(0, 10) ?? '' }));
  });
  if (lines.length === 0) return undefined;
  const over = lines.filter(isOver);
  const said = (line: (typeof lines)[number]): string => `${line.what} ${line.value ?? '—'}${units[line.unit]}（≤ ${line.goal}）`;
  const head = `bench ${lines[0]?.day ?? ''}：${lines.length - over.length}/${lines.length} 项达到`;
  return { measured: [head, ...(over.length > 0 ? over : lines).slice(0, 4).map(said)], over: over.length > 0 };
}

function rowOf(goal: Goal, tests: readonly TestOutcome[], carried: boolean, results: Results): ProofRow {
  const figures = benched(goal, results);
  const passed = tests.filter(({ state }) => state === 'passed').length;
  const failed = tests.filter(({ state }) => state === 'failed').length;
  const said = [...new Set(tests.flatMap(({ measured }) => measured))];
  const counted = tests.length === 0 ? [] : [`${passed} 项测试通过${failed > 0 ? `，${failed} 项未通过` : ''}`];
  const measured = [...said, ...(figures?.measured ?? []), ...counted].join('；');
  if (failed > 0) return { goal, measured, verdict: 'failed' };
  if (figures?.over || tests.some(({ short }) => short)) return { goal, measured, verdict: 'over' };
  if (passed > 0 || figures) return { goal, measured, verdict: 'ok' };
  return { goal, measured, verdict: carried ? 'not run' : 'not proved' };
}

/** @param carried the ids that some test's title carries, whether it ran or not */
export function proofRows(run: Run, carried: ReadonlySet<string>, results: Results, wanted: readonly string[] = []): ProofRow[] {
  const tests = byId(run.tests);
  return goals.filter(({ id }) => wanted.length === 0 || wanted.includes(id)).map((goal) => rowOf(goal, tests.get(goal.id) ?? [], carried.has(goal.id), results));
}

const tally = (rows: readonly ProofRow[]): string =>
  (['ok', 'failed', 'over', 'not proved', 'not run'] as const).flatMap((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count > 0 ? [`${count} ${verdict}`] : [];
  }).join(', ');

/** id → measured → required → ok, for a terminal. */
export const proofText = (rows: readonly ProofRow[]): string =>
  [...rows.map(({ goal, measured, verdict }) => `${goal.id.padEnd(6)} ${verdict.padEnd(10)} ${goal.what}\n       measured  ${measured || '—'}\n       required  ${goal.required}${goal.short ? `\n       short of  ${goal.short}` : ''}`), '', tally(rows)].join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The same as a page of docs. */
export const proofPage = (rows: readonly ProofRow[], { at, version, commit, environment }: Run): string =>
  [
    '# Proofs',
    '',
    'Written by `npm run proof`: each goal, what its tests have measured, and what is required. `npm run proof -- FT1 SIG2` runs some. Figures of the bench are those of its last run (bench/results.md).',
    '',
    `${at.slice(0, 16).replace('T', ' ')} UTC, ${version}${commit ? ` (${commit.slice(0, 12)})` : ''}, ${Object.values(environment).join(', ')}: ${tally(rows)}.`,
    '',
    '| id | | measured | required | |',
    '|---|---|---|---|---|',
    ...rows.map(({ goal, measured, verdict }) => `| ${goal.id} | ${goal.what} | ${cell(measured || '—')} | ${cell(goal.required)}${goal.short ? `<br>${goal.short}` : ''} | ${verdict === 'ok' ? 'ok' : `**${verdict}**`} |`),
    '',
  ].join('\n');
