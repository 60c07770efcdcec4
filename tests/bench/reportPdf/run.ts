import { spawnSync } from 'node:child_process';
import { type Line, round } from '../line';
import type { Told } from './tell';

const run = (file: string, rows: number): Told => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', `tests/bench/reportPdf/${file}`, String(rows)],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Told;
};

/** Runs pdfmake alone: wall time, processor time and memory of a comparison that everyone can run. */
export const pdfmakeAlone = (rows: number): Told => run('reference.mjs', rows);

/**
 * quality.md, "report PDF, 45 rows / 2,000 rows": each in a fresh process, compared with pdfmake and one table of
 * as many rows.
 */
export async function measure(): Promise<Line[]> {
  return [45, 2000].flatMap((rows) => {
    const [alone, ours] = [pdfmakeAlone(rows), run('ours.ts', rows)];
    const line = (what: string, value: number, unit: Line['unit'], more: Pick<Line, 'goal' | 'note'> = {}): Line => ({
      part: 'reportPdf',
      what: `${rows} results: ${what}`,
      value: round(value, 2),
      unit,
      ...more,
    });
    const big = rows === 2000;
    return [
      line('pdfmake alone, one table', alone.took[0] / 1000, 's', {
        note: `${round(alone.processor / 1000, 2)} s of processor, ${round(alone.memory)} MB`,
      }),
      line('the report, in a fresh process', ours.took[0] / 1000, 's', {
        ...(big ? { goal: 3 } : {}),
        note: `${round(ours.processor / 1000, 2)} s of processor, ${ours.pages} pages, ${round(ours.kB)} kB`,
      }),
      line('the report, once more', ours.took[1] / 1000, 's'),
      line('the report, against pdfmake alone, processor', ours.processor / alone.processor, 'x', { goal: 1.5 }),
      line('memory of the process at most', ours.memory, 'MB', big ? { goal: 300 } : {}),
    ];
  });
}
