import { type Column, getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Entity } from '@contract/entity';
import { isRecordField } from '@contract/features/fieldwork/samples/recordFields';
import { isAdjustField } from '@contract/features/fieldwork/samples/sampleAdjustment';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { sheetRoutes } from '@server/crud/importing/sheetRoutes';
import { crudRoutes } from '@server/crud/routes';
import { allTables } from '@server/db/allTables';
import type { Route } from '@server/http/route';
import type { Services } from '@server/services';

type Values = Readonly<Record<string, unknown>>;

export const callOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

/** Returns the module-specific write calls, without those that every entity has. */
export function ownWrites(services: Services, routes: readonly Route[] = allRoutes(services)): Route[] {
  const generic = new Set(
    registry.all
      .flatMap((resource) => [
        ...crudRoutes(services, registry, resource),
        ...sheetRoutes(services, registry, resource),
      ])
      .map(callOf),
  );
  return routes.filter((route) => route.method !== 'GET' && !generic.has(callOf(route)));
}

/**
 * Values that occur in no honest row, so that they are recognised wherever they are written; a column that can't hold
 * them fails.
 */
const marks = {
  number: 1_777_777_777,
  text: 'claimed-canary',
  uuid: '19990909-0000-4000-8000-001777777777',
  day: '1999-09-09',
} as const;
export const markOf = (words: string): string | undefined =>
  [String(marks.number), marks.text, '19990909-0000', marks.day].find((mark) => words.includes(mark));

function claimFor(column: Column): unknown {
  switch (column.columnType) {
    case 'PgUUID':
      return marks.uuid;
    case 'PgTimestamp':
      return `${marks.day} 09:09:09`;
    case 'PgDate':
    case 'PgDateString':
      return marks.day;
    case 'PgJsonb':
      return { claimed: marks.text };
    default:
      return column.dataType === 'number' || column.columnType === 'PgNumeric' ? marks.number : marks.text;
  }
}

/** Names sent by clients of other programs, or set from elsewhere than a row's own columns. */
const spoken: Values = {
  org: marks.number,
  orgId: marks.number,
  organization: { id: marks.number, organizationId: marks.number },
  organization_id: marks.number,
  ownerId: marks.number,
  tenantId: marks.number,
  creator: marks.number,
  createdBy: marks.number,
  createdAt: `${marks.day} 09:09:09`,
  updatedAt: `${marks.day} 09:09:09`,
  deletedAt: `${marks.day} 09:09:09`,
  deleted: marks.text,
  signer: marks.number,
  signedAt: `${marks.day} 09:09:09`,
  signedBy: marks.number,
  approver: marks.number,
  approvedBy: marks.number,
  isAdmin: true,
  admin: true,
  isQy: true,
  isOutside: true,
  level: -1,
  roles: [marks.number],
  units: [marks.number],
  permissions: ['*'],
  menus: [marks.number],
  people: [marks.number],
  user: { id: marks.number, isAdmin: true },
};

const tables = allTables;
const columnsOf = (table: PgTable): Values =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [name, claimFor(column)]));
const housekeeping = [
  'id',
  'organizationId',
  'version',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
  'deleteTime',
  'deleteBy',
  'pinyin',
  'initials',
  'state',
  'status',
  'passwordHash',
];
/** Every column of every table. */
const everything: Values = { ...(Object.assign({}, ...tables.map(columnsOf)) as Values), ...spoken };
/** Used where all of them would be too many: in the second of several similar objects, and in small calls. */
const commonest: Values = {
  ...spoken,
  ...Object.fromEntries(housekeeping.map((name) => [name, everything[name] ?? marks.text])),
};

/** For a form, which has few fields, all texts. */
export const inForm: readonly (readonly [name: string, value: string])[] = housekeeping.map(
  (name) => [name, String(everything[name] ?? marks.text)] as const,
);
/** For a call without a body. */
export const unasked: Values = everything;

/** What people may set where a body allows any names, which the entity's own fields filter. */
interface Open {
  readonly entity: Entity;
  readonly takes: (name: string) => boolean;
}

const openTo = (name: string, takes?: Open['takes']): Open => {
  const { entity } = registry.named(name);
  return { entity, takes: takes ?? ((one) => one in entity.fields && !entity.fields[one]?.readonly) };
};
const sample = (takes: Open['takes']): Open => openTo('sample', takes);
/** Each place of a body that allows any names, by call and place: a new one has to be added here. */
const opens: Readonly<Record<string, Open>> = {
  'POST api/menus/add ': openTo('menu'),
  'PUT api/menus/edit ': openTo(
    'menu',
    (name) =>
      ['id', 'version'].includes(name) ||
      (name in registry.named('menu').entity.fields && !registry.named('menu').entity.fields[name]?.readonly),
  ),
  'PUT api/sample/record values': sample(isRecordField),
  'PUT api/sample/record base': sample(isRecordField),
  'PUT api/sampleAdjustment/edit values': sample(isAdjustField),
  'POST api/sampleAdjustment/add values': sample(isAdjustField),
  'PUT api/labSheetRow/saveAll rows': openTo('labSheetRow'),
  'POST api/standard/prepare draft': openTo('standard'),
  'POST api/reagent/prepare draft': openTo('reagent'),
  'POST api/report/publicationPreview draft': openTo('reportFormula'),
  'POST api/report/publicationCopy draft': openTo('reportFormula'),
  'PUT api/report/publish draft': openTo('reportFormula'),
  'POST api/sfQualityDetail/add ': openTo('outsideTask'),
  'POST api/sfSettlement/add ': openTo('settlement'),
};
export const openPlaces: readonly string[] = Object.keys(opens);
/** Personal data of any content: nothing in it is protected. */
const kept: ReadonlySet<string> = new Set(['PUT api/preference/:key value']);

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const choicesOf = (schema: Schema): readonly Schema[] => [
  schema,
  ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some?.flatMap(choicesOf) ?? []),
];

export interface Claimed {
  readonly body: unknown;
  /** Number of added names, and of their objects. */
  readonly fields: number;
  readonly objects: number;
  /** Places that allow any names. */
  readonly open: readonly string[];
}

const shapes = new WeakMap<z.ZodType, Schema>();
function shapeOf(type: z.ZodType): Schema {
  const known = shapes.get(type) ?? (z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' }) as Schema);
  shapes.set(type, known);
  return known;
}

/**
 * Returns the body with values that nobody may set: in each of its objects every name that the schema does not declare
 * there, with a recognisable value.
 * @param alsoOpen in places with any names also those that their entity does not have
 * @throws Error where a place allows any names and no entity is known for it
 */
export function withClaims(route: Route, body: unknown, alsoOpen = true): Claimed {
  if (!route.body) throw new Error(`${callOf(route)} declares no body`);
  const few = (route.limit ?? 1024 * 1024) < 64 * 1024;
  let [fields, objects] = [0, 0];
  const open = new Set<string>();

  function claimed(value: unknown, schema: Schema, place: string, first: boolean): unknown {
    const choices = choicesOf(schema);
    if (Array.isArray(value)) {
      const items = choices.flatMap((choice) => (choice.items ? [choice.items] : []));
      return items.length
        ? value.map((one, index) => claimed(one, { anyOf: items }, place, first && index === 0))
        : value;
    }
    // What a field's own schema makes of an object (the texts of a reading) is the value of that field.
    const shaped = choices.some(
      ({ properties, additionalProperties, $ref }) => properties ?? additionalProperties ?? $ref,
    );
    if (!isObject(value) || !shaped) return value;
    const key = `${callOf(route)} ${place}`;
    if (kept.has(key)) return value;
    const properties = choices.flatMap((choice) => Object.entries(choice.properties ?? {}));
    const declared = new Set(properties.map(([name]) => name));
    const inside = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const here = properties.filter(([one]) => one === name).map(([, one]) => one);
        return [name, here.length ? claimed(inner, { anyOf: here }, place ? `${place}.${name}` : name, first) : inner];
      }),
    );
    let claims = first && !few ? everything : commonest;
    if (choices.some(({ additionalProperties, $ref }) => additionalProperties ?? $ref)) {
      const found = opens[key];
      if (!found) throw new Error(`${key}: takes any names; tests/support/claims.ts has to tell whose`);
      open.add(key);
      if (!alsoOpen) return inside;
      const { table } = registry.named(found.entity.name);
      const own = {
        ...Object.fromEntries(Object.keys(found.entity.fields).map((name) => [name, marks.number])),
        ...columnsOf(table as unknown as PgTable),
        ...commonest,
      };
      const scalar = choices.some(
        ({ additionalProperties }) => isObject(additionalProperties) && Object.keys(additionalProperties).length > 0,
      );
      claims = Object.fromEntries(
        Object.entries(own).filter(([name, one]) => !found.takes(name) && !(scalar && typeof one === 'object')),
      );
    }
    const added = Object.entries(claims).filter(([name]) => !declared.has(name) && !Object.hasOwn(value, name));
    fields += added.length;
    objects += 1;
    return { ...Object.fromEntries(added), ...inside };
  }

  const whole = claimed(body, shapeOf(route.body), '', true);
  return { body: whole, fields, objects, open: [...open] };
}
