import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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
