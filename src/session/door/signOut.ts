import { logoutOnServer } from '@/api/auth';
import { onExpired, onUnauthorized } from '@/api/client';
import type { Failure } from '@/api/failures';
import { writeCookie } from '@/lib/browser/cookies';
import { navigation } from '@/lib/browser/navigation';
import { feedback } from '@/lib/feedback';
import { expiryWarningDuration, type Point } from '@contract/constants';
import { endTextOf } from '@contract/features/signIn/sessionEnds';
import { messages } from '@contract/messages';
import { loginPath } from '@contract/routes';
import { dropToken } from '../credentials';
import { clearSession } from '../sessionStore';

/**
 * ms; a disk that does not answer keeps nobody here. Photographs take their time to be sealed; what is left then is
 * sealed at the next start.
 */
const longestForgetting = 10_000;

/**
 * Of one's own sign-out: the next person at this device lands on no page of the one before, and reads none of its names
 * in the address.
 */
const leaveNothing = (): void => navigation.replaceBy(loginPath);

/**
 * What is kept on the disk goes before everything is loaded anew: a page that leaves takes back what it has not yet
 * deleted (QUALITY AU10).
 */
async function forgetAndLeave(leave: () => void = navigation.reload): Promise<void> {
  dropToken();
  await Promise.race([clearSession(), new Promise((resolve) => setTimeout(resolve, longestForgetting))]);
  leave();
}

/**
 * SPEC §4: token and roles go even if the server's call fails; then everything is loaded anew.
 * @param why told at the login
 */
export async function signOut(why?: Point, leave: () => void = navigation.reload): Promise<void> {
  // Another person has signed in in this browser: the session is theirs, and goes on.
  if (!(await logoutOnServer())) return leave();
  if (why) writeCookie('point', why);
  await forgetAndLeave(leave);
}

/** Because the person wants to go. */
export const signOutOneself = (): Promise<void> => signOut(undefined, leaveNothing);

/**
 * Asks first (SPEC §8), with a warning above the question where there is one; resolves to whether the person stays
 * signed in.
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

/** SPEC §6: the warning stands for 2.5 s, then the person is out. */
export async function signOutExpired(): Promise<void> {
  feedback.notify('warning', messages.expired, { duration: expiryWarningDuration });
  await new Promise((resolve) => setTimeout(resolve, expiryWarningDuration));
  await signOut();
}

/**
 * SPEC §4: a 401 ends the session here alone; the login page says why, in the server's words where an administrator
 * ended it. The server has no session left to end.
 */
export function signOutUnauthorized({ code }: Pick<Failure, 'code'>): void {
  writeCookie('point', '401' satisfies Point);
  if (code !== undefined && endTextOf(code)) writeCookie('ended', code);
  void forgetAndLeave();
}

onUnauthorized(signOutUnauthorized);
onExpired(() => {
  // The client has shown the warning already.
  setTimeout(() => void signOut(), expiryWarningDuration);
});
