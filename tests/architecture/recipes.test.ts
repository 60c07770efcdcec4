import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { type Recipe, recipes } from './recipes/recipes';
import { scratchCopy } from './recipes/scratchCopy';

// What the recipes of CONTRIBUTING.md say of themselves; recipes.proof.test.ts tries what the product makes of them.

const linesOf = (text: string): number => text.replace(/\n$/, '').split('\n').length;

/** Lines that a person writes or changes. */
const writtenBy = ({ edits }: Recipe): number =>
  edits.reduce((sum, one) => {
    if ('text' in one) return sum + linesOf(one.text);
    return sum + ('after' in one ? linesOf(one.insert) : Math.max(1, linesOf(one.by) - linesOf(one.replace)));
  }, 0);

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

  it('the recipes of CONTRIBUTING.md fit the sources: each place that they change is there', () => {
    expect(() => rmSync(scratchCopy(), { recursive: true, force: true })).not.toThrow();
  });
});
