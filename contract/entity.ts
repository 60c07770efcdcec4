import type { Field, FieldMap, ValueOf } from './field';

/**
 * Owners of the rows.
 * - `organization`: each row belongs to one organization, and only that organization sees it (SPEC §6).
 * - `shared`: platform administrators write rows without an organization, which everybody sees; an organization adds
 * rows of its own.
 * - `platform`: one set of rows for the whole installation.
 */
type RowOwners = 'organization' | 'shared' | 'platform';

/** A rule between two fields, as data: the value of `field` must not exceed the value of `notAbove`. */
interface FieldComparison<Name extends string = string> {
  readonly field: Name;
  readonly notAbove: Name;
  readonly message: string;
}

/** Condition under which a row is locked: its `field` holds one of `when`, or none of `unless`. */
export interface Lock<Name extends string = string> {
  readonly field: Name;
  readonly when?: readonly string[];
  /** Values that leave a row unlocked; null stands for an empty field. */
  readonly unless?: readonly (string | null)[];
  /** The lock prevents deletion only; the row may still be edited. */
  readonly limitedTo?: 'del';
  /** Chinese message: the reason for the lock and what to do instead. */
  readonly message: string;
}

/**
 * Hints on how users' own lists contain a field, for the mapping of an import. Field names refer to the same entity.
 */
export interface ListHints {
  /** Other names that users give the column. */
  readonly columnNames?: readonly string[];
  /** Names that are preferred to the column's own: a list of stock has 结存数量 beside 入库数量. */
  readonly firstNames?: readonly string[];
  /** Name of the number field whose cell may also contain this unit or entry, e.g. 2瓶. */
  readonly unitOf?: string;
  /**
   * Name of the field whose cell may contain more than its value; this field receives the rest, e.g. a second
   * telephone.
   */
  readonly restOf?: string;
  /**
   * Part of the first person where one cell of a list contains several people; `others` is all other people
   * (`peopleIn`). All columns of an entity with this hint concern the same people.
   */
  readonly person?: 'name' | 'mobile' | 'landline' | 'more' | 'others';
  /**
   * Name of the date field whose cell may also contain months after opening (开封后1年); this field receives the months.
   */
  readonly monthsOf?: string;
  /** Name of the field whose column also contains this value, in lists without a separate column. */
  readonly from?: string;
  /**
   * The column names a standard: 工作场所空气…测定 GBZ/T 300.66-2017（4、溶剂解吸-气相色谱法）. The field takes its number, its
   * title or its method.
   */
  readonly standard?: 'number' | 'name' | 'technique';
  /**
   * Names of columns whose text is appended, e.g. the technique after the number of a standard, or 湿度要求 after
   * 温度要求.
   */
  readonly appendedColumns?: readonly string[];
  /** Lists may have several lines per row: a line that repeats this value is skipped. */
  readonly skipsRepeats?: true;
  /** The date ends a period: a month without a day means its last day, not its first. */
  readonly endsPeriod?: true;
  /** Pattern of the column's values; decides between columns of similar names. */
  readonly pattern?: string;
  /** Day on which a period begins that lists write in place of this day (有效期36个月). */
  readonly after?: string;
  /** Names of columns of the sheet with the day on which such a period begins, before that of `after`: 生产日期. */
  readonly periodStarts?: readonly string[];
  /** The first day of a span that lists write in the column of that field (2026.3.30-2027.3.29). */
  readonly spanOf?: string;
  /** Lists may state one value for all rows in a line above the header (证书编号：…). */
  readonly mayStandAboveHeader?: true;
  /** Lists without this column may give it as titles between their rows (一、化学有害因素), each for the rows below. */
  readonly mayBeRowTitle?: true;
  /** Name of the field of which lists may state this number as a percentage. */
  readonly relativeTo?: string;
  /**
   * Words in the text of another field that select the entry where a list has no column for it; the first match
   * counts.
   */
  readonly entryByWords?: {
    readonly from: string;
    readonly words: readonly (readonly [word: string, value: string])[];
  };
}

/** Limits of the choices of a reference (`Entity.within`). */
export interface ChoicesWithin<Name extends string = string> {
  readonly field: Name;
  readonly as: string;
  /** Dictionary fields of the rows, each with its allowed values. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

interface Description<F extends FieldMap, Name extends string, N extends FieldMap> {
  /**
   * Name of the entity, singular and camelCase. The table has the same name in snake_case; permissions are
   * `<name>:<action>`.
   */
  readonly name: string;
  /** Path of the entity's API calls, without a leading slash. */
  readonly path: string;
  readonly label: string;
  /** Field that names a row for people. */
  readonly titleField: Name;
  /** Field that distinguishes rows with the same title in a selection. */
  readonly apartBy?: Name;
  /** Whether a copy of a row also has what belongs to the row, e.g. the hazards of a method (`Policy.copyParts`). */
  readonly copiesParts?: true;
  readonly scope: RowOwners;
  readonly fields: F;
  /**
   * Filters that are not fields of a row. The server translates each into a condition (`Policy.extraFilterConditions`).
   */
  readonly extraFilters?: N;
  /**
   * Columns of the workbook, in order; the first identifies a row. Without them the entity has no import, and its
   * export has all fields.
   */
  readonly sheet?: readonly (Name | 'createTime')[];
  /**
   * Columns that together identify a row at import, where the first column alone does not. All of them are columns of
   * the workbook.
   */
  readonly key?: readonly Name[];
  /** Hints on how users' own lists contain the columns of the workbook. */
  readonly lists?: Readonly<Partial<Record<Name, ListHints>>>;
  readonly checks?: readonly FieldComparison<Name>[];
  /**
   * Locks of a row. The list shows the message of the first matching lock in advance; the server shows it at refusal.
   */
  readonly locks?: readonly Lock<Name>[];
  /**
   * State machine of the rows, and the field with their state; lists then mark returned rows. `partEntities` lists the
   * entities whose rows are parts of a row: by the reference named in `by`, or, with `throughField`, by a field of both
   * entities that refers to the same third row. The page of a returned row shows the changes of its parts.
   */
  readonly stateMachine?: {
    readonly machine: string;
    readonly stateField: Name;
    readonly partEntities?: readonly { readonly entity: string; readonly by: string; readonly throughField?: true }[];
  };
  /** Fields that the one-box search (`keyword`) searches; by default the title field. */
  readonly keyword?: readonly Name[];
  /** Label of the creation time; by default 创建时间. */
  readonly timeLabel?: string;
  /**
   * Field that people search by where the title is a number. The search also matches its pinyin and initials, like
   * those of a title.
   */
  readonly searchedField?: Name;
  /** Fields that are required now. Rows of an earlier version may lack them, so their columns are nullable. */
  readonly requiredNow?: readonly Name[];
  /**
   * Text fields that suggest values of other rows, so that one thing has one name. `titlesOf` names an entity whose
   * row titles are suggested too.
   */
  readonly suggestions?: Readonly<Partial<Record<Name, 'own' | { readonly titlesOf: string }>>>;
  /**
   * Allows an import to create a row of the organization from an unknown title. The row gets these values, and the
   * dictionary entry of the first matching word in the title.
   */
  readonly byName?: {
    readonly set: Readonly<Partial<Record<Name, string>>>;
    readonly guess?: { readonly field: Name; readonly words: readonly (readonly [word: string, value: string])[] };
  };
  /**
   * References whose choices are limited to rows whose own reference `as` equals `field` of this form, and whose fields
   * have the values in `only`.
   */
  readonly within?: Readonly<Partial<Record<Name, ChoicesWithin<Name>>>>;
  /** Fields of a short form. Another form that needs a row of this entity adds one with it. */
  readonly shortForm?: readonly Name[];
  /** Columns of the workbook that the server fills in where an import leaves them blank. */
  readonly completed?: readonly Name[];
  /**
   * Rows may belong to no organization, e.g. announcements of the platform. `asked`: most rows belong to an
   * organization, so a form still asks for it.
   */
  readonly ownerless?: true | 'asked';
}

/**
 * An entity with plain string names, so that any entity is assignable to it; `defineEntity` checks that the names
 * are fields.
 */
export type Entity<F extends FieldMap = FieldMap, N extends FieldMap = FieldMap> = Description<F, string, N>;

/**
 * Declares an entity and keeps its literal types.
 * @throws Error at import if the description names a field that does not exist
 * @example
 * ```
 * export const vehicle = defineEntity({
 *   name: 'vehicle', path: 'api/vehicle', label: '车辆', titleField: 'plate', scope: 'organization',
 *   fields: { plate: text('车牌号', { required: true, unique: true }) },
 * });
 * ```
 */
export function defineEntity<const F extends FieldMap, const N extends FieldMap = Record<never, never>>(
  entity: Description<F, keyof F & string, N>,
): Entity<F, N> {
  for (const name of [
    entity.titleField,
    ...(entity.sheet ?? []),
    ...(entity.keyword ?? []),
    ...Object.keys(entity.lists ?? {}),
    ...(entity.key ?? []),
    ...(entity.searchedField ? [entity.searchedField] : []),
    ...(entity.stateMachine ? [entity.stateMachine.stateField] : []),
  ]) {
    if (!(name in entity.fields) && name !== 'createTime') throw new Error(`${entity.name}.${name}: no such field`);
  }
  return entity;
}

interface HousekeepingColumns {
  id: number;
  organizationId: number | null;
  version: number;
  createBy: number | null;
  createTime: string;
  updateBy: number | null;
  updateTime: string;
  deleteTime: string | null;
}

export const housekeepingLabels: Readonly<Record<keyof HousekeepingColumns, string>> = {
  id: '编号',
  organizationId: '所属机构',
  version: '版本',
  createBy: '创建人',
  createTime: '创建时间',
  updateBy: '修改人',
  updateTime: '修改时间',
  deleteTime: '删除时间',
};

type StoredFields<F extends FieldMap> = {
  [K in keyof F as F[K] extends { kind: 'secret' } ? never : K]: ValueOf<F[K]>;
};
type ReferenceNames<F extends FieldMap> = {
  [K in keyof F & string as F[K] extends { kind: 'ref' | 'refs' } ? `${K}Name` : never]?: F[K] extends { kind: 'refs' }
    ? string[]
    : string | null;
};

/** Row of an entity as the server sends it. */
export type Row<E> =
  E extends Entity<infer F>
    ? StoredFields<F> &
        ReferenceNames<F> &
        HousekeepingColumns & { createByName?: string | null; updateByName?: string | null }
    : never;

/** Body of a form: the editable fields; the required fields are non-null. */
export type Draft<E> =
  E extends Entity<infer F> ? { [K in keyof F as F[K] extends { readonly: true } ? never : K]: ValueOf<F[K]> } : never;

/** A row of an entity known only at run time. */
export type AnyRow = HousekeepingColumns & Record<string, unknown>;

/**
 * Returns the message of the lock that forbids editing or deleting a row to everybody; null where no lock applies.
 * @param row at least the fields that the locks read; an absent field locks nothing
 */
export function lockMessage(entity: Entity, row: Readonly<Record<string, unknown>>, to: 'edit' | 'del'): string | null {
  const matchingLock = entity.locks?.find(({ field, when, unless, limitedTo }) => {
    const value = row[field];
    if (value === undefined || (limitedTo && limitedTo !== to)) return false;
    return when?.includes(value as string) ?? !unless?.includes(value as string | null);
  });
  return matchingLock?.message ?? null;
}

/** Returns a field or a narrowing filter by its name; undefined for an unknown name. */
export function fieldOf(entity: Entity, name: string): Field | undefined {
  return Object.hasOwn(entity.fields, name) ? entity.fields[name] : entity.extraFilters?.[name];
}

/** Returns the label of a field or of a housekeeping column; the name itself where neither is known. */
export function labelOf(entity: Entity, name: string): string {
  if (name === 'createTime' && entity.timeLabel) return entity.timeLabel;
  return fieldOf(entity, name)?.label ?? (housekeepingLabels as Record<string, string>)[name] ?? name;
}
