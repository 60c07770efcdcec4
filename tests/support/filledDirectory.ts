import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '@server/base/root';
import { isScryptQuick } from './scryptCost';

export const kept = join(root, 'dist/filled');
const stampFile = join(kept, 'stamp');

/**
 * Returns the build that made the kept directory, the day, since the demonstration's dates are counted from it, and the
 * cost of its passwords.
 */
export const wantedStamp = (): string =>
  [
    readFileSync(join(root, 'dist/.server.stamp'), 'utf8'),
    new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' }),
    ...(isScryptQuick ? ['quick'] : []),
  ].join(' ');

export function isFilled(): boolean {
  return (
    existsSync(join(root, 'dist/.server.stamp')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === wantedStamp()
  );
}

/**
 * Returns the result of a first start of the built product in an empty directory, to be copied and never opened. It
 * takes half a minute in a separate process (fillDirectory.ts) and is done once for all callers.
 */
export async function filledDirectory(): Promise<string> {
  if (!isFilled()) {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('./fillDirectory.ts', import.meta.url))],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`the first start that fills a directory ended with ${code}`);
  }
  return join(kept, 'data');
}
