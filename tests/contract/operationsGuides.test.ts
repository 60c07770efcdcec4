import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operatorTexts } from '@contract/features/system/operatorTexts';

const root = join(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const settings = new Set([...text('server/base/env.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name));
const commands = new Set(Object.keys(operatorTexts.summary));

it.each(['docs/operations.md', 'docs/operations.zh-CN.md'])(
  'the operations guide %s names only existing commands and settings',
  (path) => {
    const guide = text(path);
    const named = [...guide.matchAll(/`occhealth ([a-z-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !commands.has(name))).toEqual([]);
    expect(new Set(named).size).toBeGreaterThan(8);
    const assigned = [...guide.matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(assigned.filter((name) => !settings.has(name))).toEqual([]);
  },
);

it('the Chinese operations guide names every command', () => {
  const guide = text('docs/operations.zh-CN.md');
  expect([...commands].filter((name) => !guide.includes(`\`occhealth ${name}`))).toEqual([]);
});
