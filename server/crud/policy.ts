import type { SQL } from 'drizzle-orm';
import type { AnyRow, Entity } from '@contract/entity';
import type { FieldMap } from '@contract/field';
import type { FieldError } from '@contract/schema';
import type { Orm } from '../db/orm';
import type { Call } from '../http/route';
import type { Viewer } from '../http/viewer';
import type { Services } from '../services';

export type Operation = 'list' | 'get' | 'add' | 'edit' | 'copy' | 'del' | 'restore' | 'status' | 'export' | 'import';

export interface SaveContext {
  readonly services: Services;
  readonly tx: Orm;
  readonly call: Call<unknown>;
  /** The row as it was; null when it is new. */
  readonly before: AnyRow | null;
}

export interface DeleteContext {
  readonly services: Services;
  readonly tx: Orm;
  readonly call: Call<unknown>;
}

/** What the server adds to an entity's plain description. Every member is optional: presence is the switch. */
export interface Policy {
  /** Operations that have no generic route. */
  readonly without?: readonly Operation[];
  /** Narrows what the viewer sees, on top of the organisation. */
  readonly scope?: (viewer: Viewer) => SQL | undefined;
  /** By the name of a filter that is no field (`Entity.narrowed`): which rows its values mean. */
  readonly narrow?: Readonly<Record<string, (values: readonly string[]) => SQL | undefined>>;
  /**
   * What is exported is told to the trail with its digest, and ends with the chain's end after that: who has the file
   * can show that it is what was exported.
   */
  readonly sealsExport?: true;
  /** Enterprise users see no row of an entity that does not say which ones. */
  readonly enterpriseScope?: (unitIds: readonly number[]) => SQL;
  /** People from outside see no row of an entity that does not say which ones are theirs. */
  readonly outsideScope?: (userId: number) => SQL;
  /** Fields that the organisation keeps to itself: an enterprise user sees the rows of its units without them. */
  readonly internal?: readonly string[];
  /**
   * Rows of a platform-wide entity may be written by holders of the permission, not by platform administrators alone.
   */
  readonly writtenByHolders?: true;
  /** Everyone of the organisation sees every row, whatever a role's data scope says. */
  readonly ignoresDataScope?: true;
  /**
   * The reference to the row that this one is a part of: a part belongs to whom the whole belongs to, and is written by
   * who may write that.
   */
  readonly partOf?: string;
  /** Rows are edited in an entry grid: many of them are saved at once (`saveAll`). */
  readonly savedTogether?: true;
  /**
   * Adds what the row's own columns do not say, e.g. the unit's code on a project; asked for each page of rows at once.
   */
  readonly present?: (
    orm: Orm,
    rows: readonly AnyRow[],
    today: string,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /**
   * What the trail calls fields that one row has beyond its entity's own: a method's readings; of a keyed field by
   * `field.key`.
   */
  readonly rowFields?: (orm: Orm, id: number) => Promise<FieldMap>;
  /**
   * Rows that a text means beyond their title, e.g. by one of their other names; several where it is not clear which.
   * `name` is the text that was asked.
   */
  readonly alsoCalled?: (
    orm: Orm,
    titles: readonly string[],
    scope: SQL | undefined,
  ) => Promise<{ id: number; name: string }[]>;
  /** Last word on a draft: throws a Refusal, or returns columns to add to or change in what is stored. */
  readonly beforeSave?: (draft: Record<string, unknown>, context: SaveContext) => Promise<Record<string, unknown>>;
  /**
   * What a save would refuse of a draft that can be told from it and from the row as it was, so that an import says it
   * in its preview.
   */
  readonly faults?: (draft: Readonly<Record<string, unknown>>, before: AnyRow | null) => readonly FieldError[];
  readonly afterSave?: (row: AnyRow, context: SaveContext) => Promise<void>;
  /** Throws a Refusal when one of the rows must stay. */
  readonly beforeDelete?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  readonly afterDelete?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  /** `rows` are as they were in the recycle bin. */
  readonly afterRestore?: (rows: readonly AnyRow[], context: DeleteContext) => Promise<void>;
  /** Throws a Refusal when the row is locked (signed, ended). */
  readonly assertOpen?: (row: AnyRow, context: DeleteContext) => Promise<void>;
}

/** Names the entity once, so that a policy is read beside what it is for. */
export function definePolicy(entity: Entity, policy: Policy): { entity: Entity; policy: Policy } {
  return { entity, policy };
}
