import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOver, type Line } from './line';

export interface PartResult {
  /** ISO, UTC. */
  readonly at: string;
  readonly node: string;
  /**
   * Processors, and how many processes wanted one (1 minute's mean) before and after: above their number, wall times
   * say little.
   */
  readonly processors: number;
  readonly load: readonly [number, number];
  /**
   * How many times as long as on the machine of PERFORMANCE.md the same work took just before; goals in seconds were
   * set there. None with figures from before this was measured.
   */
  readonly slowness?: number;
  /** Of the source, twelve digits; empty outside of a clone. None with figures from before this was kept. */
  readonly commit?: string;
  readonly lines: readonly Line[];
}

export type Results = Record<string, PartResult>;

const directory = 'bench';
const jsonPath = (root: string) => join(root, directory, 'results.json');

/** What the last runs have left; parts that do not run this time keep their figures. */
export const readResults = (root: string): Results =>
  existsSync(jsonPath(root)) ? (JSON.parse(readFileSync(jsonPath(root), 'utf8')) as Results) : {};

const units = { ms: 'ms', s: 's', kB: 'kB', MB: 'MB', x: '×', count: '' } as const;
const shown = (value: number | null, unit: Line['unit']) =>
  value === null ? 'failed' : `${value}${unit === 'count' ? '' : ` ${units[unit]}`}`;

/** The table for people: one heading a part, one row a figure. */
export function tableOf(results: Results): string {
  return Object.entries(results)
    .map(([part, { at, node, processors, load, slowness, commit, lines }]) =>
      [
        `## ${part}`,
        '',
        `${at.slice(0, 16).replace('T', ' ')} UTC${commit ? `, ${commit}` : ''}, Node ${node}, ${processors} processors, load ${load[0]} → ${load[1]}${slowness === undefined ? '' : `, ${slowness} × as slow as the machine of PERFORMANCE.md`}`,
        '',
        '| | value | goal | | |',
        '|---|--:|--:|---|---|',
        ...lines.map(
          (line) =>
            `| ${line.what} | ${shown(line.value, line.unit)} | ${line.goal === undefined ? '' : `≤ ${shown(line.goal, line.unit)}`} | ${line.goal === undefined ? '' : isOver(line) ? '**over**' : 'ok'} | ${line.note ?? ''} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

export function writeResults(root: string, results: Results): void {
  mkdirSync(join(root, directory), { recursive: true });
  writeFileSync(jsonPath(root), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(
    join(root, directory, 'results.md'),
    `# Bench\n\nWritten by \`npm run bench\`; what the figures mean: docs/performance.md.\n\n${tableOf(results)}\n`,
  );
}
