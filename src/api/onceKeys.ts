import type { InternalAxiosRequestConfig } from 'axios';
import { newId } from '@/lib/newId';
import { type Failure, isUnclear } from './callFailures';

/** Lifetime of a key in ms. A later identical request is a new intention. */
const reuseMs = 10 * 60_000;

/** Keys of writes whose outcome is unknown, by the content of the request. */
const openKeys = new Map<string, { readonly key: string; readonly until: number }>();

/** Returns the content of a request. When the request is repeated after a new login, its body is already text. */
function requestContent({ method, url, data, reason, headers }: InternalAxiosRequestConfig): string {
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
 * Returns the same key for the same content until its outcome is known. The server then answers a repeated request
 * instead of saving twice.
 */
export function onceKey(config: InternalAxiosRequestConfig): string {
  const now = Date.now();
  for (const [pendingRequest, { until }] of openKeys) if (until < now) openKeys.delete(pendingRequest);
  const requestText = requestContent(config);
  const key = openKeys.get(requestText)?.key ?? newId();
  openKeys.set(requestText, { key, until: now + reuseMs });
  return key;
}

/** Returns the request option: the form's key if it has one, otherwise a key of the client. */
export const withIdempotencyKey = (
  idempotencyKey?: string,
): { readonly idempotencyKey: string } | { readonly once: true } =>
  idempotencyKey ? { idempotencyKey } : { once: true };

/** Forgets the key once the outcome is known. The same content is then a new intention. */
export function settleOnce(config: InternalAxiosRequestConfig | undefined, failure?: Failure): void {
  if (!config?.once || (failure && (failure.kind === 'cancelled' || isUnclear(failure)))) return;
  openKeys.delete(requestContent(config));
}
