import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Searches upwards for the directory that contains package.json and the migrations. */
function findRoot(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json')) && existsSync(join(at, 'server/db/migrations'))) return at;
    if (dirname(at) === at) throw new Error(`no package.json above ${from}`);
  }
}

/** Root directory of the project; the same from the sources, in tests (jsdom too) and from dist/server. */
export const root = findRoot(import.meta.dirname ?? process.cwd());
