import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { mutationsIn, withMutants } from './mutations.ts';
import { readPlan } from './plan.ts';
import { isMutated } from './scope.ts';
import { withReaches } from './syntax.ts';

/** Where what was made of the sources is kept: with other mutations they are others. */
export const cacheOf = (planned: string): string =>
  `node_modules/.cache/mutants/${createHash('sha256')
    .update(JSON.stringify(readPlan(planned).sample))
    .digest('hex')
    .slice(0, 12)}`;

/** Puts the mutations of the plan into the sources, or lets each function say that it was reached. */
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
