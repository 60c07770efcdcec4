import type { JudgedAnswer, PushOutcome } from '../judgePlatformAnswer';
import { platformTexts } from '../platformTexts';
import type { ExchangeName } from './adapterNames';
import { withProductLabels } from './exchangeAdapters';

// Meaning of an answer: accepted, refused with a reason, or unknown, so that the message is sent again.

const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Content of a platform's answer; null where the answer is not in the platform's format. */
export interface PlatformReply {
  readonly code: string;
  readonly message: string;
  readonly receiptNo?: string | null;
}

/** Code with which a platform accepts a message. */
const acceptedCode: Readonly<Record<ExchangeName, string>> = { provincial: '0', county: '200', surveyBook: '200' };

/**
 * Judges an answer by its HTTP status and its content.
 * @param status HTTP status
 * @param platformReply parsed answer; null for one in another form
 */
export function judgeExchange(
  adapter: ExchangeName,
  status: number,
  platformReply: PlatformReply | null,
): JudgedAnswer {
  const judgedAs = (outcome: PushOutcome, message: string): JudgedAnswer => ({
    outcome,
    message,
    receiptNo: outcome === 'accepted' ? (platformReply?.receiptNo?.slice(0, 100) ?? null) : null,
    retryAfter: null,
  });
  if (status >= 300 && status < 400) return judgedAs('rejected', platformTexts.redirected(status));
  if (temporaryStatuses.has(status) || status >= 500) return judgedAs('unreachable', platformTexts.status(status));
  if (!platformReply)
    return status >= 400
      ? judgedAs('rejected', platformTexts.status(status))
      : judgedAs('unreachable', platformTexts.unreadable);
  if (platformReply.code === acceptedCode[adapter] && status < 300)
    return judgedAs('accepted', platformReply.message || platformTexts.accepted);
  return judgedAs('rejected', withProductLabels(adapter, platformReply.message) || platformTexts.refused);
}
