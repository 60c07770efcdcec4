import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root';

/** Version of the product, from package.json. */
export const version: string = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
  .version;

const builtServer = join(root, 'dist/server');

function hashOfBuild(): string {
  if (!existsSync(builtServer)) return 'source';
  const hash = createHash('sha256');
  const files = readdirSync(builtServer, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((file) => file.endsWith('.js')).sort())
    hash.update(`${name}\n`).update(readFileSync(join(builtServer, name)));
  return hash.digest('hex').slice(0, 12);
}

let buildId: string | undefined;

/**
 * Returns the identifier of this build: twelve hexadecimal digits of the hash of the built server; `source` where the
 * server runs from sources. It is calculated once.
 */
export const thisBuild = (): string => (buildId ??= hashOfBuild());
