import { logoutOnServer } from '@/api/auth';
import type { Failure } from '@/api/callFailures';
import { onExpired, onUnauthorized } from '@/api/client';
import { writeCookie } from '@/lib/browser/cookies';
import { navigation } from '@/lib/browser/navigation';
import { feedback } from '@/lib/feedback';
import { accountExpiryWarningDuration, type LoginReason } from '@contract/constants';
import { endTextOf } from '@contract/features/signIn/sessionEnds';
import { messages } from '@contract/messages';
import { loginPath } from '@contract/routes';
import { dropToken } from '../credentials';
import { clearSession } from '../sessionStore';

/**
 * Timeout in ms. A disk that does not answer must not block the sign-out. Large photographs take time to seal; the
 * rest is sealed at the next start.
 */
const maxClearingMs = 10_000;

/**
 * Leaves the page after a deliberate sign-out, so that the next person at this device sees neither the former page
 * nor its address.
 */
const replaceByLoginPage = (): void => navigation.replaceBy(loginPath);

/** Deletes stored data before the reload, because a page that unloads aborts pending deletions (QUALITY AU10). */
async function forgetAndLeave(leave: () => void = navigation.reload): Promise<void> {
  dropToken();
  await Promise.race([clearSession(), new Promise((resolve) => setTimeout(resolve, maxClearingMs))]);
  leave();
}

/**
 * Signs out. Token and roles are removed even if the server's call fails; then everything is reloaded (SPEC §4).
 * @param reason reason shown at the login
 */
export async function signOut(reason?: LoginReason, leave: () => void = navigation.reload): Promise<void> {
  // Another person has signed in in this browser, so the session continues.
  if (!(await logoutOnServer())) return leave();
  if (reason) writeCookie('point', reason);
  await forgetAndLeave(leave);
}

/** Signs out at the person's request. */
export const signOutOneself = (): Promise<void> => signOut(undefined, replaceByLoginPage);

/**
 * Asks before signing out (SPEC §8). Resolves to whether the person stays signed in.
 * @param warning shown above the question
 */
export async function askAndSignOut(warning?: string): Promise<boolean> {
  if (
    !(await feedback.confirm(messages.confirmLogout, {
      title: warning ?? '提示',
      okText: '确定',
      cancelText: '取消',
      danger: warning !== undefined,
    }))
  )
    return true;
  await signOutOneself();
  return false;
}

/** Signs out after the warning has been shown for 2.5 s (SPEC §6). */
export async function signOutExpired(): Promise<void> {
  feedback.notify('warning', messages.expired, { duration: accountExpiryWarningDuration });
  await new Promise((resolve) => setTimeout(resolve, accountExpiryWarningDuration));
  await signOut();
}

/**
 * Ends the session after a 401, only locally, because the server has no session left (SPEC §4). The login page shows
 * the server's reason if an administrator ended the session.
 */
export function signOutUnauthorized({ code }: Pick<Failure, 'code'>): void {
  writeCookie('point', '401' satisfies LoginReason);
  if (code !== undefined && endTextOf(code)) writeCookie('ended', code);
  void forgetAndLeave();
}

onUnauthorized(signOutUnauthorized);
onExpired(() => {
  // The client has already shown the warning.
  setTimeout(() => void signOut(), accountExpiryWarningDuration);
});
