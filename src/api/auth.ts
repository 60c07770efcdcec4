import { otherPersonCode } from '@contract/constants';
import type { Captcha, LoginAnswer, LoginRequest, MenuNode, UserInfo } from '@contract/wire';
import { client } from './client';
import { failureOf } from './failures';

/** Failures of these are shown on the page that asks, so none of them makes a notice. */
const quiet = true;

export const fetchCaptcha = async (): Promise<Captcha> => (await client.get<Captcha>('auth/code', { quiet })).data;

export const login = async (request: LoginRequest): Promise<LoginAnswer> =>
  (await client.post<LoginAnswer>('auth/login', request, { quiet, anonymous: true })).data;

interface Manner {
  /** ms; as long as any call may take unless told */
  readonly timeout?: number;
  readonly ahead?: true;
  /** Asked by the program itself. */
  readonly background?: true;
}

export const fetchInfo = async (manner?: Manner): Promise<UserInfo> =>
  (await client.get<UserInfo>('auth/info', { quiet, ...manner })).data;

/** Whether this is still the same person; a wrong password counts towards the lockout, and the session goes on. */
export async function unlockWith(password: string): Promise<void> {
  await client.post('auth/unlock', { password }, { quiet });
}

/**
 * The answer is of no interest: the session ends here whatever the server says (SPEC §4).
 * @returns whether it was the session of this page's person at all
 */
export async function logoutOnServer(): Promise<boolean> {
  try {
    await client.delete('auth/logout', { quiet, timeout: 5000 });
    return true;
  } catch (error) {
    // Local state is cleared all the same, unless it is somebody else's.
    return failureOf(error).code !== otherPersonCode;
  }
}

export const fetchMenus = async (manner?: Manner): Promise<MenuNode[]> =>
  (await client.get<MenuNode[]>('api/menus/build', { quiet, ...manner })).data;
