import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@server/base/root';

// Chromium cascades page rules only within one stylesheet: a rule for all pages in a later one overrides the size and
// margins of named pages, and a landscape paper is cut off at the edge of a portrait sheet. Which stylesheet is later
// depends on the order in which parts of the console were opened.

it('has a name for every page rule with a size', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  const rules = files.flatMap((file) =>
    [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/@page\s*([\w-]*)/g)].map(([, name]) => ({
      file,
      name,
    })),
  );
  expect(rules.length).toBeGreaterThan(1);
  expect(rules.filter(({ name }) => !name)).toEqual([]);
});
