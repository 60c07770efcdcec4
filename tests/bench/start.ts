import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfTree, serve } from './copy';
import { type Line, median, round } from './line';

const warmRuns = 3;

/** Measures the installation that `npm start` does first without packages, in a copy. */
async function install(): Promise<{ took: number } | { said: string }> {
  const clone = copyOfTree({ packages: false });
  try {
    const started = performance.now();
    const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--include=dev', '--prefer-offline'], {
      cwd: clone.directory,
      encoding: 'utf8',
    });
    if (status === 0) return { took: performance.now() - started };
    return {
      said: stderr
        .split('\n')
        .filter((line) => /error (?!code|A complete)\S/.test(line))
        .slice(0, 2)
        .join(' ')
        .slice(0, 300),
    };
  } finally {
    clone.remove();
  }
}

/** quality.md, Server and files: time from `npm start` to the first answer, and of `vite build` alone. */
export async function measure(): Promise<Line[]> {
  const lines: Line[] = [];
  const add = (what: string, value: number, goal?: number, note?: string) =>
    lines.push({
      part: 'start',
      what,
      value: round(value / 1000, 2),
      unit: 's',
      ...(goal === undefined ? {} : { goal }),
      ...(note ? { note } : {}),
    });
  const note = (processor: number) => (Number.isNaN(processor) ? '' : `${round(processor / 1000)} s of processor`);

  const installed = await install();
  const clone = copyOfTree({ packages: true });
  try {
    const first = await serve(clone.directory);
    add('first start of a clone: build, migrate, demonstration data', first.took, undefined, note(first.processor));
    lines.push({
      part: 'start',
      what: 'npm ci (from its cache) and that',
      unit: 's',
      goal: 60,
      ...('took' in installed
        ? { value: round((installed.took + first.took) / 1000, 2) }
        : { value: null, note: installed.said }),
    });
    await first.stop();
    const warm = [];
    for (let run = 0; run < warmRuns; run += 1) {
      const started = await serve(clone.directory);
      warm.push(started);
      await started.stop();
    }
    add('warm start', median(warm.map(({ took }) => took)), 3, note(median(warm.map(({ processor }) => processor))));

    rmSync(join(clone.directory, 'data'), { recursive: true, force: true });
    const built = await serve(clone.directory);
    add('first start of a built clone: migrate, demonstration data', built.took, undefined, note(built.processor));
    await built.stop();

    rmSync(join(clone.directory, 'dist'), { recursive: true, force: true });
    const started = performance.now();
    const { status, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
      { cwd: clone.directory, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
    );
    if (status !== 0) throw new Error(stderr);
    add('vite build, cold', performance.now() - started, 8);
    return lines;
  } finally {
    clone.remove();
  }
}
