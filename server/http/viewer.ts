import type { User } from '@contract/wire';

export type DataScope = 'all' | 'organization' | 'self';

/** The person who makes a call, derived only from the session and never from the request (DESIGN §1, Scope). */
export interface Viewer {
  readonly user: User;
  readonly sessionId: string;
  /** True if another person set the password: every call is refused except changing it. */
  readonly mustChangePassword?: boolean;
  /** Names of permissions; `admin` includes all. */
  readonly permissions: ReadonlySet<string>;
  readonly dataScope: DataScope;
  /** Organization whose rows are visible; null for all (a platform administrator without a choice). */
  readonly organizationId: number | null;
  /** Organization of new rows. */
  readonly homeOrganizationId: number | null;
  /** Units of an enterprise user (isQy); null for staff. */
  readonly unitIds: readonly number[] | null;
  /** True for an external reviewer (第三方人员), who sees only assigned tasks. */
  readonly outside: boolean;
  /**
   * Level of the highest role; a smaller number ranks higher. Managers of roles and people manage only lower ranks.
   */
  readonly level: number;
}

/** Checks whether the viewer is an enterprise user or an external reviewer, who see only their own rows. */
export const isOutsider = ({ unitIds, outside }: Pick<Viewer, 'unitIds' | 'outside'>): boolean =>
  unitIds !== null || outside;
