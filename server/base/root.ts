import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Walks up to the directory of package.json. */
function findRoot(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json')) && existsSync(join(at, 'contract'))) return at;
    if (dirname(at) === at) throw new Error(`no package.json above ${from}`);
  }
}

/** The project's own directory; the same from the sources, under the tests (jsdom's too) and from dist/server. */
export const root = findRoot(import.meta.dirname ?? process.cwd());
