import { dayAfter } from '@contract/arithmetic/numbers/days';
import type { User } from '@contract/wire';

/** Years that a new account lasts where the organization says nothing else. */
const defaultAccountYears = 5;

/** Days before its end in which an account counts as running out. */
export const soonDays = 30;

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

/**
 * Returns the expiry date of a new account.
 * @param today `YYYY-MM-DD` in the organization's zone
 * @param years the organization's setting; null where it has none
 */
export function expiryOfNew(today: string, years: number | null): string {
  const day = `${Number(today.slice(0, 4)) + (years ?? defaultAccountYears)}${today.slice(4)}`;
  // 29 February has no anniversary in most years.
  return day.endsWith('-02-29') && new Date(`${day}T00:00:00Z`).getUTCDate() !== 29 ? `${day.slice(0, 8)}28` : day;
}

export type AccountTerm = 'none' | 'past' | 'soon';

/** Returns what is wrong with an account's term; null for one that lasts longer, or that never expires. */
export function termOf(user: Pick<User, 'id' | 'isAdmin' | 'expiryDate'>, today: string): AccountTerm | null {
  if (isExempt(user)) return null;
  if (user.expiryDate === null) return 'none';
  if (user.expiryDate < today) return 'past';
  return user.expiryDate <= dayAfter(today, soonDays) ? 'soon' : null;
}

/** A person as `GET api/user/expiring` tells them. */
interface ExpiringAccount {
  id: number;
  version: number;
  userName: string;
  nickName: string;
  expiryDate: string | null;
  term: AccountTerm;
  /** The viewer's own account; only another person can extend it. */
  own: boolean;
}

export interface ExpiringAccounts {
  people: ExpiringAccount[];
  /** Date that a new account would get today. */
  proposed: string;
}

export const expiryTexts = {
  title: '账号到期',
  extend: '延长到期日',
  day: '新的到期日',
  terms: { none: '没有到期日', past: '已到期', soon: '30天内到期' } satisfies Record<AccountTerm, string>,
  summary: (counts: Readonly<Record<AccountTerm, number>>): string =>
    (['soon', 'past', 'none'] as const)
      .flatMap((term) =>
        counts[term] ? [{ soon: '30天内到期', past: '已到期', none: '没有到期日' }[term] + `${counts[term]}人`] : [],
      )
      .join('，'),
  blocked: '没有到期日或已到期的人员不能登录',
  own: '自己的到期日请由其他管理员延长',
  notPast: '新的到期日不能早于今天',
  extended: (count: number): string => `已延长${count}人的到期日`,
} as const;
