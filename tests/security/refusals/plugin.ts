import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { withRefusalsAsking } from './refusals.ts';

/** Makes every refusal of the server removable while the tests run (setup.ts). */
export const refusalsAsking = (root: string): Plugin => ({
  name: 'refusals-asking',
  enforce: 'pre',
  transform(code, id) {
    const path = relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/');
    return path.startsWith('server/') && path.endsWith('.ts')
      ? { code: withRefusalsAsking(path, code), map: null }
      : null;
  },
});
