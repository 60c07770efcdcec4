import { create } from 'zustand';
import { login } from '@/api/auth';
import type { Failure } from '@/api/callFailures';
import { installRescue, sessionBegan } from '@/api/client';
import { endTextOf } from '@contract/features/signIn/sessionEnds';
import type { LoginRequest } from '@contract/wire';
import { keepToken } from '../credentials';
import { takeUser, useSession } from '../sessionStore';
import { anyDirty } from '../tabs/tabStore';

/** State of a session that ended while there was unsaved work. The page stays and asks its owner for the password. */
export const useRelogin = create<{
  readonly asking: boolean;
  /** Reason why the session ended, if another person ended it. */ readonly endReason?: string;
}>()(() => ({ asking: false }));

let waitingRelogin: { readonly answer: Promise<boolean>; readonly settle: (saved: boolean) => void } | undefined;

/** At a 401 with unsaved work, keeps the page (otherwise SPEC §4 applies). All requests wait for one answer. */
function keepUnsavedWork({ code }: Pick<Failure, 'code'>): Promise<boolean> | undefined {
  if (waitingRelogin) return waitingRelogin.answer;
  if (!anyDirty() || !useSession.getState().user) return undefined;
  let resolve: (saved: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((settled) => (resolve = settled));
  waitingRelogin = { answer, settle: resolve };
  useRelogin.setState({ asking: true, endReason: endTextOf(code) });
  return answer;
}

function settleLogin(isSaved: boolean): void {
  useRelogin.setState({ asking: false, endReason: undefined });
  waitingRelogin?.settle(isSaved);
  waitingRelogin = undefined;
}

/**
 * Signs the page's owner in again. The user name is fixed, so nobody else can continue the session. Failed requests
 * are then repeated.
 * @throws Failure if the server refuses; the page keeps waiting
 */
export async function signInAgain(request: Omit<LoginRequest, 'username' | 'rememberMe'>): Promise<void> {
  const { user } = useSession.getState();
  if (!user) return settleLogin(false);
  const loginAnswer = await login({ ...request, username: user.userName });
  // The user name may belong to another account now.
  if (loginAnswer.user.user.id !== user.id) return settleLogin(false);
  keepToken(loginAnswer.token);
  sessionBegan();
  takeUser(loginAnswer.user);
  settleLogin(true);
}

/** Discards the unsaved work: the requests fail and the session ends. */
export const giveUp = (): void => settleLogin(false);

/** Installs the rescue of unsaved work, while the console is open. */
export const installRelogin = (): (() => void) => installRescue(keepUnsavedWork);
