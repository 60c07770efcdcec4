import { defaultRole } from '@contract/permissions';

/** Returns the roles, never empty (SPEC §6), so that an empty list means "not loaded yet". */
export const rolesOf = (roles: readonly string[] | null | undefined): readonly string[] =>
  roles?.length ? roles : [defaultRole];
