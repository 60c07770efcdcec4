import { otherPersonCode } from '@contract/constants';
import type { Captcha, LoginAnswer, LoginRequest, MenuNode, UserInfo } from '@contract/wire';
import { readUserInfo } from './backEnd/userInfo';
import { failureOf } from './callFailures';
import { client } from './client';
import { readPage } from './readPage';

/** The page that sends these requests shows their failures, so there are no notices. */
const quiet = true;

/** Fetches the captcha. A back end that sends the picture without its usual name calls it `img` or `image`. */
export async function fetchCaptcha(): Promise<Captcha> {
  const { data } = await client.get<Captcha & { readonly image?: string }>('auth/code', { quiet });
  return 'uuid' in data ? { uuid: data.uuid, img: data.img ?? data.image ?? '' } : data;
}

/**
 * Signs a person in.
 * @throws Failure also if the answer names no user
 */
export async function login(request: LoginRequest): Promise<LoginAnswer> {
  const { data } = await client.post<LoginAnswer>('auth/login', request, { quiet, anonymous: true });
  return { ...data, user: readUserInfo(data.user) };
}

interface RequestOptions {
  /** Timeout in ms; by default the usual timeout of a request. */
  readonly timeout?: number;
  readonly ahead?: true;
  /** Set for a request by a timer, not by the person. */
  readonly background?: true;
}

/**
 * Fetches the signed-in person.
 * @throws Failure also if the answer names no user
 */
export const fetchInfo = async (manner?: RequestOptions): Promise<UserInfo> =>
  readUserInfo((await client.get<unknown>('auth/info', { quiet, ...manner })).data);

/**
 * Checks that the password is the signed-in person's. A wrong one counts towards the lockout; the session continues.
 */
export async function checkUnlockPassword(password: string): Promise<void> {
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
    // The local state is cleared, too, unless it belongs to another person.
    return failureOf(error).code !== otherPersonCode;
  }
}

export const fetchMenus = async (manner?: RequestOptions): Promise<MenuNode[]> =>
  readPage<MenuNode>((await client.get<unknown>('api/menus/build', { quiet, ...manner })).data).content;
