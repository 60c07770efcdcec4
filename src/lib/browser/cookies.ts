import Cookies from 'js-cookie';
import { themeCookieDays, tokenCookie, tokenCookieDays } from '@contract/constants';
import { isObscured } from './isObscured';

// Lifetimes in days. SPEC §9: token and password cookies last one day; the theme, appearance and sidebar cookies one
// year.
const lifetimeDays = {
  [tokenCookie]: tokenCookieDays,
  username: tokenCookieDays,
  password: tokenCookieDays,
  point: tokenCookieDays,
  ended: tokenCookieDays,
  theme: themeCookieDays,
  appearance: themeCookieDays,
  sidebarStatus: themeCookieDays,
} as const;

type CookieName = keyof typeof lifetimeDays;

const cookieAttributes = () => ({
  path: '/',
  sameSite: 'strict' as const,
  secure: window.location.protocol === 'https:',
});

export const readCookie = (name: CookieName): string | undefined => Cookies.get(name) || undefined;

export function writeCookie(name: CookieName, value: string): void {
  Cookies.set(name, value, { ...cookieAttributes(), expires: lifetimeDays[name] });
}

export function dropCookie(name: CookieName): void {
  Cookies.remove(name, cookieAttributes());
}

/** Key for a token of this tab that could not be removed. It would be found again after each reload. */
const refusedTokenKey = 'refusedToken';
const refusedToken = (): string | null => {
  try {
    return sessionStorage.getItem(refusedTokenKey);
  } catch {
    return null;
  }
};

/**
 * Returns the obscured token of the session's cookie. `token` is a common name: another application of the domain may
 * have set a cookie of that name on a longer path. The browser lists that cookie first, and it can't be removed here.
 * Therefore values that this code did not write are skipped.
 */
export function readTokenCookie(): string | undefined {
  const name = `${tokenCookie}=`;
  const values = document.cookie
    .split('; ')
    .filter((pair) => pair.startsWith(name))
    .map((pair) => decodeValue(pair.slice(name.length)));
  const passedOver = refusedToken();
  return [...values].reverse().find((value) => isObscured(value) && value !== passedOver);
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function dropTokenCookie(): void {
  dropCookie(tokenCookie);
  const remainingToken = readTokenCookie();
  if (remainingToken === undefined) return;
  try {
    sessionStorage.setItem(refusedTokenKey, remainingToken);
  } catch {
    // Without session storage the refused cookie is taken for a session again.
  }
}

/** Checks whether the browser has a session, without loading the cipher. */
export const hasToken = (): boolean => readTokenCookie() !== undefined;
