import { expect, it } from 'vitest';
import type { Entity } from '@contract/entity';
import type { Subject } from '@contract/subject';
import { entities, subjects } from '@contract/subjects';
import { registry } from '@server/app/resources';
import { sourcesOf } from './sources';

const all: readonly Entity[] = entities;

it.each(all.map((entity) => [entity.name, entity] as const))(
  'the entity description %s is plain data that survives JSON',
  (_name, entity) => {
    expect(JSON.parse(JSON.stringify(entity))).toEqual(entity);
  },
);

it.each(all.map((entity) => [entity.name, entity] as const))(
  'the entity description %s refers to existing entities',
  (_name, entity) => {
    const targets = Object.values(entity.fields).flatMap((field) =>
      field.kind === 'ref' || field.kind === 'refs' ? [field.to] : [],
    );
    expect(targets.filter((target) => !all.some(({ name }) => name === target))).toEqual([]);
  },
);

it('every entity has a database table, and every field with several references a join table', () => {
  for (const entity of all) {
    const { joins, columns } = registry.named(entity.name);
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.kind === 'refs') expect(joins[name], `${entity.name}.${name}`).toBeDefined();
      else if (field.kind !== 'secret') expect(columns[name], `${entity.name}.${name}`).toBeDefined();
    }
  }
});

it('no two entities share a name, a path or a label', () => {
  for (const key of ['name', 'path', 'label'] as const)
    expect(new Set(all.map((entity) => entity[key])).size).toBe(all.length);
});

it('the description of a field uses only eight common keys and a few keys of its kind', () => {
  const keys = new Set(all.flatMap((entity) => Object.values(entity.fields).flatMap((field) => Object.keys(field))));
  expect(
    [...keys].filter(
      (key) =>
        ![
          'kind',
          'label',
          'required',
          'unique',
          'hint',
          'readonly',
          'initial',
          'unit',
          'rule',
          'max',
          'min',
          'digits',
          'dict',
          'to',
          'accept',
        ].includes(key),
    ),
  ).toEqual([]);
});

it('every state machine is registered under the feature whose folder declares it', () => {
  const declared = sourcesOf('contract/features').flatMap(({ path, text }) =>
    [...text.matchAll(/ = defineMachine\(\{\s*name: '(\w+)'/g)].map(([, name]) => `${path.split('/')[2]} ${name}`),
  );
  const registered = Object.entries(subjects).flatMap(([subject, { machines = [] }]: [string, Subject]) =>
    machines.map(({ name }) => `${subject} ${name}`),
  );
  expect(declared.length).toBeGreaterThan(15);
  expect(registered.sort()).toEqual(declared.sort());
});
