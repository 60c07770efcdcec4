import type { User } from '@contract/wire';

type Expiring = Pick<User, 'id' | 'isAdmin' | 'expiryDate'>;

/** The last moment of what an expiry date says: of a day its end; ten digits are seconds (SPEC §9). NaN for what is no date. */
function lastMoment(expiryDate: string): number {
  if (/^\d{10}$/.test(expiryDate)) return Number(expiryDate) * 1000;
  if (/^\d{4}-\d{2}-\d{2}$/.test(expiryDate)) return new Date(`${expiryDate}T23:59:59.999`).getTime();
  return new Date(expiryDate.replace(' ', 'T')).getTime();
}

/** SPEC §6: the user with id 1 and administrators never expire; others do with a date that is missing or past. */
export function isExpired(user: Expiring, now: Date = new Date()): boolean {
  if (user.id === 1 || user.isAdmin) return false;
  if (!user.expiryDate) return true;
  const last = lastMoment(String(user.expiryDate));
  return Number.isNaN(last) || last < now.getTime();
}
