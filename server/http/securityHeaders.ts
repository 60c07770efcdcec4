import type { MiddlewareHandler } from 'hono';
import type { Env } from '@server/base/env';

// antd writes style elements at run time, hence style-src 'unsafe-inline'. Scripts are loaded only from this server.
const policyFor = (api: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${api}`,
    "font-src 'self' data:",
    `connect-src 'self' ws: wss:${api}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const defaultPolicy = policyFor('');

/** Matches the block of settings that src/api/backEnd/backEndBlock.ts reads. */
const backEndBlock = /<script type="application\/json" id="back-end">([^<]*)<\/script>/;

/**
 * Returns the policy of a page that calls an API on another origin, which its block of settings names
 * (scripts/backEnd.ts).
 * @returns undefined if the API is on the same origin
 */
export function policyOfPage(html: string): string | undefined {
  const configText = backEndBlock.exec(html)?.[1];
  const { base } = (configText ? JSON.parse(configText) : {}) as { readonly base?: string };
  return base ? policyFor(` ${new URL(base).origin}`) : undefined;
}

/** Adds the security headers to every response (QUALITY IN12). */
export function securityHeaders(env: Pick<Env, 'publicUrl'>): MiddlewareHandler {
  const secure = env.publicUrl?.startsWith('https:');
  return async function setSecurityHeaders(context, next) {
    await next();
    const { headers } = context.res;
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', defaultPolicy);
    headers.set('x-content-type-options', 'nosniff');
    headers.set('x-frame-options', 'DENY');
    headers.set('referrer-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(self), geolocation=(self), microphone=()');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('cross-origin-resource-policy', 'same-origin');
    if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  };
}
