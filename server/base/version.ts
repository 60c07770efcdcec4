import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root';

/** The product's version, from package.json alone. */
export const version: string = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
  .version;
