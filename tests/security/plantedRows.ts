import { getTableColumns } from 'drizzle-orm';
import { fixedDictionaries, isFixed, managedDictionaries } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import type { Resource } from '@server/crud/resource';
import { columnsOf } from '@server/crud/stored';
import type { Database } from '@server/db/client';
import { dictDetailTable, dictTable, sessionTable, storedFileTable } from '@server/db/schema';
import { registry } from '@server/resources';
import type { FileStore } from '@server/services';
import { exampleValue } from '../support/exampleOf';

/**
 * One row of each kind in every table, under one id in all of them: whatever an id in a path or a body means, `foreign`
 * is another organisation's, `deleted` a
 * deleted one of one's own, `own` a living one of one's own. The rows refer to rows of their kind, deleted ones to
 * living ones of one's own.
 *
 * `foreignDeleted` is what calls that restore are asked for as another organisation's: a living one is none of theirs,
 * whoever it belongs to. It refers to one's own rows, so that
 * nothing but its organisation keeps it away.
 */
export const planted = { foreign: 900_001, deleted: 900_002, own: 900_003, foreignDeleted: 900_004 } as const;
export type Kind = keyof typeof planted;
/** Of which a call is asked for one each. */
export const kinds: readonly Kind[] = ['foreign', 'deleted', 'own'];
const all = Object.keys(planted) as readonly Kind[];

const isForeign = (kind: Kind): boolean => kind === 'foreign' || kind === 'foreignDeleted';
const isDeleted = (kind: Kind): boolean => kind === 'deleted' || kind === 'foreignDeleted';
/** To which rows it refers. */
const referred = (kind: Kind): number => planted[isDeleted(kind) ? 'own' : kind];

/** In every text of another organisation's rows: where an answer holds it, something has leaked. */
export const foreignMark = '别家机密';
/** In every text of deleted rows. */
export const deletedMark = '已删内容';
const marks: Readonly<Record<Kind, string>> = {
  foreign: foreignMark,
  deleted: deletedMark,
  own: '自家内容',
  foreignDeleted: foreignMark,
};

const digits: Readonly<Record<Kind, number>> = { foreign: 1, deleted: 2, own: 3, foreignDeleted: 4 };
export const fileOf = (kind: Kind): string => `00000000-0000-4000-8000-00000090000${digits[kind]}`;

function valueOf(field: Field, kind: Kind, n: number, entity: Entity): unknown {
  // Nothing is its own predecessor.
  if (field.kind === 'ref' && field.to === entity.name) return null;
  const id = referred(kind);
  if ((field.kind === 'text' && !field.rule) || field.kind === 'longText')
    return `${marks[kind]}${field.label}${n}`.slice(0, field.max ?? 200);
  if (field.kind === 'richText') return `<p>${marks[kind]}</p>`;
  // Below the most that it takes, which is what an edit writes there (tests/support/exampleOf.ts).
  if (field.kind === 'decimal' && field.min !== undefined)
    return `${Number(field.min) + (field.max === undefined ? n : n % (Number(field.max) - Number(field.min)))}`;
  if (field.kind === 'dict') return isFixed(field.dict) ? (fixedDictionaries[field.dict][0]?.value ?? null) : 'a';
  return exampleValue(field, n, { ref: () => id, file: () => fileOf(kind) });
}

/** Platform-wide rows are nobody's: there is no foreign one. */
const hasKind = ({ scope, name }: Entity, kind: Kind): boolean =>
  !isForeign(kind) || scope !== 'platform' || name === 'organization';

/** Where the database asks for more than each column by itself. */
const shaped: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stockMovement: { reagent: null, consumable: null },
  // A rule without a running number, which the product takes from nobody, would be asked for a free number for ever.
  organization: { expiryDate: null, projectNumberRule: null, reportNumberRule: null },
  user: { expiryDate: '2099-12-31', isAdmin: false, isQy: false, isOutside: false },
  labSheet: { layout: 'solvent' },
  // A page that the method has.
  labCurve: { methodKind: 'atomicAbsorption', part: 'main' },
};

/** What a call asks for by its number; a refusal says it as it was asked, so it bears no mark. */
const numbered: Readonly<Record<string, string>> = { sample: 'sampleNo', handOver: 'sheetNo' };

function rowOf(resource: Resource, kind: Kind, serial: number): Record<string, unknown> {
  const { entity, table } = resource;
  const fields = Object.fromEntries(
    Object.entries(entity.fields).map(([name, field]) => [name, valueOf(field, kind, serial, entity)]),
  );
  const values: Record<string, unknown> = {
    ...columnsOf(resource, fields, 'Asia/Shanghai'),
    id: planted[kind],
    organizationId: entity.scope === 'platform' ? null : planted[isForeign(kind) ? 'foreign' : 'own'],
    createBy: planted.own,
    updateBy: planted.own,
    deleteTime: isDeleted(kind) ? new Date() : null,
  };
  const number = numbered[entity.name];
  Object.assign(values, shaped[entity.name], number && { [number]: `NO-${serial}` });
  // Columns of the table that are no fields: hashes and the like.
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    if (values[name] !== undefined || !column.notNull || column.hasDefault) continue;
    values[name] =
      column.dataType === 'number'
        ? planted[kind]
        : column.dataType === 'json'
          ? {}
          : column.dataType === 'date'
            ? new Date()
            : column.dataType === 'boolean'
              ? false
              : 'x';
  }
  return values;
}

const serialOf = (kind: Kind, at: number): number => (kind === 'foreignDeleted' ? 5_000 : 700) + at * 3 + digits[kind];

/** What the planted row of that kind has in the column: the number, by which a call asks for it. */
export function plantedValue(name: string, column: string, kind: Kind): string {
  const at = registry.all.findIndex(({ entity }) => entity.name === name);
  return String(rowOf(registry.named(name), kind, serialOf(kind, at))[column]);
}

/** What lies in the store of each planted upload, so that none is missing for want of its content alone. */
export async function plantContents(files: Pick<FileStore, 'put'>): Promise<void> {
  for (const kind of all) await files.put(fileOf(kind), new Uint8Array(8));
}

/** Plants them below every rule, on an embedded database. */
export async function plantRows(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    // What the examples choose from.
    for (const [at, name] of Object.keys(managedDictionaries).entries()) {
      await tx.insert(dictTable).values({ id: 800_001 + at, name });
      await tx.insert(dictDetailTable).values({ dict: 800_001 + at, label: '甲', value: 'a', dictSort: 1 });
    }
    for (const kind of all) {
      await tx.insert(storedFileTable).values({
        id: fileOf(kind),
        organizationId: planted[isForeign(kind) ? 'foreign' : 'own'],
        name: `${marks[kind]}.png`,
        mime: 'image/png',
        size: 8,
        sha256: 'x',
        fileClass: 'image',
        createBy: planted.own,
        deleteTime: isDeleted(kind) ? new Date() : null,
      });
      await tx.insert(sessionTable).values({
        id: fileOf(kind),
        tokenHash: `planted ${kind}`,
        userId: planted[kind],
        ip: '192.0.2.9',
        agent: marks[kind],
        expireTime: new Date('2099-12-31'),
        revokeTime: isDeleted(kind) ? new Date() : null,
      });
      for (const [serial, resource] of registry.all.entries()) {
        if (!hasKind(resource.entity, kind)) continue;
        await tx.insert(resource.table).values(rowOf(resource, kind, serialOf(kind, serial)) as never);
        for (const join of Object.values(resource.joins)) {
          await tx.insert(join).values({ ownerId: planted[kind], targetId: referred(kind) });
        }
      }
    }
  });
}

/**
 * So many further rows of one's own of every entity, living or deleted, by its path; living ones of an entity that
 * holds a single row for each project or person, none.
 */
export async function plantMore(
  database: Database,
  count: number,
  kind: 'own' | 'deleted' = 'own',
): Promise<ReadonlyMap<string, readonly number[]>> {
  const ids = new Map<string, number[]>();
  await database.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    for (const resource of registry.all) {
      const drafts = Array.from({ length: count }, (_, at) => ({
        ...rowOf(resource, kind, (kind === 'own' ? 10_000 : 20_000) + at),
        id: planted[kind] + (kind === 'own' ? 100 : 300) + at,
      }));
      const made = await tx
        .insert(resource.table)
        .values(drafts as never)
        .onConflictDoNothing()
        .returning();
      ids.set(
        resource.entity.path,
        made.map((row) => Number(row['id'])),
      );
    }
  });
  return ids;
}
