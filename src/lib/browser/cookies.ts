import Cookies from 'js-cookie';
import { themeCookieDays, tokenCookie, tokenCookieDays } from '@contract/constants';
import { isObscured } from './obscured';

// SPEC §9: token and password cookies last a day, the theme's a year, and the appearance's and the sidebar's as long.
const days = {
  [tokenCookie]: tokenCookieDays,
  username: tokenCookieDays,
  password: tokenCookieDays,
  point: tokenCookieDays,
  ended: tokenCookieDays,
  theme: themeCookieDays,
  appearance: themeCookieDays,
  sidebarStatus: themeCookieDays,
} as const;

export type CookieName = keyof typeof days;

const attributes = () => ({ path: '/', sameSite: 'strict' as const, secure: window.location.protocol === 'https:' });

export const readCookie = (name: CookieName): string | undefined => Cookies.get(name) || undefined;

export function writeCookie(name: CookieName, value: string): void {
  Cookies.set(name, value, { ...attributes(), expires: days[name] });
}

export function dropCookie(name: CookieName): void {
  Cookies.remove(name, attributes());
}

/** The token that could not be removed, of this tab: it would be met again after each reload. */
const refused = 'refusedToken';
const refusedToken = (): string | null => {
  try {
    return sessionStorage.getItem(refused);
  } catch {
    return null;
  }
};

/**
 * The session's cookie, still obscured. `token` is a common name: another application of the domain, or one below a
 * path, may have a cookie of
 * that name, which the browser tells first and which can't be removed from here. What is not of our making is passed
 * over.
 */
export function readTokenCookie(): string | undefined {
  const name = `${tokenCookie}=`;
  const values = document.cookie
    .split('; ')
    .filter((pair) => pair.startsWith(name))
    .map((pair) => decoded(pair.slice(name.length)));
  const passedOver = refusedToken();
  return [...values].reverse().find((value) => isObscured(value) && value !== passedOver);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function dropTokenCookie(): void {
  dropCookie(tokenCookie);
  const left = readTokenCookie();
  if (left === undefined) return;
  try {
    sessionStorage.setItem(refused, left);
  } catch {
    // A forbidden storage: the cookie is taken for a session once more.
  }
}

/** Whether the browser holds a session; cheap, so that the first decision needs no cipher. */
export const hasToken = (): boolean => readTokenCookie() !== undefined;
