import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { type Recipe, recipes } from './recipes/recipes';
import { scratchCopy } from './recipes/scratchCopy';

// The recipes of CONTRIBUTING.md, done in a scratch copy of the sources.

let scratch: string;
let made: Record<string, unknown>;

const linesOf = (text: string): number => text.replace(/\n$/, '').split('\n').length;

/** Lines that a person writes or changes. */
const writtenBy = ({ edits }: Recipe): number =>
  edits.reduce((sum, one) => {
    if ('text' in one) return sum + linesOf(one.text);
    return sum + ('after' in one ? linesOf(one.insert) : Math.max(1, linesOf(one.by) - linesOf(one.replace)));
  }, 0);

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

describe('the recipes of CONTRIBUTING.md', () => {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

  it.each(Object.values(recipes))(
    'the recipe “$title” in CONTRIBUTING.md needs no more files and lines than it says',
    (recipe) => {
      const files = new Set(recipe.edits.map(({ file }) => file));
      expect(files.size).toBeLessThanOrEqual(recipe.mostFiles);
      expect(writtenBy(recipe)).toBeLessThanOrEqual(recipe.mostLines);
      expect(guide).toContain(`### ${recipe.title}\n`);
    },
  );

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
