import { messages } from '@contract/messages';
import { showFailure, Failure } from './callFailures';

/**
 * Returns the body of an answer, or throws if the answer refuses. An action may answer HTTP 200 and refuse in its body
 * (SPEC §7).
 * - `refusal`: code "400" and similar refuse, any other code is success (delete);
 * - `success`: only code "200" is success (relation, cancel relation).
 */
export function acceptAnswer<B = unknown>(answer: unknown, rule: 'refusal' | 'success' = 'refusal'): B | undefined {
  const { code, message, body } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    code?: string | number;
    message?: string;
    body?: B;
  };
  const isRefused = rule === 'success' ? String(code) !== '200' : Number(code) >= 400;
  if (!isRefused) return body;
  const failure = new Failure('refused', message || messages.requestFailed, {
    code: code === undefined ? undefined : String(code),
  });
  showFailure(failure);
  throw failure;
}
