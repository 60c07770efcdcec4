import type { Field, FieldMap, ValueOf } from './field';

/**
 * Whose rows they are.
 * - `organization`: each row belongs to one organisation and is seen by it alone (SPEC §6).
 * - `shared`: rows without an organisation are seen by all and written by platform administrators; an organisation adds
 * its own.
 * - `platform`: one set for the whole installation.
 */
export type Scope = 'organization' | 'shared' | 'platform';

/** A rule over two fields, as data: `field` is not above `notAbove`. */
export interface Check<Name extends string = string> {
  readonly field: Name;
  readonly notAbove: Name;
  readonly message: string;
}

/** Rows that nobody changes any more, as data: those whose `field` holds one of `when`, or none of `unless`. */
export interface Lock<Name extends string = string> {
  readonly field: Name;
  readonly when?: readonly string[];
  /** null is what nothing stands in. */
  readonly unless?: readonly (string | null)[];
  /** They may be edited, and are not deleted. */
  readonly only?: 'del';
  /** Why, and what to do instead. */
  readonly message: string;
}

interface Description<F extends FieldMap, Name extends string, N extends FieldMap> {
  /** Singular, camelCase; the table is the same in snake_case, and permissions are `<name>:<action>`. */
  readonly name: string;
  /** Where its calls live, without a leading slash. */
  readonly path: string;
  readonly label: string;
  /** What a person calls one row. */
  readonly titleField: Name;
  readonly scope: Scope;
  readonly fields: F;
  /** Filters that are no fields of a row: what they mean is the server's word (`Policy.narrow`). */
  readonly narrowed?: N;
  /** Columns of the workbook, in order; import and export exist when it does. The first is the row's key. */
  readonly sheet?: readonly (Name | 'createTime')[];
  /** What an import knows a row by where the first column alone does not tell; all of them are columns of the sheet. */
  readonly key?: readonly Name[];
  readonly checks?: readonly Check<Name>[];
  /**
   * The first that holds a row is what is said of it: by the list before anybody presses, and by the server that
   * refuses.
   */
  readonly locks?: readonly Lock<Name>[];
  /** Fields that the one-box search (`keyword`) looks in; the title field unless told. */
  readonly keyword?: readonly Name[];
  /** What the time is called at which a row was made; 创建时间 unless told. */
  readonly timeLabel?: string;
  /**
   * What people say for a row that has a number for its title: found by its pinyin and initials, as else the title is.
   */
  readonly spoken?: Name;
}

/**
 * Names are plain strings here, so that any entity is an `Entity`; `defineEntity` holds them to the entity's own
 * fields.
 */
export type Entity<F extends FieldMap = FieldMap, N extends FieldMap = FieldMap> = Description<F, string, N>;

/** Checks the description once, at import, and keeps its literal types. */
export function defineEntity<const F extends FieldMap, const N extends FieldMap = Record<never, never>>(
  entity: Description<F, keyof F & string, N>,
): Entity<F, N> {
  for (const name of [
    entity.titleField,
    ...(entity.sheet ?? []),
    ...(entity.keyword ?? []),
    ...(entity.key ?? []),
    ...(entity.spoken ? [entity.spoken] : []),
  ]) {
    if (!(name in entity.fields) && name !== 'createTime') throw new Error(`${entity.name}.${name}: no such field`);
  }
  return entity;
}

export interface Housekeeping {
  id: number;
  organizationId: number | null;
  version: number;
  createBy: number | null;
  createTime: string;
  updateBy: number | null;
  updateTime: string;
  deleteTime: string | null;
}

export const housekeepingLabels: Readonly<Record<keyof Housekeeping, string>> = {
  id: '编号',
  organizationId: '所属机构',
  version: '版本',
  createBy: '创建人',
  createTime: '创建时间',
  updateBy: '修改人',
  updateTime: '修改时间',
  deleteTime: '删除时间',
};

type Stored<F extends FieldMap> = { [K in keyof F as F[K] extends { kind: 'secret' } ? never : K]: ValueOf<F[K]> };
type Names<F extends FieldMap> = {
  [K in keyof F & string as F[K] extends { kind: 'ref' | 'refs' } ? `${K}Name` : never]?: F[K] extends { kind: 'refs' }
    ? string[]
    : string | null;
};

/** One row as the server sends it. */
export type Row<E> =
  E extends Entity<infer F>
    ? Stored<F> & Names<F> & Housekeeping & { createByName?: string | null; updateByName?: string | null }
    : never;

/** What a form sends: the editable fields, the required ones certain. */
export type Draft<E> =
  E extends Entity<infer F> ? { [K in keyof F as F[K] extends { readonly: true } ? never : K]: ValueOf<F[K]> } : never;

/** A row of an entity known only at run time. */
export type AnyRow = Housekeeping & Record<string, unknown>;

/** Why a row can't be edited or deleted by anybody; null where its fields do not say that. */
export function lockOf(entity: Entity, row: Readonly<Record<string, unknown>>, to: 'edit' | 'del'): string | null {
  const held = entity.locks?.find(({ field, when, unless, only }) => {
    const value = row[field];
    if (value === undefined || (only && only !== to)) return false;
    return when?.includes(value as string) ?? !unless?.includes(value as string | null);
  });
  return held?.message ?? null;
}

export function fieldOf(entity: Entity, name: string): Field | undefined {
  return Object.hasOwn(entity.fields, name) ? entity.fields[name] : entity.narrowed?.[name];
}

/** The label of a field or of a housekeeping column. */
export function labelOf(entity: Entity, name: string): string {
  if (name === 'createTime' && entity.timeLabel) return entity.timeLabel;
  return fieldOf(entity, name)?.label ?? (housekeepingLabels as Record<string, string>)[name] ?? name;
}
