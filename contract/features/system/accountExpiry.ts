import type { User } from '@contract/wire';

/** These users never expire (SPEC §6). */
const isExempt = ({ id, isAdmin }: Pick<User, 'id' | 'isAdmin'>): boolean => id === 1 || isAdmin;

/**
 * Tells whether a user has expired: everybody else needs an expiry date that is not past; the day itself still counts
 * (SPEC §6).
 * @param today `YYYY-MM-DD` in the organization's zone
 */
export function isExpired(user: Pick<User, 'id' | 'isAdmin' | 'expiryDate'>, today: string): boolean {
  return !isExempt(user) && (user.expiryDate === null || user.expiryDate.slice(0, 10) < today);
}
