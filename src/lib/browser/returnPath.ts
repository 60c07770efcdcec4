import { loginPath } from '@contract/routes';

const loginWithReturn = (path: string): string => `${loginPath}?redirect=${encodeURIComponent(path)}`;

/** The login page, remembering where the person was going; bare where that is only the start page. */
export const loginAddress = (from: string): string => (from === '/' || from === '' ? loginPath : loginWithReturn(from));

// What a browser makes of an address differs from what it looks like: it reads `\` as `/` and drops tabs and line
// breaks.
// oxlint-disable-next-line no-control-regex
const treacherous = /[\\\u0000-\u001f\u007f]/;

/**
 * The path to go back to after login, `/` for anything that might leave the site or come back to the login page: only a
 * path of this origin with one leading slash is taken (BEHAVIOUR §1.1, QUALITY AU9).
 */
export function returnPath(redirect: string | null | undefined, origin = window.location.origin): string {
  if (!redirect || !redirect.startsWith('/') || redirect.startsWith('//') || treacherous.test(redirect)) return '/';
  let target: URL;
  try {
    target = new URL(redirect, origin);
  } catch {
    return '/';
  }
  // `/.//evil` is normalised to `//evil`, which as a path of its own is another host.
  if (target.origin !== origin || target.pathname.startsWith('//') || target.pathname === loginPath) return '/';
  return target.pathname + target.search + target.hash;
}
