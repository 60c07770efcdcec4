import { getTableColumns } from 'drizzle-orm';
import { fixedDictionaries, isFixedDictionary, managedDictionaries } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { registry } from '@server/app/resources';
import type { Resource } from '@server/crud/resource';
import { columnsOf } from '@server/crud/storedValues';
import type { Database } from '@server/db/openDatabase';
import { dictDetailTable, dictTable, sessionTable, storedFileTable } from '@server/db/schema';
import type { FileStore } from '@server/services';
import { exampleValue } from '../support/exampleOf';
import { uploadHash } from '../support/uploads';

/**
 * One row of each kind in every table, with the same id in all of them: for any id in a path or a body, `foreign` is
 * another organization's, `deleted` a deleted one of one's own, `own` an undeleted one of one's own. The rows refer to
 * rows of their kind, deleted ones to undeleted own ones.
 *
 * `foreignDeleted` is the foreign row for calls that restore, which never accept an undeleted one. It refers to own
 * rows, so that only its organization excludes it.
 */
export const planted = { foreign: 900_001, deleted: 900_002, own: 900_003, foreignDeleted: 900_004 } as const;
export type Kind = keyof typeof planted;
/** Kinds that each call is tested with. */
export const kinds: readonly Kind[] = ['foreign', 'deleted', 'own'];
const all = Object.keys(planted) as readonly Kind[];

const isForeign = (kind: Kind): boolean => kind === 'foreign' || kind === 'foreignDeleted';
const isDeleted = (kind: Kind): boolean => kind === 'deleted' || kind === 'foreignDeleted';
/** Returns the id of the rows that it refers to. */
const referred = (kind: Kind): number => planted[isDeleted(kind) ? 'own' : kind];

/** In every text of another organization's rows: an answer that contains it leaks. */
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
  // A row is not its own predecessor.
  if (field.kind === 'ref' && field.to === entity.name) return null;
  const id = referred(kind);
  if ((field.kind === 'text' && !field.rule) || field.kind === 'longText')
    return `${marks[kind]}${field.label}${n}`.slice(0, field.max ?? 200);
  if (field.kind === 'richText') return `<p>${marks[kind]}</p>`;
  // Below the maximum, which an edit writes there (tests/support/exampleOf.ts).
  if (field.kind === 'decimal' && field.min !== undefined)
    return `${Number(field.min) + (field.max === undefined ? n : n % (Number(field.max) - Number(field.min)))}`;
  if (field.kind === 'dict')
    return isFixedDictionary(field.dict) ? (fixedDictionaries[field.dict][0]?.value ?? null) : 'a';
  return exampleValue(field, n, { ref: () => id, file: () => fileOf(kind) });
}

/** Platform-wide rows have no organization: there is no foreign one. */
const hasKind = ({ scope, name }: Entity, kind: Kind): boolean =>
  !isForeign(kind) || scope !== 'platform' || name === 'organization';

/** Values required by constraints over several columns. */
const shaped: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stockMovement: { reagent: null, consumable: null },
  // A rule without a running number, which the product refuses, would search a free number for ever.
  organization: {
    expiryDate: null,
    projectNumberRule: null,
    reportNumberRule: null,
    incomingNumberRule: null,
    sampleNumberRule: null,
    recordNumberRule: null,
    curveNumberRule: null,
  },
  user: { expiryDate: '2099-12-31', isAdmin: false, isQy: false, isOutside: false },
  labSheet: { layout: 'solvent' },
  // A page that the method has.
  labCurve: { methodKind: 'atomicAbsorption', part: 'main' },
};

/** Numbers used in calls; a refusal repeats them, so they contain no mark. */
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
  // Columns of the table that are no fields, such as hashes.
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

/** Returns the number of the planted row of that kind in the column, by which a call finds it. */
export function plantedValue(name: string, column: string, kind: Kind): string {
  const at = registry.all.findIndex(({ entity }) => entity.name === name);
  return String(rowOf(registry.named(name), kind, serialOf(kind, at))[column]);
}

const plantedContent = new Uint8Array(8);
const plantedHash = uploadHash(plantedContent);

/** Stores the content of each planted upload, so that none is missing only for lack of content. */
export async function plantContents(files: Pick<FileStore, 'put'>): Promise<void> {
  for (const kind of all) await files.put(fileOf(kind), plantedContent);
}

/** Plants rows below every rule, on an embedded database. */
export async function plantRows(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    // Dictionaries that the examples choose from.
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
        sha256: plantedHash,
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
 * Adds so many further own rows of every entity, undeleted or deleted, by its path; none undeleted for an entity with a
 * single row for each project or person.
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
      const drafts = Array.from({ length: count }, (_, index) => ({
        ...rowOf(resource, kind, (kind === 'own' ? 10_000 : 20_000) + index),
        id: planted[kind] + (kind === 'own' ? 100 : 300) + index,
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
