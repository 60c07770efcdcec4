import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '@server/base/root';
import { scratchCopy } from './recipes/scratchCopy';

it('the code recipes of CONTRIBUTING.md compile on every side of the package', () => {
  const scratch = scratchCopy();
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const path = join(scratch, 'tsconfig.json');
  const config = JSON.parse(readFileSync(path, 'utf8')) as { compilerOptions: object };
  writeFileSync(
    path,
    JSON.stringify({
      ...config,
      compilerOptions: { ...config.compilerOptions, incremental: false, tsBuildInfoFile: undefined },
      include: ['contract', 'server', 'src', 'tests/architecture/recipes'],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  expect(execFileSync(process.execPath, [compiler, '-p', path], { cwd: scratch, encoding: 'utf8' })).toBe('');
}, 600_000);

describe('the recipes of CONTRIBUTING.md', () => {
  let scratch: string;
  let made: Record<string, unknown>;

  beforeAll(() => {
    scratch = scratchCopy();
    const said = execFileSync(
      process.execPath,
      ['--import', 'tsx', join(scratch, 'tests/architecture/recipes/trial.ts')],
      { cwd: scratch, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    made = JSON.parse(said.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
  }, 300_000);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }), 60_000);

  it('the recipe for an entity in CONTRIBUTING.md gives it calls, table, sidebar page and buttons by one line in a list', () => {
    expect(made['entity']).toEqual({
      label: '气瓶',
      calls: expect.any(Number),
      menu: '气瓶',
      buttons: expect.any(Number),
      migration: 1,
    });
    const { calls, buttons } = made['entity'] as { calls: number; buttons: number };
    expect(calls).toBeGreaterThan(8);
    expect(buttons).toBeGreaterThan(4);
  });

  it('the recipe for a laboratory method in CONTRIBUTING.md gives it pages and readings', () => {
    expect(made['method']).toEqual({ pages: expect.any(Number), readings: 5 });
    expect((made['method'] as { pages: number }).pages).toBeGreaterThan(3);
  });

  it('the recipe for a field kind in CONTRIBUTING.md gives it its validation', () =>
    expect(made['fieldKind']).toEqual([true, false]));

  it('the recipe for a workflow move in CONTRIBUTING.md gives it its permission', () =>
    expect(made['move']).toEqual({ moves: true, right: true }));

  it('the recipe for a report section in CONTRIBUTING.md gives it its title and database column', () =>
    expect(made['section']).toEqual({ written: true, title: '局限性', migration: 1 }));

  it('the recipe for a platform in CONTRIBUTING.md gives it the parts of its submission', () =>
    expect(made['adapter']).toEqual({ label: '市平台', parts: ['whole'] }));
});
