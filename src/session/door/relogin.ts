import { create } from 'zustand';
import { login } from '@/api/auth';
import { installRescue, sessionBegan } from '@/api/client';
import type { Failure } from '@/api/failures';
import { endTextOf } from '@contract/features/signIn/sessionEnds';
import type { LoginRequest } from '@contract/wire';
import { keepToken } from '../credentials';
import { takeUser, useSession } from '../sessionStore';
import { anyDirty } from '../tabs/tabStore';

/** The session has ended under unsaved work: the page stays, and waits for its owner's password. */
export const useRelogin = create<{
  readonly asking: boolean;
  /** Why it has ended, where somebody else did it. */ readonly why?: string;
}>()(() => ({ asking: false }));

let waiting: { readonly answer: Promise<boolean>; readonly settle: (saved: boolean) => void } | undefined;

/** SPEC §4's rule of the 401 holds where nothing would be lost; all calls of a storm wait for one answer. */
function rescue({ code }: Pick<Failure, 'code'>): Promise<boolean> | undefined {
  if (waiting) return waiting.answer;
  if (!anyDirty() || !useSession.getState().user) return undefined;
  let resolve: (saved: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((settled) => (resolve = settled));
  waiting = { answer, settle: resolve };
  useRelogin.setState({ asking: true, why: endTextOf(code) });
  return answer;
}

function settle(saved: boolean): void {
  useRelogin.setState({ asking: false, why: undefined });
  waiting?.settle(saved);
  waiting = undefined;
}

/**
 * A new session for the person whose page it is; nobody else can take it over, because the name is theirs. What had
 * failed is made again.
 * @throws Failure when the server refuses: the page keeps waiting.
 */
export async function signInAgain(request: Omit<LoginRequest, 'username' | 'rememberMe'>): Promise<void> {
  const { user } = useSession.getState();
  if (!user) return settle(false);
  const answer = await login({ ...request, username: user.userName });
  // The name may have been given to another account meanwhile.
  if (answer.user.user.id !== user.id) return settle(false);
  keepToken(answer.token);
  sessionBegan();
  takeUser(answer.user);
  settle(true);
}

/** The person gives the unsaved work up: the calls fail, and the session ends as any other. */
export const giveUp = (): void => settle(false);

/** While the console is open. */
export const installRelogin = (): (() => void) => installRescue(rescue);
