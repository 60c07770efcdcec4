import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '@server/base/root';

// The installer of a bundle with small releases in place of whole ones. `tests/faults/bundle.proof.test.ts` installs
// whole ones.

const scratch = mkdtempSync(join(tmpdir(), 'install-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const target = join(scratch, 'root');
mkdirSync(target);
const home = join(target, 'opt/occhealth');

/** Makes an unpacked bundle and returns its folder. */
function bundleOf(name: string): string {
  const folder = join(scratch, name);
  for (const part of ['bin', 'app/docs/operations']) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'bin/node'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
  chmodSync(join(folder, 'bin/node'), 0o755);
  copyFileSync(join(root, 'docs/operations/occhealth.service'), join(folder, 'app/docs/operations/occhealth.service'));
  copyFileSync(join(root, 'scripts/bundle/install.sh'), join(folder, 'install.sh'));
  spawnSync('sh', ['-c', 'find . -type f ! -name SHA256SUMS -exec sha256sum {} + > SHA256SUMS'], { cwd: folder });
  return folder;
}

function install(folder: string, ...words: string[]): void {
  const { status, stderr } = spawnSync('sh', [join(folder, 'install.sh'), ...words], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ROOT: target },
  });
  expect([status, stderr]).toEqual([0, '']);
}

const namedBy = (link: string): string => readlinkSync(join(home, link)).split('/').at(-1) ?? '';
const releases = (): string[] => readdirSync(join(home, 'releases')).toSorted();

it('an installer keeps the release that runs and the one before, and removes older ones', () => {
  for (const name of ['occhealth-1', 'occhealth-2', 'occhealth-3']) install(bundleOf(name));
  expect([namedBy('current'), namedBy('previous')]).toEqual(['occhealth-3', 'occhealth-2']);
  expect(releases()).toEqual(['occhealth-2', 'occhealth-3']);

  // The same version again: what ran until now is the one before.
  install(join(scratch, 'occhealth-3'));
  expect(namedBy('current')).toBe('occhealth-3');
  expect(releases()).toEqual(['occhealth-3', namedBy('previous')]);
  expect(namedBy('previous')).toMatch(/^occhealth-3\.\d{14}$/);
});

it('a release installed after a rollback removes the newer release that the rollback left unused', () => {
  install(join(scratch, 'occhealth-2'));
  install(join(home, 'current'), '--rollback');
  expect([namedBy('current'), namedBy('previous')]).toEqual(['occhealth-3', 'occhealth-2']);
  install(bundleOf('occhealth-4'));
  expect([namedBy('current'), namedBy('previous')]).toEqual(['occhealth-4', 'occhealth-3']);
  expect(releases()).toEqual(['occhealth-3', 'occhealth-4']);
  expect(existsSync(join(home, 'current/install.sh'))).toBe(true);
});
