import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('every page address named in the specification has a page', () => {
  const listed = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/routes.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(listed.split('\n').filter((line) => line.startsWith('缺页面'))).toEqual([]);
  expect(listed).toMatch(/共2\d\d个地址/);
});
