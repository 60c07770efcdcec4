import type { User } from '@contract/wire';

/**
 * Checks whether a person is an enterprise user or a third party, who see only their own rows. Like the server's
 * `isOutsider`; an unknown person counts as one.
 */
export const isOutsider = (user: Pick<User, 'isAdmin' | 'isQy' | 'isOutside'> | null | undefined): boolean =>
  !user || (!user.isAdmin && (user.isQy || user.isOutside === true));
