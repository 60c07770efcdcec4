import { dropCookie, dropTokenCookie, readCookie, readTokenCookie, writeCookie } from '@/lib/browser/cookies';
import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { obscure, reveal } from '@/lib/browser/obscureCookie';

let revealedToken: { cookie: string; token: string | undefined } | undefined;

/** Returns the stored token, or undefined if the cookie was not written by this product. */
export function readToken(): string | undefined {
  const cookie = readTokenCookie();
  if (!cookie) return undefined;
  // Called before every request, so the deciphered token is cached.
  if (revealedToken?.cookie !== cookie) revealedToken = { cookie, token: reveal(cookie) };
  return revealedToken.token;
}

export const keepToken = (token: string): void => writeCookie('token', obscure(token));

export const dropToken = dropTokenCookie;

/**
 * Data stored by 记住密码: the user name and a credential that the server can revoke, never the password (DESIGN §1).
 */
export interface RememberedLogin {
  readonly username: string;
  readonly credential: string;
}

export function readRemembered(): RememberedLogin | undefined {
  const [name, password] = [readCookie('username'), readCookie('password')];
  const username = deobfuscate(name ?? null);
  const credential = password ? reveal(password) : undefined;
  return username && credential ? { username, credential } : undefined;
}

export function keepRemembered({ username, credential }: RememberedLogin): void {
  writeCookie('username', obfuscate(username));
  writeCookie('password', obscure(credential));
}

export function forgetRemembered(): void {
  dropCookie('username');
  dropCookie('password');
}
