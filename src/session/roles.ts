import { defaultRole } from '@contract/permissions';

/** SPEC §6: never empty, so that "no roles yet" can mean that nobody has asked. */
export const rolesOf = (roles: readonly string[] | null | undefined): readonly string[] =>
  roles?.length ? roles : [defaultRole];
