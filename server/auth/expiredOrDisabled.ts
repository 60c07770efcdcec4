import { stateTexts } from '@contract/features/signIn/signInTexts';
import { isExpired } from '@contract/features/system/accounts/accountExpiry';
import { messages } from '@contract/messages';
import { formatDay } from '@server/base/zone';
import type { Account } from './account';

// Asked at sign-in and, by `viewerOf` (`session.ts`), for each call: an account that expires is signed out by its next
// call.

/**
 * Returns the reason why a person may not work, i.e. the state of the account or the organization (SPEC §6);
 * undefined if there is none.
 */
export function accountBarReason(
  account: Pick<Account, 'id' | 'enabled' | 'expiryDate' | 'isAdmin' | 'organization'>,
  now: Date,
  zone: string,
): { code: 'disabled' | 'expired'; message: string } | undefined {
  const { organization } = account;
  if (account.enabled !== '1') return { code: 'disabled', message: '账号已停用，请联系管理员' };
  const today = formatDay(now, zone);
  if (isExpired(account, today)) return { code: 'expired', message: messages.expired };
  if (account.isAdmin) return undefined;
  // Without an organization the rows that the person sees can't be restricted (SPEC §6, scoping).
  if (!organization) return { code: 'disabled', message: '账号未分配机构，请联系管理员' };
  if (organization.deleteTime || organization.enabled !== '1')
    return { code: 'disabled', message: '所属机构已停用，请联系管理员' };
  if (organization.expiryDate && organization.expiryDate < today) return { code: 'expired', message: messages.expired };
  return undefined;
}

/**
 * Returns the reason why a person may not sign in from an address; undefined if there is none. Open sessions
 * continue.
 */
export const addressBarReason = (
  { loginIp }: Pick<Account, 'loginIp'>,
  ip: string,
): { code: 'wrongPlace'; message: string } | undefined =>
  loginIp && loginIp !== ip ? { code: 'wrongPlace', message: stateTexts.wrongPlace } : undefined;
