import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '@server/base/root';
import { type Edit, recipes } from './recipes';

const copied = ['contract', 'server', 'src', 'scripts', 'tests', 'package.json', 'vite.config.ts'].concat(
  ['base', 'app', 'server'].map((name) => `tsconfig.${name}.json`),
  'tsconfig.json',
);

/** Does one edit. @throws Error where the text that it starts from is not there, or not once */
function edit(scratch: string, one: Edit): void {
  const path = join(scratch, one.file);
  if ('text' in one) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, one.text);
    return;
  }
  const before = readFileSync(path, 'utf8');
  const sought = 'after' in one ? `${one.after}\n` : one.replace;
  if (before.split(sought).length !== 2) throw new Error(`${one.file} does not hold once: ${sought}`);
  writeFileSync(
    path,
    before.replace(sought, () => ('after' in one ? `${sought}${one.insert}\n` : one.by)),
  );
}

/** Copies the sources to a directory and does every recipe there. @returns the directory; the caller removes it */
export function scratchCopy(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'occhealth-recipes-'));
  for (const name of copied)
    cpSync(join(root, name), join(scratch, name), {
      recursive: true,
      filter: (path) => !/[/\\]tests[/\\](data|browser|ui|bench)([/\\]|$)/.test(path.slice(root.length)),
    });
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'dir');
  for (const { edits } of Object.values(recipes)) for (const one of edits) edit(scratch, one);
  return scratch;
}
