import type { User } from '@contract/wire';

export type DataScope = 'all' | 'organization' | 'self';

/** Who asks: made from the session alone, never from what the request claims (DESIGN §1, Scope). */
export interface Viewer {
  readonly user: User;
  readonly sessionId: string;
  /** Somebody else chose the password: nothing works but changing it. */
  readonly mustChangePassword?: boolean;
  /** Permission strings; `admin` holds everything. */
  readonly permissions: ReadonlySet<string>;
  readonly dataScope: DataScope;
  /** The organisation whose rows are seen; null for all of them (a platform administrator who has not chosen one). */
  readonly organizationId: number | null;
  /** Where new rows go. */
  readonly homeOrganizationId: number | null;
  /** Units of an enterprise user (isQy); null for staff. */
  readonly unitIds: readonly number[] | null;
  /** A reviewer from outside (第三方人员), who sees what was assigned to them and nothing else. */
  readonly outside: boolean;
  /** The strongest (smallest) role level; who manages roles and people manages only weaker ones. */
  readonly level: number;
}

/** An enterprise's person or a reviewer from outside: they see what is theirs and nothing of the house. */
export const isOutsider = ({ unitIds, outside }: Pick<Viewer, 'unitIds' | 'outside'>): boolean =>
  unitIds !== null || outside;
