import type { InternalAxiosRequestConfig } from 'axios';
import { newId } from '@/lib/newId';
import { type Failure, isUnclear } from './failures';

/** ms; who asks for the same thing later means it anew. */
const held = 10 * 60_000;

/** Keys of writes that nobody has heard the outcome of, by what they ask. */
const open = new Map<string, { readonly key: string; readonly until: number }>();

/** The body is text already where a call is made again after a new login. */
function askedBy({ method, url, data, reason, headers }: InternalAxiosRequestConfig): string {
  const body: unknown = data;
  return JSON.stringify([
    method,
    url,
    headers.get('organizationId') ?? null,
    reason ?? null,
    typeof body === 'string' ? body : JSON.stringify(body),
  ]);
}

/**
 * One key for one content until its outcome is known, so that what was saved unheard is answered and not made again.
 */
export function onceKey(config: InternalAxiosRequestConfig): string {
  const now = Date.now();
  for (const [asked, { until }] of open) if (until < now) open.delete(asked);
  const asked = askedBy(config);
  const key = open.get(asked)?.key ?? newId();
  open.set(asked, { key, until: now + held });
  return key;
}

/** Under the key of the form that asks, else under one of the client's own. */
export const keyed = (idempotencyKey?: string): { readonly idempotencyKey: string } | { readonly once: true } =>
  idempotencyKey ? { idempotencyKey } : { once: true };

/** The outcome is known unless the failure leaves it open: the same content is a new intention from here on. */
export function settleOnce(config: InternalAxiosRequestConfig | undefined, failure?: Failure): void {
  if (!config?.once || (failure && (failure.kind === 'cancelled' || isUnclear(failure)))) return;
  open.delete(askedBy(config));
}
