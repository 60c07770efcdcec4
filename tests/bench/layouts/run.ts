import { spawnSync } from 'node:child_process';
import { type Line, round } from '../line';
import type { Told } from '../reportPdf/tell';

const results = 2000;

function run(way: string): Told {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/bench/layouts/filled.ts', way, String(results)],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Told;
}

/** A report of 2,000 results in an organization's own layout, beside the product's own file of the same results. */
export async function measure(): Promise<Line[]> {
  const pairs = [
    ['Word layout', run('docx'), 'its own Word file', run('ownDocx')],
    ['Excel layout', run('xlsx'), 'its own PDF', run('ownPdf')],
  ] as const;
  return pairs.flatMap(([what, filled, beside, own]): Line[] => {
    const note = `${round(filled.took[0] / 1000, 2)} s against ${round(own.took[0] / 1000, 2)} s, ${round(filled.memory)} against ${round(own.memory)} MB, ${round(filled.kB)} kB`;
    return [
      {
        part: 'layouts',
        what: `${results} results: ${what} against ${beside}, processor`,
        value: round(filled.processor / own.processor, 2),
        unit: 'x',
        goal: 2,
        note,
      },
      {
        part: 'layouts',
        what: `${results} results: ${what} against ${beside}, memory of the process`,
        value: round(filled.memory / own.memory, 2),
        unit: 'x',
        goal: 2,
      },
    ];
  });
}
