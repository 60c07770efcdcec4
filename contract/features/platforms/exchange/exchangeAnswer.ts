import type { JudgedAnswer, Outcome } from '../platformAnswer';
import { platformTexts } from '../platformTexts';
import type { ExchangeName } from './adapterNames';
import { inOurWords } from './adapters';

// Meaning of an answer: accepted, refused with a reason, or unknown, so that the message is sent again.

const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** Content of a platform's answer; null where the answer is not in the platform's format. */
export interface SaidAnswer {
  readonly code: string;
  readonly message: string;
  readonly receiptNo?: string | null;
}

/** Code with which a platform accepts a message. */
const yes: Readonly<Record<ExchangeName, string>> = { provincial: '0', county: '200', surveyBook: '200' };

/** Judges an answer by its HTTP status and its content. */
export function judgeExchange(adapter: ExchangeName, status: number, said: SaidAnswer | null): JudgedAnswer {
  const told = (outcome: Outcome, message: string): JudgedAnswer => ({
    outcome,
    message,
    receiptNo: outcome === 'accepted' ? (said?.receiptNo?.slice(0, 100) ?? null) : null,
    retryAfter: null,
  });
  if (status >= 300 && status < 400) return told('rejected', platformTexts.redirected(status));
  if (passing.has(status) || status >= 500) return told('unreachable', platformTexts.status(status));
  if (!said)
    return status >= 400
      ? told('rejected', platformTexts.status(status))
      : told('unreachable', platformTexts.unreadable);
  if (said.code === yes[adapter] && status < 300) return told('accepted', said.message || platformTexts.accepted);
  return told('rejected', inOurWords(adapter, said.message) || platformTexts.refused);
}
