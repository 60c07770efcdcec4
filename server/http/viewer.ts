import type { User } from '@contract/wire';

export type DataScope = 'all' | 'organization' | 'self';

/** The person behind a call, derived from the session alone and never from the request (DESIGN §1, Scope). */
export interface Viewer {
  readonly user: User;
  readonly sessionId: string;
  /** Another person set the password: every call but changing it is refused. */
  readonly mustChangePassword?: boolean;
  /** Permission strings; `admin` includes all. */
  readonly permissions: ReadonlySet<string>;
  readonly dataScope: DataScope;
  /** Organization whose rows are visible; null for all (a platform administrator without a choice). */
  readonly organizationId: number | null;
  /** Organization of new rows. */
  readonly homeOrganizationId: number | null;
  /** Units of an enterprise user (isQy); null for staff. */
  readonly unitIds: readonly number[] | null;
  /** An external reviewer (第三方人员), who sees only what was assigned to them. */
  readonly outside: boolean;
  /** Strongest (smallest) role level; managers of roles and people manage only weaker ones. */
  readonly level: number;
}

/** Tells whether the viewer is an enterprise user or an external reviewer, who see only their own rows. */
export const isOutsider = ({ unitIds, outside }: Pick<Viewer, 'unitIds' | 'outside'>): boolean =>
  unitIds !== null || outside;
