import { isOver } from '../bench/line';
import type { Results } from '../bench/report';
import { type Goal, goals, idsIn } from './ids';
import type { Run, TestOutcome } from './run';
import type { TestFile } from './titles';

/** `ok in part`: all that was tried meets the requirement, but something was not tried, or not as often (`short`). */
export type Verdict = 'ok' | 'ok in part' | 'failed' | 'over' | 'not proved' | 'not run';

export interface ProofRow {
  readonly goal: Goal;
  /** Measurements reported by the tests with the id. */
  readonly measured: string;
  readonly verdict: Verdict;
  /** What was not tried, and why. */
  readonly short?: string;
  /** ISO date (UTC) of the bench's figures, which are taken while no test runs. */
  readonly benchedOn?: string;
}

const byId = (tests: readonly TestOutcome[]): Map<string, TestOutcome[]> => {
  const map = new Map<string, TestOutcome[]>();
  for (const test of tests) for (const id of idsIn(test.title)) map.set(id, [...(map.get(id) ?? []), test]);
  return map;
};

const units = { ms: ' ms', s: ' s', kB: ' kB', MB: ' MB', x: ' ×', count: '' } as const;

/** Returns the bench's figures for a goal with their date. Tests never assert times. */
function benched(goal: Goal, results: Results): { measured: string[]; over: boolean; day: string } | undefined {
  const parts = Object.entries(goal.bench ?? {}).flatMap(([part, starts]) => {
    const result = results[part];
    const limited =
      result?.lines
        .filter(({ goal: limit }) => limit !== undefined)
        .map((line) => ({ ...line, day: result.at.slice(0, 10) })) ?? [];
    return starts.map((start) => limited.filter(({ what }) => what.startsWith(start)));
  });
  // A part without results, or under another name, is not a goal that is met.
  if (parts.length === 0 || parts.some((lines) => lines.length === 0)) return undefined;
  const lines = parts.flat();
  const over = lines.filter(isOver);
  const said = (line: (typeof lines)[number]): string =>
    `${line.what} ${line.value ?? '—'}${units[line.unit]}（≤ ${line.goal}）`;
  const head = `bench ${lines[0]?.day ?? ''}：${lines.length - over.length}/${lines.length} 项达到`;
  return {
    measured: [head, ...(over.length > 0 ? over : lines).slice(0, 4).map(said)],
    over: over.length > 0,
    day: lines[0]?.day ?? '',
  };
}

function rowOf(goal: Goal, tests: readonly TestOutcome[], carriers: readonly string[], results: Results): ProofRow {
  const figures = benched(goal, results);
  const passed = tests.filter(({ state }) => state === 'passed').length;
  const failed = tests.filter(({ state }) => state === 'failed').length;
  // Files without results: they did not load, or their project failed or is missing.
  const silent = carriers.filter((file) => !tests.some((test) => test.file === file && test.state !== 'skipped'));
  const said = [...new Set(tests.flatMap(({ measured }) => measured))];
  const counted =
    tests.length === 0
      ? []
      : [
          `${passed} 项测试通过${failed > 0 ? `，${failed} 项未通过` : ''}${silent.length > 0 ? `，${silent.length} 个测试文件未运行` : ''}`,
        ];
  const measured = [...said, ...(figures?.measured ?? []), ...counted].join('；');
  const short =
    [goal.short, tests.some(({ fewer }) => fewer) ? '本次执行的次数少于要求' : undefined]
      .filter((text) => text !== undefined)
      .join('；') || undefined;
  const verdict = (): Verdict => {
    if (failed > 0) return 'failed';
    if (carriers.length === 0 && !goal.bench) return 'not proved';
    if (silent.length > 0 || (goal.bench && !figures)) return 'not run';
    if (figures?.over || tests.some(({ short }) => short)) return 'over';
    return short === undefined ? 'ok' : 'ok in part';
  };
  return {
    goal,
    measured,
    verdict: verdict(),
    ...(short === undefined ? {} : { short }),
    ...(figures && passed === 0 ? { benchedOn: figures.day } : {}),
  };
}

/** @param files all test files, run or not */
export function proofRows(
  run: Run,
  files: readonly TestFile[],
  results: Results,
  wanted: readonly string[] = [],
): ProofRow[] {
  const tests = byId(run.tests);
  const carriersOf = (id: string): string[] =>
    files.filter(({ titles }) => titles.some((title) => idsIn(title).includes(id))).map(({ file }) => file);
  return goals
    .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    .map((goal) => rowOf(goal, tests.get(goal.id) ?? [], carriersOf(goal.id), results));
}

const tally = (rows: readonly ProofRow[]): string =>
  (['ok', 'ok in part', 'failed', 'over', 'not proved', 'not run'] as const)
    .flatMap((verdict) => {
      const count = rows.filter((row) => row.verdict === verdict).length;
      return count > 0 ? [`${count} ${verdict}`] : [];
    })
    .join(', ');

/** Formats the rows for a terminal: id → measured → required → ok. */
export const proofText = (rows: readonly ProofRow[]): string =>
  [
    ...rows.map(
      ({ goal, measured, verdict, short }) =>
        `${goal.id.padEnd(6)} ${verdict.padEnd(10)} ${goal.what}\n       measured  ${measured || '—'}\n       required  ${goal.required}${goal.note ? `\n       note      ${goal.note}` : ''}${short ? `\n       short of  ${short}` : ''}`,
    ),
    '',
    tally(rows),
  ].join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');

const lineOf = ({ goal, measured, verdict, short }: ProofRow): string =>
  `| ${goal.id} | ${goal.what} | ${cell(measured || '—')} | ${[goal.required, goal.note, short]
    .filter((text) => text !== undefined)
    .map(cell)
    .join('<br>')} | ${verdict === 'ok' ? 'ok' : `**${verdict}**`} |`;

/** @param how the files were run */
const againLine = ({ at, commit, files }: NonNullable<Run['again']>[number], how: string): string =>
  `- run again ${at.slice(0, 16).replace('T', ' ')} UTC${commit ? ` (${commit.slice(0, 12)})` : ''}, ${how}: ${files.join(', ')}`;

/** Formats the rows as a page of docs. */
export const proofPage = (
  rows: readonly ProofRow[],
  { at, version, commit, environment, broken, again = [] }: Run,
): string =>
  [
    '# Proofs',
    '',
    'Written by `npm run proof`: each goal, what its tests have measured, and what is required. `npm run proof -- FT1 SIG2` runs some. `ok in part`: what was tried is as required, and the last lines of the requirement say what was not. Figures of the bench are those of its last run (bench/results.md).',
    '',
    `${at.slice(0, 16).replace('T', ' ')} UTC, ${version}${commit ? ` (${commit.slice(0, 12)})` : ''}, ${Object.values(environment).join(', ')}: ${tally(rows)}.`,
    ...(again.length > 0 ? ['', ...again.map((later) => againLine(later, 'beside nothing else'))] : []),
    ...(broken.length > 0 ? ['', ...broken.map((what) => `- broke down: ${what}`)] : []),
    '',
    '| id | | measured | required | |',
    '|---|---|---|---|---|',
    ...rows.map(lineOf),
    '',
  ].join('\n');

const verdicts = ['ok', 'ok in part', 'failed', 'over', 'not proved', 'not run'] as const;

/**
 * Replaces the rows of some goals in a page by those of a later run. Other rows stay.
 * @param rows of the goals of that run
 */
export function pageWith(page: string, rows: readonly ProofRow[], { at, commit, tests }: Run): string {
  const said = new Map(rows.map((row) => [row.goal.id, lineOf(row)]));
  const files = [...new Set(tests.map(({ file }) => file))].sort();
  const lines = page.split('\n').map((line) => said.get(/^\| ([A-Z0-9-]+) \|/.exec(line)?.[1] ?? '') ?? line);
  const told = lines.flatMap((line) => /^\| [A-Z0-9-]+ \|.*\| (?:\*\*)?([a-z ]+?)(?:\*\*)? \|$/.exec(line)?.[1] ?? []);
  const sums = verdicts
    .map((verdict) => [told.filter((one) => one === verdict).length, verdict] as const)
    .filter(([count]) => count > 0);
  const head = lines.findIndex((line) => / UTC, .*: /.test(line));
  lines[head] = (lines[head] ?? '').replace(/: [^:]*$/, `: ${sums.map((sum) => sum.join(' ')).join(', ')}.`);
  const later = lines.findLastIndex((line) => line.startsWith('- run again '));
  lines.splice(
    later < 0 ? head + 1 : later + 1,
    0,
    ...(later < 0 ? [''] : []),
    againLine({ at, commit, files }, 'on a machine that others used'),
  );
  return lines.join('\n');
}
