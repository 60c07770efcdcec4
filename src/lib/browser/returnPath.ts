import { loginPath } from '@contract/routes';

/** Returns the address of the login page with the full original path to return to (SPEC §2). */
export const loginAddress = (from: string): string => `${loginPath}?redirect=${encodeURIComponent(from || '/')}`;

// Characters that a browser interprets differently than they look: it reads `\` as `/` and drops tabs and line
// breaks.
// oxlint-disable-next-line no-control-regex
const misleadingCharacters = /[\\\u0000-\u001f\u007f]/;

/**
 * Returns the path to open after login. Only a path of this origin with one leading slash is accepted; `/` for anything
 * that might leave the site or lead back to the login page (BEHAVIOUR §1.1, QUALITY AU9).
 */
export function returnPath(redirect: string | null | undefined, origin = window.location.origin): string {
  if (!redirect || !redirect.startsWith('/') || redirect.startsWith('//') || misleadingCharacters.test(redirect))
    return '/';
  let target: URL;
  try {
    target = new URL(redirect, origin);
  } catch {
    return '/';
  }
  // `/.//evil` is normalised to `//evil`, which as a path would be another host.
  if (target.origin !== origin || target.pathname.startsWith('//') || target.pathname === loginPath) return '/';
  return target.pathname + target.search + target.hash;
}
