import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { measured } from '../support/measured';
import { placesOf } from './asWritten';
import { type Guard, guards } from './guards';
import { chosen } from './mutations';

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const tried = chosen(guards, ({ what, file, test }) => [what, file, test]);

// Number of copies of the sources, so that as many mutants are tried at once.
const copies = 2;
let places: string[] = [];

beforeAll(() => {
  places = Array.from({ length: copies }, () => {
    const place = mkdtempSync(join(tmpdir(), 'occhealth-guards-'));
    for (const part of [
      'contract',
      'server',
      'src',
      'tests',
      'scripts',
      'index.html',
      'package.json',
      'tsconfig.json',
      'tsconfig.base.json',
      'tsconfig.server.json',
      'tsconfig.app.json',
      'vite.config.ts',
      'vitest.config.ts',
    ]) {
      cpSync(join(root, part), join(place, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
    return place;
  });
});
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

/**
 * Returns the source without the check.
 * @throws Error where the text is missing or occurs twice: the list has to follow the source
 */
function mutated({ what, file, text, without = '' }: Guard): string {
  const source = readFileSync(join(root, file), 'utf8');
  const places = placesOf(source, text);
  const [place] = places;
  if (!place || places.length > 1)
    throw new Error(
      `${file}: the check "${what}" stands there ${places.length} times; tests/security/guards.ts has to name it anew`,
    );
  return source.slice(0, place.from) + without + source.slice(place.until);
}

/** Timeout in ms; without its check a test may wait for ever, which counts as detected, too. */
const patience = 60_000;

/** Returns the result of the test in that copy; undefined without one. */
async function outcomeOf({ test, named }: Guard, place: string): Promise<Results | undefined> {
  const report = join(place, 'report.json');
  rmSync(report, { force: true });
  const project = test.split('/')[0] === 'security' ? 'server' : (test.split('/')[0] as string);
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|PROOFS|TEST_)/.test(name)));
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      `tests/${test}`,
      ...(named ? ['-t', named] : []),
      '--reporter=json',
      `--outputFile=${report}`,
      `--testTimeout=${patience}`,
    ],
    { cwd: place, env: own, stdio: 'ignore' },
  );
  await once(child, 'exit');
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Results;
  } catch {
    return undefined;
  }
}

/** Describes which test failed and why, to distinguish detection from a lack of resources. */
function howNoticed({ testResults }: Results): string {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  return `${failed?.title ?? ''}: ${(failed?.failureMessages[0] ?? testResults[0]?.message ?? '').split('\n')[0] ?? ''}`.slice(
    0,
    240,
  );
}

interface Trial {
  readonly survived: boolean;
  readonly said: string;
}

/**
 * Returns whether the test passes alone with every check in place: one that depends on another would fail anyway and
 * detect nothing. Run once per test.
 */
const sound = new Map<string, Promise<boolean>>();
function passesBefore(guard: Guard, place: string): Promise<boolean> {
  const key = `${guard.test} ${guard.named ?? ''}`;
  const known =
    sound.get(key) ??
    outcomeOf(guard, place).then(
      (outcome) => outcome !== undefined && outcome.numFailedTests === 0 && outcome.numPassedTests > 0,
    );
  sound.set(key, known);
  return known;
}

async function trialOf(guard: Guard, place: string): Promise<Trial> {
  if (!(await passesBefore(guard, place)))
    return {
      survived: true,
      said: `${guard.what}: ${guard.test} ${guard.named ?? ''} does not pass by itself with the check in place`,
    };
  const file = join(place, guard.file);
  writeFileSync(file, mutated(guard));
  try {
    const outcome = await outcomeOf(guard, place);
    if (!outcome) return { survived: true, said: `${guard.what}: the test did not run` };
    if (outcome.numFailedTests === 0)
      return {
        survived: true,
        said: `${guard.what}: nobody noticed (${outcome.numPassedTests} tests of ${guard.test} passed)`,
      };
    return { survived: false, said: `noticed: ${guard.what} (${howNoticed(outcome)})` };
  } finally {
    writeFileSync(file, readFileSync(join(root, guard.file)));
  }
}

describe('removed check (AZ2)', () => {
  it(`removing any of the listed security checks makes a test fail, 100 % of ${tried.length} checks`, async () => {
    const waiting = [...tried];
    const survived: string[] = [];
    const begun = performance.now();
    const since = (start: number) => Math.round((performance.now() - start) / 1000);
    await Promise.all(
      places.map(async (place) => {
        for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
          const start = performance.now();
          const { survived: lives, said } = await trialOf(guard, place);
          if (lives) survived.push(said);
          console.log(`${said} ${since(start)} s`);
        }
      }),
    );
    expect(tried).not.toEqual([]);
    expect(survived).toEqual([]);
    measured(
      `逐一去掉 ${tried.length} 处检查，${tried.length - survived.length} 处被测试发现，共 ${since(begun)} 秒`,
      true,
      tried.length === guards.length,
    );
  }, 3_600_000);
});
