import { momentText, todayText } from '@/lib/dateTexts';
import { isExpired as isExpiredOn } from '@contract/features/system/accounts/accountExpiry';
import type { User } from '@contract/wire';

type AccountWithExpiry = Pick<User, 'id' | 'isAdmin'> & { readonly expiryDate?: string | number | null };

/**
 * Converts an expiry to a date. Ten digits are seconds (SPEC §9), which another back end may send; the date is in the
 * organization's zone.
 */
function dayOf(expiryDate: string | number): string {
  const text = String(expiryDate);
  return /^\d{10}$/.test(text) ? momentText(new Date(Number(text) * 1000)).slice(0, 10) : text;
}

/** Checks whether the account has expired today, by the rule of SPEC §6 in contract/expiry. */
export const isExpired = ({ id, isAdmin, expiryDate }: AccountWithExpiry, today: string = todayText()): boolean =>
  isExpiredOn({ id, isAdmin, expiryDate: expiryDate ? dayOf(expiryDate) : null }, today);
