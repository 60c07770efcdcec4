import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '@server/base/root';

export interface Source {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Returns every TypeScript file below the folders. */
export function sourcesOf(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return { path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') };
      }),
  );
}

/** Returns every folder below a folder, with its number of files and folders. */
export function entriesOf(folder: string): { folder: string; count: number }[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => entriesOf(`${folder}/${name}`));
  return [{ folder, count: entries.length }, ...below];
}

/** Returns the code without comments. */
export const withoutComments = ({ text }: Source): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

/** Returns the module specifiers of static and dynamic imports and of re-exports. */
export function importsOf(source: Source): string[] {
  return [
    ...withoutComments(source).matchAll(
      /(?:^(?:import|export|\})[^'"\n]*\bfrom\s*|^import\s*|\bimport\(\s*)['"]([^'"\n]+)['"]/gm,
    ),
  ].map(([, specifier]) => specifier as string);
}

/** Returns the file or folder of a specifier of ours, from the root; null for packages. */
export function targetOf({ path }: Source, specifier: string): string | null {
  const alias: Record<string, string> = { '@contract/': 'contract/', '@server/': 'server/', '@/': 'src/' };
  for (const [prefix, folder] of Object.entries(alias))
    if (specifier.startsWith(prefix)) return folder + specifier.slice(prefix.length);
  if (!specifier.startsWith('.')) return null;
  const parts = path.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
