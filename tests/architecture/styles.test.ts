import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@server/base/root';

// Chromium cascades page rules only within one stylesheet: a rule for all pages in a later one overrides the size and
// margins of named pages, and a landscape paper is cut off at the edge of a portrait sheet. Which stylesheet is later
// depends on the order in which parts of the console were opened.

it('every @page rule with a paper size has a name', () => {
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

// The login and the public pages also run where a flex box has no gaps (Chrome 80, Safari 14: package.json).
const oldest = [
  'features/publicity/public/public.css',
  'features/signIn/legal/legal.module.css',
  'features/signIn/login.module.css',
  'light/light.module.css',
];

it.each(oldest)('the style sheet %s has margins for browsers without gaps in flex boxes', (file) => {
  const [rules = '', fallback = ''] = readFileSync(join(root, 'src', file), 'utf8').split(
    '@supports not (aspect-ratio: 1 / 1)',
  );
  const spaced = [...rules.matchAll(/(\.[\w-]+) \{([^{}]*)\}/g)].filter(
    ([, , body = '']) => /display: (?:inline-)?flex;/.test(body) && /(?:^|\s)gap:/.test(body),
  );
  expect(spaced.length).toBeGreaterThan(0);
  expect(spaced.map(([, name]) => name).filter((name) => !new RegExp(`\\${name}\\b`).test(fallback))).toEqual([]);
});

it('a full-width space at the beginning or end of a line of JSX is written as an expression, since JSX drops it', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const dropped = files.flatMap((file) =>
    readFileSync(join(root, 'src', file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/^\s*\u3000|\u3000\s*$/.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(dropped).toEqual([]);
});
