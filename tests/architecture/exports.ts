import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@server/base/root';
import { type Source, sourcesOf, targetOf, withoutComments } from './sources';

/** Declarations of modules in plain JavaScript, and scripts, which import too. */
function plainModules(): Source[] {
  return ['server', 'scripts', '.'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .filter((name) => /\.m[tj]s$|^\w+(?:\.\w+)*\.config\.ts$/.test(name))
      .map((name) => ({
        path: folder === '.' ? name : `${folder}/${name.replaceAll('\\', '/')}`,
        text: readFileSync(join(root, folder, name), 'utf8'),
      })),
  );
}

const moduleOf = (path: string): string => path.replace(/\.(?:tsx?|m[tj]s)$/, '').replace(/\/index$/, '');

/** Returns what a file takes from modules of ours: a name, or `*` where it takes the whole module. */
function takenBy(source: Source): { module: string; name: string }[] {
  const code = withoutComments(source);
  const named = [
    ...code.matchAll(
      /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)\s+from\s+['"]([^'"]+)['"]/g,
    ),
  ].flatMap(([, names = '', specifier = '']) =>
    (names.startsWith('{') ? names.slice(1, -1).split(',') : ['*']).map((name) => ({
      specifier,
      name: name
        .trim()
        .replace(/^type\s+/, '')
        .replace(/\s+as\s+.*$/, ''),
    })),
  );
  const whole = [...code.matchAll(/\bimport(?:Actual(?:<[^(]*>)?)?\(\s*['"]([^'"]+)['"]/g)].map(
    ([, specifier = '']) => ({
      specifier,
      name: '*',
    }),
  );
  return [...named, ...whole].flatMap(({ specifier, name }) => {
    const target = targetOf(source, specifier);
    return target === null ? [] : [{ module: moduleOf(target), name }];
  });
}

/** Returns the exports of the product that no other file imports, tests and scripts included; `path name`. */
export function exportsNobodyImports(): string[] {
  const taken = new Map<string, Set<string>>();
  for (const source of [...sourcesOf('contract', 'server', 'src', 'scripts', 'tests'), ...plainModules()])
    for (const { module, name } of takenBy(source)) taken.set(module, (taken.get(module) ?? new Set()).add(name));
  return sourcesOf('contract', 'server', 'src').flatMap((source) => {
    const names = taken.get(moduleOf(source.path)) ?? new Set();
    if (names.has('*')) return [];
    return [
      ...withoutComments(source).matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm),
    ].flatMap(([, name = '']) => (names.has(name) ? [] : [`${source.path} ${name}`]));
  });
}
