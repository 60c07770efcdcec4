import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entities } from '@contract/subjects';
import { root } from '@server/base/root';

// People paste rows from spreadsheets that they made after a template. A new column in the middle would shift the rest.

const templates = JSON.parse(readFileSync(join(root, 'tests/contract/importTemplates.json'), 'utf8')) as Record<
  string,
  readonly string[]
>;

it.each(Object.entries(templates))(
  'the import template of %s keeps its released columns in place; new columns stand at the end',
  (name, columns) => {
    const sheet = entities.find((entity) => entity.name === name)?.sheet ?? [];
    expect(sheet.slice(0, columns.length)).toEqual(columns);
  },
);

it('every entity with an import has its template columns recorded in importTemplates.json', () => {
  expect(entities.filter(({ sheet }) => sheet?.length).map(({ name }) => name)).toEqual(Object.keys(templates));
});
