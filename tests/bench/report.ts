import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOver, type Line } from './line';

export interface PartResult {
  /** ISO, UTC. */
  readonly at: string;
  readonly node: string;
  /** Number of processors, and 1-minute load before and after. With a load above it, wall times mean little. */
  readonly processors: number;
  readonly load: readonly [number, number];
  /**
   * Ratio of the same work's duration to the machine of quality.md, measured just before, since goals in seconds
   * were set there. Absent in older figures.
   */
  readonly slowness?: number;
  /** Commit, twelve digits; empty outside a clone. Absent in older figures. */
  readonly commit?: string;
  readonly lines: readonly Line[];
}

export type Results = Record<string, PartResult>;

const directory = 'bench';
const jsonPath = (root: string) => join(root, directory, 'results.json');

/** Returns the results of former runs; parts that do not run now keep their figures. */
export const readResults = (root: string): Results =>
  existsSync(jsonPath(root)) ? (JSON.parse(readFileSync(jsonPath(root), 'utf8')) as Results) : {};

const units = { ms: 'ms', s: 's', kB: 'kB', MB: 'MB', x: '×', count: '' } as const;
const shown = (value: number | null, unit: Line['unit']) =>
  value === null ? 'failed' : `${value}${unit === 'count' ? '' : ` ${units[unit]}`}`;

/** Formats results as Markdown: one heading per part, one row per figure. */
export function tableOf(results: Results): string {
  return Object.entries(results)
    .map(([part, { at, node, processors, load, slowness, commit, lines }]) =>
      [
        `## ${part}`,
        '',
        `${at.slice(0, 16).replace('T', ' ')} UTC${commit ? `, ${commit}` : ''}, Node ${node}, ${processors} processors, load ${load[0]} → ${load[1]}${slowness === undefined ? '' : `, ${slowness} × as slow as the machine of quality.md`}`,
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
