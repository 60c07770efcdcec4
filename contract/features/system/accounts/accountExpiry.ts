import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import type { User } from '@contract/wire';

/** Years for which a new account is valid, where the organization has no setting. */
const defaultAccountYears = 5;

/** Number of days before its end from which an account counts as expiring soon. */
export const soonDays = 30;

/** Returns whether a user is exempt from expiry (SPEC §6). */
const isExempt = ({ id, isAdmin }: Pick<User, 'id' | 'isAdmin'>): boolean => id === 1 || isAdmin;

/**
 * Returns whether an account has expired. Every user who is not exempt needs an expiry date that is not past; on that
 * day the account is still valid (SPEC §6).
 * @param today `YYYY-MM-DD` in the organization's time zone
 */
export function isExpired(user: Pick<User, 'id' | 'isAdmin' | 'expiryDate'>, today: string): boolean {
  return !isExempt(user) && (user.expiryDate === null || user.expiryDate.slice(0, 10) < today);
}

/**
 * Returns the expiry date of a new account.
 * @param today `YYYY-MM-DD` in the organization's time zone
 * @param years the organization's setting; null where it has no setting
 */
export function expiryOfNew(today: string, years: number | null): string {
  const day = `${Number(today.slice(0, 4)) + (years ?? defaultAccountYears)}${today.slice(4)}`;
  // 29 February has no anniversary in a common year.
  return day.endsWith('-02-29') && new Date(`${day}T00:00:00Z`).getUTCDate() !== 29 ? `${day.slice(0, 8)}28` : day;
}

/**
 * Returns the expiry date that an extension proposes: a new term from today, or from the latest current date, so that
 * it lies later than each of them.
 * @param today `YYYY-MM-DD` in the organization's time zone
 * @param years the organization's setting; null where it has no setting
 */
export const extendedExpiry = (today: string, years: number | null, currentDates: readonly (string | null)[]): string =>
  expiryOfNew(
    currentDates.reduce<string>((latest, date) => (date && date > latest ? date : latest), today),
    years,
  );

/** Answer of `GET api/user/initials`. */
export interface AccountInitials {
  expiryDate: string;
  /** Years of the organization's setting; null where it has no setting. */
  years: number | null;
}

export type AccountTerm = 'none' | 'past' | 'soon';

/**
 * Returns the state of an account's expiry: without a date, past or soon; null for an account that lasts longer or
 * never expires.
 */
export function termOf(user: Pick<User, 'id' | 'isAdmin' | 'expiryDate'>, today: string): AccountTerm | null {
  if (isExempt(user)) return null;
  if (user.expiryDate === null) return 'none';
  if (user.expiryDate < today) return 'past';
  return user.expiryDate <= addDays(today, soonDays) ? 'soon' : null;
}

/** A person in the answer of `GET api/user/expiring`. */
interface ExpiringAccount {
  id: number;
  version: number;
  userName: string;
  nickName: string;
  expiryDate: string | null;
  term: AccountTerm;
  /** Whether it is the viewer's own account, which only another person can extend. */
  isOwnAccount: boolean;
}

export interface ExpiringAccounts {
  people: ExpiringAccount[];
  /** Expiry date that an extension proposes for all of them. */
  proposed: string;
}
