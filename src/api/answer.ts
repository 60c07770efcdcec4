import { messages } from '@contract/messages';
import { announce, Failure } from './failures';

/**
 * An action that answers 200 over HTTP may still say no in its body (SPEC §7).
 * - `refusal`: code "400" and the like is a refusal, anything else went well (delete);
 * - `success`: only "200" went well (relation, cancel relation).
 */
export function acceptAnswer<B = unknown>(answer: unknown, rule: 'refusal' | 'success' = 'refusal'): B | undefined {
  const { code, message, body } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    code?: string | number;
    message?: string;
    body?: B;
  };
  const refused = rule === 'success' ? String(code) !== '200' : Number(code) >= 400;
  if (!refused) return body;
  const failure = new Failure('refused', message || messages.requestFailed, {
    code: code === undefined ? undefined : String(code),
  });
  announce(failure);
  throw failure;
}
