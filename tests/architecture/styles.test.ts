import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@server/base/root';

// Chromium weighs page rules against each other within one stylesheet alone: a rule for every page in a later one takes
// the size and the margins of named pages
// away, and a landscape paper is cut off at the edge of an upright sheet. Which stylesheet is later is the order in
// which parts of the console were opened.

it('names every page that a stylesheet gives a size', () => {
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
