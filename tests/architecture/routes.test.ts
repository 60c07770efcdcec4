import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourcesOf, withoutComments } from './sources';

const root = join(import.meta.dirname, '../..');

it('every page address named in the specification has a page', () => {
  const listed = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/routes.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(listed.split('\n').filter((line) => line.startsWith('缺页面'))).toEqual([]);
  expect(listed).toMatch(/共2\d\d个地址/);
});

it('every id in a request schema has an upper limit, so that a request with a larger id is refused before the database fails', () => {
  const positive =
    /z(?:\.coerce\.number\(\))?\s*\.int\((?:\{[^}]*\})?\)\s*\.positive\((?:'[^']*'|\w+(?:\.\w+)*)?\)(?!\s*\.max\()/g;
  const found = sourcesOf('server').flatMap((source) =>
    [...withoutComments(source).matchAll(positive)].map(([text]) => `${source.path}: ${text}`),
  );
  // Line numbers of an uploaded sheet are no ids.
  expect(found.filter((one) => !one.startsWith('server/crud/importing/'))).toEqual([]);
});
