import type { SQL } from 'drizzle-orm';
import type { AnyRow, Entity } from '@contract/entity';
import type { FieldMap } from '@contract/field';
import type { FieldError } from '@contract/schema';
import type { ImportFixed } from '@contract/workbook/importWire';
import type { ColumnMapping } from '@contract/workbook/mapping/columnMapping';
import type { RawSheet } from '@contract/workbook/mapping/rawSheet';
import type { AnalysedRow } from '@contract/workbook/readTableRows';
import type { SheetTable } from '@contract/workbook/sheetCells';
import type { AuditAction } from '@server/audit/auditTrail';
import type { Orm } from '../db/orm';
import type { Call } from '../http/route';
import type { Viewer } from '../http/viewer';
import type { Services } from '../services';
import type { CrudContext } from './crudContext';

export type Operation = 'list' | 'get' | 'add' | 'edit' | 'copy' | 'del' | 'restore' | 'status' | 'export' | 'import';

/** Context of a policy's hook: the transaction of the write, and the request. */
export interface DeleteContext extends CrudContext {
  readonly tx: Orm;
  readonly call: Call<unknown>;
}

export interface SaveContext extends DeleteContext {
  /** Stored row; null for a new row. */
  readonly before: AnyRow | null;
  /** Organization of the row, also of a new one. */
  readonly organizationId: number | null;
  /** How a new row is created: by a form, a copy or an import. */
  readonly action?: AuditAction;
  /**
   * Whether this is only the check of an import. Nothing is written then, so costly values such as a password's hash
   * are not needed.
   */
  readonly dry?: true;
}

/** Mapping hints for an import from lists that users keep themselves, e.g. their own Excel sheets. */
export interface UserListHints {
  /** Replaces the hints of the entity (`Entity.lists`). */
  readonly lists?: Entity['lists'];
  /** Changes the rows that the mapping made, e.g. splits one row into several; returns sentences about it. */
  readonly expand?: (
    table: SheetTable,
    sheet: RawSheet,
    mapping: ColumnMapping,
  ) => { readonly table: SheetTable; readonly sentences: readonly string[] };
}

/** Rules that the server adds to an entity. Every member is optional; an absent member has no effect. */
export interface Policy {
  /** Operations without a generic route. */
  readonly disabledOperations?: readonly Operation[];
  /** Condition that restricts the visible rows further than the organization does. */
  readonly scope?: (viewer: Viewer) => SQL | undefined;
  /** Conditions of the filters in `Entity.extraFilters`, by name. */
  readonly extraFilterConditions?: Readonly<
    Record<string, (values: readonly string[], zone: string) => SQL | undefined>
  >;
  /**
   * Whether each export is sealed: its digest is recorded in the audit trail, and the end of the chain is appended to
   * the file. The owner of the file can then prove what was exported.
   */
  readonly sealsExport?: true;
  /** Condition for rows visible to enterprise users; without it they see no rows. */
  readonly enterpriseScope?: (unitIds: readonly number[]) => SQL;
  /** Condition for rows visible to external people; without it they see no rows. */
  readonly outsideScope?: (userId: number) => SQL;
  /** Internal fields, which enterprise users do not see. */
  readonly internal?: readonly string[];
  /**
   * Whether everybody with the permission may write rows of a platform-wide entity, not only platform administrators.
   */
  readonly writtenByHolders?: true;
  /**
   * Common rows that an organization has hidden. Its lists, exports and choices omit them, unless the named filter
   * requests them.
   */
  readonly hiddenCommonRows?: { readonly filter: string; readonly conditionFor: (organizationId: number) => SQL };
  /** Whether everybody in the organization sees every row, regardless of the data scope of their roles. */
  readonly ignoresDataScope?: true;
  /**
   * Name of the reference to the parent. A part has the organization of its parent. A person who may write the parent
   * may also write the part.
   */
  readonly partOf?: string;
  /** Whether rows are edited in an entry grid and saved together (`saveAll`). */
  readonly savedTogether?: true;
  /**
   * Adds values that the row's own columns lack, e.g. the unit code of a project. It is called once per page of rows.
   */
  readonly addDisplayValues?: (
    orm: Orm,
    rows: readonly AnyRow[],
    today: string,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Values of `addDisplayValues` that lists show as columns, which an export can then contain. */
  readonly displayFields?: FieldMap;
  /**
   * Returns labels in the audit trail for fields besides the entity's own, e.g. a method's readings; for a keyed
   * field by `field.key`.
   */
  readonly rowFields?: (orm: Orm, id: number) => Promise<FieldMap>;
  /**
   * Finds rows by other texts than the title, e.g. by an alias; it returns several rows for an ambiguous text. `name`
   * is the given text.
   */
  readonly alsoCalled?: (
    orm: Orm,
    titles: readonly string[],
    scope: SQL | undefined,
  ) => Promise<{ id: number; name: string }[]>;
  /**
   * Returns values of a new row that depend on other rows or on the day, for fields that the draft omits. An import
   * uses them for blank cells too.
   */
  readonly initialValues?: (
    tx: Orm,
    services: Services,
    organizationId: number | null,
  ) => Promise<Record<string, unknown>>;
  /** Mapping hints for users' own lists in place of `Entity.lists`, of an entity that the first page loads. */
  readonly lists?: Entity['lists'];
  /** Mapping hints for users' own lists, if the hints depend on the values that the page sets for all rows. */
  readonly userListHints?: (orm: Orm, fixed: ImportFixed) => Promise<UserListHints | null>;
  /** Fills blank cells in the rows of an import (`Entity.completed`); the preview shows the values. */
  readonly complete?: (orm: Orm, rows: readonly AnalysedRow[], organizationId: number | null) => Promise<AnalysedRow[]>;
  /** Checks a draft last: throws a Refusal, or returns columns to be added or changed. */
  readonly beforeSave?: (draft: Record<string, unknown>, context: SaveContext) => Promise<Record<string, unknown>>;
  /**
   * Returns errors that a save would raise and that depend on the draft and the stored row alone. An import shows
   * them in its preview.
   */
  readonly faults?: (draft: Readonly<Record<string, unknown>>, before: AnyRow | null) => readonly FieldError[];
  readonly afterSave?: (row: AnyRow, context: SaveContext) => Promise<void>;
  /** Copies what belongs to a row to a new copy of the row (`Entity.copiesParts`). */
  readonly copyParts?: (from: number, copy: AnyRow, context: DeleteContext) => Promise<void>;
  /**
   * Updates rows of other entities that follow from stored rows. It is called after a save, and once for all rows of
   * an import, so that the import stays fast.
   * @param isNew whether the transaction has inserted the rows, so that no row refers to them yet
   */
  readonly updateDependents?: (ids: readonly number[], context: DeleteContext, isNew: boolean) => Promise<void>;
  /**
   * Removes the data that an import wrote besides its rows, e.g. the opening movements of lots. It returns the
   * entities whose references to the rows belong to these data, and throws a Refusal where the rows were used since,
   * i.e. after the time `at` of the import. A restored row gets the data back by `afterRestore`.
   */
  readonly undoImport?: (
    rows: readonly AnyRow[],
    context: DeleteContext & { readonly at: Date },
  ) => Promise<readonly string[]>;
  /** Throws a Refusal if one of the rows can't be deleted. */
  readonly beforeDelete?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  readonly afterDelete?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  /** Runs after rows were restored; `rows` have the values that they had in the recycle bin. */
  readonly afterRestore?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  /**
   * Resets a locked row to its state before anybody worked on it (SPEC §7, reset), and writes the audit line. Without
   * this member rows can't be reset.
   */
  readonly resets?: (row: AnyRow, context: DeleteContext) => Promise<void>;
  /** Throws a Refusal if the row is locked, i.e. signed or ended. */
  readonly assertOpen?: (row: AnyRow, context: DeleteContext) => Promise<void>;
}
