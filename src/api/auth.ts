import { otherPersonCode } from '@contract/constants';
import type { Captcha, LoginAnswer, LoginRequest, MenuNode, UserInfo } from '@contract/wire';
import { client } from './client';
import { failureOf } from './failures';

/** The page that sends these requests shows their failures, so there are no notices. */
const quiet = true;

export const fetchCaptcha = async (): Promise<Captcha> => (await client.get<Captcha>('auth/code', { quiet })).data;

export const login = async (request: LoginRequest): Promise<LoginAnswer> =>
  (await client.post<LoginAnswer>('auth/login', request, { quiet, anonymous: true })).data;

interface Manner {
  /** ms; by default the usual timeout of a request */
  readonly timeout?: number;
  readonly ahead?: true;
  /** Sent by a timer, not by the person. */
  readonly background?: true;
}

export const fetchInfo = async (manner?: Manner): Promise<UserInfo> =>
  (await client.get<UserInfo>('auth/info', { quiet, ...manner })).data;

/**
 * Checks that the password is the signed-in person's. A wrong one counts towards the lockout; the session continues.
 */
export async function unlockWith(password: string): Promise<void> {
  await client.post('auth/unlock', { password }, { quiet });
}

/**
 * Signs out on the server. The local session ends whatever the answer is (SPEC §4).
 * @returns false if the session in the browser belongs to another person
 */
export async function logoutOnServer(): Promise<boolean> {
  try {
    await client.delete('auth/logout', { quiet, timeout: 5000 });
    return true;
  } catch (error) {
    // The local state is cleared too, unless it is another person's.
    return failureOf(error).code !== otherPersonCode;
  }
}

export const fetchMenus = async (manner?: Manner): Promise<MenuNode[]> =>
  (await client.get<MenuNode[]>('api/menus/build', { quiet, ...manner })).data;
