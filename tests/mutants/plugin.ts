import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { mutationsIn, withMutants } from './mutations.ts';
import { readPlan } from './plan.ts';
import { isMutated } from './scope.ts';
import { withReaches } from './syntax.ts';

/** Cache of the transformed sources, separate for each set of mutations. */
export const cacheOf = (planned: string): string =>
  `node_modules/.cache/mutants/${createHash('sha256')
    .update(JSON.stringify(readPlan(planned).sample))
    .digest('hex')
    .slice(0, 12)}`;

/** Vite plugin that inserts the plan's mutations, or makes each function record that it was reached. */
export function mutants(root: string, planned: string): Plugin {
  const { sample } = readPlan(planned);
  const wanted = sample && new Set(sample);
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/');
      if (!isMutated(path)) return null;
      if (!wanted) return { code: withReaches(path, code), map: null };
      const here = mutationsIn(path, code).filter((one) => wanted.has(one.id));
      return here.length ? { code: withMutants(code, here), map: null } : null;
    },
  };
}
