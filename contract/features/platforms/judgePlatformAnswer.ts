import { labelOfForeign, type Mapping } from './platformMapping';
import { platformTexts } from './platformTexts';

/** Outcome of one attempt. */
export type PushOutcome = 'accepted' | 'repeated' | 'rejected' | 'unreachable';

export interface JudgedAnswer {
  readonly outcome: PushOutcome;
  readonly message: string;
  readonly receiptNo: string | null;
  /** Delay in seconds that the platform requests. */
  readonly retryAfter: number | null;
}

/** HTTP status codes after which the same request may be repeated: the platform was busy or did not receive it. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
const acceptedCodes: ReadonlySet<string> = new Set(['0', '200', 'success', 'ok', 'duplicate']);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

function parseAnswer(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Parses `errors: [{field, message}]` and uses the product's field names. */
function faultsOf(json: Readonly<Record<string, unknown>>, mapping: Mapping): string[] {
  return (Array.isArray(json['errors']) ? (json['errors'] as unknown[]) : []).flatMap((item) => {
    if (typeof item !== 'object' || item === null) return [];
    const { field, message } = item as { field?: unknown; message?: unknown };
    const name = textOf(field);
    return name || message ? [`${name ? `${labelOfForeign(mapping, name)}：` : ''}${textOf(message)}`] : [];
  });
}

/**
 * Judges an answer of the form `{code, message, receiptNo?, errors?}` (DOMAIN §7.8 leaves the form to us) and its
 * status. A redirect is refused, because only the configured address is trusted.
 * @param status HTTP status
 * @param text body of the answer
 * @param retryAfter header `Retry-After`; only a number of seconds counts
 * @param mapping field names and codes of the platform
 */
export function judgePlatformAnswer(
  status: number,
  text: string,
  retryAfter: string | null,
  mapping: Mapping,
): JudgedAnswer {
  const json = parseAnswer(text);
  const code = textOf(json?.['code']).toLowerCase();
  const answerText = textOf(json?.['message']);
  const receiptNo = textOf(json?.['receiptNo']).slice(0, 100) || null;
  const retrySeconds = retryAfter !== null && /^\d{1,5}$/.test(retryAfter.trim()) ? Number(retryAfter) : null;
  const judgedAs = (outcome: PushOutcome, message: string): JudgedAnswer => ({
    outcome,
    message,
    receiptNo,
    retryAfter: retrySeconds,
  });
  if (status >= 300 && status < 400) return judgedAs('rejected', platformTexts.redirected(status));
  if (temporaryStatuses.has(status) || status >= 500)
    return judgedAs('unreachable', `${platformTexts.status(status)}${answerText ? `：${answerText}` : ''}`);
  // An idempotent platform reports that it already has the report, from an attempt whose answer was lost.
  if (code === 'duplicate' && (status === 409 || status < 300))
    return judgedAs('repeated', answerText || platformTexts.repeated);
  const faults = json ? faultsOf(json, mapping) : [];
  if (status >= 400) return judgedAs('rejected', [answerText || platformTexts.status(status), ...faults].join('；'));
  if (!json) return judgedAs('unreachable', platformTexts.unreadable);
  if (code !== '' && !acceptedCodes.has(code))
    return judgedAs('rejected', [answerText || platformTexts.refused, ...faults].join('；'));
  return judgedAs('accepted', answerText || platformTexts.accepted);
}
