import { failures } from '@contract/messages';
import { createApp } from '@server/app';
import type { Route } from '@server/http/route';
import { allRoutes } from '@server/routes';
import type { TestServer } from '../support/server';
import { dryRun } from './dryRun';
import type { Trial } from './trial';

const wanted: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'|^sandbox|default-src 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=(3153\d{4}|[4-9]\d{7})/,
  'cache-control': /no-store|no-cache|private|immutable/,
  'x-request-id': /^[0-9a-f-]{36}$/,
};

/** Names of the headers that an answer lacks, or has wrong; of those that it may not have, too. Of a server behind TLS. */
export function headerFaults(headers: Headers): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  return [
    ...Object.entries(wanted).flatMap(([name, form]) => (form.test(headers.get(name) ?? '') ? [] : [name])),
    ...(/script-src[^;]*'unsafe-inline'/.test(policy) ? ["script-src 'unsafe-inline'"] : []),
    ...['access-control-allow-origin', 'access-control-allow-credentials', 'x-powered-by', 'server'].filter((name) => headers.has(name)),
  ];
}

export interface Cell {
  readonly status: number;
  readonly text: string;
  /** Refused by the guard before the handler was asked. */
  readonly guarded: boolean;
  readonly headers: Headers;
}

/** The router on the planted rows: whatever a call writes is undone. */
export function deskOf(server: TestServer) {
  const app = createApp({ ...server.services, database: dryRun(server.database) });
  let serial = 0;
  const bare: string[] = [];
  const counted = { answers: 0 };
  return {
    /** QUALITY IN12: answers that went out without one of the headers. */
    bare: bare as readonly string[],
    counted: counted as Readonly<typeof counted>,
    routes: allRoutes(server.services) as readonly Route[],
    async call(method: string, { path, body }: Trial, token?: string, headers: Record<string, string> = {}): Promise<Cell> {
      serial += 1;
      const response = await app.request(`/${path}`, {
        method,
        // An address for each call, so that no rate is reached.
        headers: { 'x-forwarded-for': `198.51.${(serial >> 8) % 256}.${serial % 256}`, ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      counted.answers += 1;
      const lacking = headerFaults(response.headers);
      if (lacking.length) bare.push(`${method} ${path}, ${response.status}: ${lacking.join()}`);
      return { status: response.status, text, headers: response.headers, guarded: response.status === 403 && text.includes(`"message":"${failures.forbidden}"`) };
    },
  };
}

export type SecurityDesk = ReturnType<typeof deskOf>;
