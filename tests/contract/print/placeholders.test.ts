import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldsOf, type LayoutKind, specimenValues } from '@contract/features/records/layouts/layoutCatalogue';

// Own layouts of laboratories name values by the headings of the papers. A heading that is renamed leaves an empty
// place in each of them, so this list only grows: `UPDATE_PLACEHOLDERS=on` adds new names to it.
const file = join(import.meta.dirname, 'placeholders.txt');
const kinds: readonly LayoutKind[] = ['report', 'record', 'sampling'];
const current = kinds.flatMap((kind) =>
  fieldsOf(specimenValues(kind, null)).map(({ list, name }) => `${kind}  ${list === null ? name : `${list}/${name}`}`),
);

test('an own layout finds every placeholder of earlier versions, since their names never change', () => {
  const known = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  if (process.env['UPDATE_PLACEHOLDERS'] === 'on')
    writeFileSync(file, `${[...new Set([...known, ...current])].sort().join('\n')}\n`);
  expect(known.filter((name) => !current.includes(name))).toEqual([]);
  expect(current.filter((name) => !known.includes(name))).toEqual([]);
});
