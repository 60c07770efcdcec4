import { login } from '@/api/auth';
import { setZone } from '@/lib/dateTexts';
import type { LoginAnswer, LoginRequest } from '@contract/wire';
import { forgetRemembered, keepRemembered, keepToken } from '../credentials';
import { beginSession } from '../sessionStore';
import { isExpired } from './accountExpiry';
import { signOutExpired } from './signOut';

/** Signs in and stores the token. Returns false if the account has expired; the person is then signed out (SPEC §6). */
export async function signIn(request: LoginRequest): Promise<boolean> {
  const loginAnswer: LoginAnswer = await login(request);
  keepToken(loginAnswer.token);
  if (request.rememberMe && loginAnswer.remember)
    keepRemembered({ username: request.username, credential: loginAnswer.remember });
  else if (!request.rememberMe) forgetRemembered();
  setZone(loginAnswer.user.zone);
  if (isExpired(loginAnswer.user.user)) {
    void signOutExpired();
    return false;
  }
  beginSession(loginAnswer.user);
  return true;
}

// Everything that the login page needs, in one chunk.
export { fetchCaptcha } from '@/api/auth';
export { fetchBrand } from '@/api/brand';
export { failureOf } from '@/api/callFailures';
export { forgetRemembered, readRemembered } from '../credentials';
