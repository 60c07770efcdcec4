import { themeCookieDays, tokenCookie, tokenCookieDays } from '@contract/constants';
import Cookies from 'js-cookie';

// SPEC §9: token and password cookies last a day, the theme's a year, and the appearance's and the sidebar's as long.
const days = {
  [tokenCookie]: tokenCookieDays,
  username: tokenCookieDays,
  password: tokenCookieDays,
  point: tokenCookieDays,
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

/** Whether the browser holds a session; cheap, so that the first decision needs no cipher. */
export const hasToken = (): boolean => readCookie(tokenCookie) !== undefined;
