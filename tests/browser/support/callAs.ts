import type { LoginAnswer } from '@contract/wire';
import { password } from './productServer';

export type CallAs = <T>(verb: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>;

/**
 * Calls of one person without a window, to prepare what a task begins with.
 * @throws an error with the answer's text where a call is refused
 */
export async function callAs(url: string, username: string): Promise<CallAs> {
  const send = async (verb: string, path: string, token: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/${path}`, {
      method: verb,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${verb} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { token } = (await send('POST', 'auth/login', '', { username, password })) as LoginAnswer;
  return async <T>(verb: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> =>
    (await send(verb, path, token, body)) as T;
}
