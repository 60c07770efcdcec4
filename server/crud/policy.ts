import type { SQL } from 'drizzle-orm';
import type { AnyRow, Entity } from '@contract/entity';
import type { FieldMap } from '@contract/field';
import type { FieldError } from '@contract/schema';
import type { SheetTable } from '@contract/workbook/cells';
import type { ImportFixed } from '@contract/workbook/importing';
import type { Mapping } from '@contract/workbook/mapping/mapping';
import type { RawSheet } from '@contract/workbook/mapping/rawSheet';
import type { AnalysedRow } from '@contract/workbook/rows';
import type { AuditAction } from '@server/audit/trail';
import type { Orm } from '../db/orm';
import type { Call } from '../http/route';
import type { Viewer } from '../http/viewer';
import type { Services } from '../services';
import type { Context } from './context';

export type Operation = 'list' | 'get' | 'add' | 'edit' | 'copy' | 'del' | 'restore' | 'status' | 'export' | 'import';

/** Context of a policy's hook: the transaction of the write, and the request. */
export interface DeleteContext extends Context {
  readonly tx: Orm;
  readonly call: Call<unknown>;
}

export interface SaveContext extends DeleteContext {
  /** The stored row; null for a new one. */
  readonly before: AnyRow | null;
  /** Organization of the row, also of a new one. */
  readonly organizationId: number | null;
  /** How a new row comes: by a form, a copy or an import. */
  readonly action?: AuditAction;
  /** The check of an import asks: nothing is written, so that costly values (a password's hash) are not needed. */
  readonly dry?: true;
}

/** How lists of one's own hold the rows of one import. */
export interface OwnLists {
  /** Replaces the hints of the entity (`Entity.lists`). */
  readonly lists?: Entity['lists'];
  /** Changes the rows that the mapping made, e.g. into several of one; says what it did. */
  readonly expand?: (
    table: SheetTable,
    sheet: RawSheet,
    mapping: Mapping,
  ) => { readonly table: SheetTable; readonly said: readonly string[] };
}

/** Rules that the server adds to an entity's description. Every member is optional; a missing one switches off. */
export interface Policy {
  /** Operations without a generic route. */
  readonly without?: readonly Operation[];
  /** Restricts the visible rows further than the organization. */
  readonly scope?: (viewer: Viewer) => SQL | undefined;
  /** Conditions of the filters in `Entity.narrowed`, by name. */
  readonly narrow?: Readonly<Record<string, (values: readonly string[], zone: string) => SQL | undefined>>;
  /**
   * Records the digest of each export in the audit trail and appends the chain's end to the file, so that its holder
   * can prove what was exported.
   */
  readonly sealsExport?: true;
  /** Rows visible to enterprise users; without it they see none. */
  readonly enterpriseScope?: (unitIds: readonly number[]) => SQL;
  /** Rows visible to external people; without it they see none. */
  readonly outsideScope?: (userId: number) => SQL;
  /** Internal fields, hidden from enterprise users. */
  readonly internal?: readonly string[];
  /** Holders of the permission may write rows of a platform-wide entity, not only platform administrators. */
  readonly writtenByHolders?: true;
  /**
   * Common rows that an organization has put aside: left out of its lists, exports and choices, unless the narrowed filter
   * asks for them.
   */
  readonly aside?: { readonly filter: string; readonly of: (organizationId: number) => SQL };
  /** Everybody in the organization sees every row, whatever the data scope of their roles. */
  readonly ignoresDataScope?: true;
  /**
   * Name of the reference to the parent. A part has the parent's organization, and whoever may write the parent may
   * write it.
   */
  readonly partOf?: string;
  /** Rows are edited in an entry grid and saved together (`saveAll`). */
  readonly savedTogether?: true;
  /** Adds values that the row's own columns lack, e.g. the unit's code of a project; called once per page of rows. */
  readonly present?: (
    orm: Orm,
    rows: readonly AnyRow[],
    today: string,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /**
   * Labels in the audit trail for fields beyond the entity's own, e.g. a method's readings; for a keyed field by
   * `field.key`.
   */
  readonly rowFields?: (orm: Orm, id: number) => Promise<FieldMap>;
  /**
   * Finds rows by other texts than the title, e.g. by an alias; several where it is ambiguous. `name` is the given
   * text.
   */
  readonly alsoCalled?: (
    orm: Orm,
    titles: readonly string[],
    scope: SQL | undefined,
  ) => Promise<{ id: number; name: string }[]>;
  /**
   * Values of a new row that depend on other rows or on the day, for fields that the draft leaves out; an import takes
   * them for blank cells too.
   */
  readonly initials?: (tx: Orm, services: Services, organizationId: number | null) => Promise<Record<string, unknown>>;
  /** How people's own lists hold these rows, where that depends on the values that the page sets for all of them. */
  readonly ownLists?: (orm: Orm, fixed: ImportFixed) => Promise<OwnLists | null>;
  /** Fills in what the rows of an import leave blank (`Entity.completed`); the preview shows it. */
  readonly complete?: (orm: Orm, rows: readonly AnalysedRow[], organizationId: number | null) => Promise<AnalysedRow[]>;
  /** Last check of a draft: throws a Refusal, or returns columns to add or change. */
  readonly beforeSave?: (draft: Record<string, unknown>, context: SaveContext) => Promise<Record<string, unknown>>;
  /**
   * Errors that a save would raise and that follow from the draft and the stored row alone; an import shows them in its
   * preview.
   */
  readonly faults?: (draft: Readonly<Record<string, unknown>>, before: AnyRow | null) => readonly FieldError[];
  readonly afterSave?: (row: AnyRow, context: SaveContext) => Promise<void>;
  /**
   * Brings rows of other entities in line with stored rows: after a save, and once for all rows of an import, which stays
   * as fast as without.
   */
  readonly inStep?: (ids: readonly number[], context: DeleteContext) => Promise<void>;
  /**
   * Takes back what the import of rows wrote besides them, e.g. the opening movements of lots, and returns the entities
   * whose references to the rows are a part of it. Throws a Refusal where the rows were used since.
   */
  readonly undoImport?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<readonly string[]>;
  /** Throws a Refusal if one of the rows can't be deleted. */
  readonly beforeDelete?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  readonly afterDelete?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  /** `rows` are as they were in the recycle bin. */
  readonly afterRestore?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  /**
   * Puts a locked row back to what it was before somebody worked on it (SPEC §7, reset), with its line in the trail. Where it is
   * not given nothing can be reset.
   */
  readonly resets?: (row: AnyRow, context: DeleteContext) => Promise<void>;
  /** Throws a Refusal if the row is locked (signed, ended). */
  readonly assertOpen?: (row: AnyRow, context: DeleteContext) => Promise<void>;
}
