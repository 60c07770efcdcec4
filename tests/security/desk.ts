import { failures } from '@contract/messages';
import { createApp } from '@server/app/createApp';
import { allRoutes } from '@server/app/routes';
import type { Orm } from '@server/db/orm';
import type { Route } from '@server/http/route';
import type { TestServer } from '../support/server';
import { dryRun } from './dryRun';
import type { Trial } from './trial';

const wanted: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'|^sandbox|default-src 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=(3153\d{4}|[4-9]\d{7})/,
  'x-request-id': /^[0-9a-f-]{36}$/,
};

const shownOnPage = 'private, max-age=600';
/** The only API answers that a browser may cache, and how; not for a refusal at the same address. */
const keptOnPurpose: readonly (readonly [path: RegExp, value: string, why: string])[] = [
  [
    /^api\/file\/(link\/)?[0-9a-f-]{36}\?(.*&)?inline=true(&|$)/,
    shownOnPage,
    'a page shows its pictures again and again, and a film is asked for piece by piece; the content of an id never changes',
  ],
  [/^api\/ohitAnnouncementSend\/\d+\/picture\/[0-9a-f-]{36}$/, shownOnPage, 'pictures in a notice, as above'],
  [/^api\/file\/open\/[0-9a-f-]{36}$/, 'public, max-age=86400', 'logos and app packages, which are everybody’s'],
  [
    /^api\/public\/(orgReportFormula|industryNews)\/\d+\/(picture\/[\w-]+|report)$/,
    'public, max-age=300',
    'what was published, and may be withdrawn',
  ],
  [/^api\/dispalyView\/apk$/, 'no-cache', 'a package of up to 200 MB, asked for again each time'],
];

/** Returns the required cache header of an API answer (QUALITY IN12). */
export function cachingOf(path: string, status: number): string {
  const given = status === 200 || status === 206;
  return keptOnPurpose.find(([form]) => given && form.test(path))?.[1] ?? 'no-store';
}

/**
 * Returns the names of headers that are missing, wrong or forbidden in an answer of a server behind TLS.
 * @param caching required cache header
 */
export function headerFaults(headers: Headers, caching = 'no-store'): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  return [
    ...Object.entries(wanted).flatMap(([name, form]) => (form.test(headers.get(name) ?? '') ? [] : [name])),
    ...(headers.get('cache-control') === caching ? [] : [`cache-control ${headers.get('cache-control')}`]),
    ...(/script-src[^;]*'unsafe-inline'/.test(policy) ? ["script-src 'unsafe-inline'"] : []),
    ...['access-control-allow-origin', 'access-control-allow-credentials', 'x-powered-by', 'server'].filter((name) =>
      headers.has(name),
    ),
  ];
}

export interface Cell {
  readonly status: number;
  readonly text: string;
  /** Refused by the guard before the handler ran. */
  readonly guarded: boolean;
  readonly headers: Headers;
}

/**
 * Returns the router on the planted rows; everything a call writes is rolled back.
 * @param look sees what a call has written before that
 */
export function deskOf(server: TestServer, look?: (tx: Orm) => Promise<void>) {
  const app = createApp({ ...server.services, database: dryRun(server.database, look) });
  let serial = 0;
  const bare: string[] = [];
  const counted = { answers: 0, given: 0 };
  return {
    /** QUALITY IN12: answers without one of the headers. */
    bare: bare as readonly string[],
    counted: counted as Readonly<typeof counted>,
    routes: allRoutes(server.services) as readonly Route[],
    async call(
      method: string,
      { path, body }: Trial,
      token?: string,
      headers: Record<string, string> = {},
    ): Promise<Cell> {
      serial += 1;
      const response = await app.request(`/${path}`, {
        method,
        // A separate address for each call, so that no rate limit is reached.
        headers: {
          'x-forwarded-for': `198.51.${(serial >> 8) % 256}.${serial % 256}`,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      counted.answers += 1;
      if (response.ok) counted.given += 1;
      const lacking = headerFaults(response.headers, cachingOf(path, response.status));
      if (lacking.length) bare.push(`${method} ${path}, ${response.status}: ${lacking.join()}`);
      return {
        status: response.status,
        text,
        headers: response.headers,
        guarded: response.status === 403 && text.includes(`"message":"${failures.forbidden}"`),
      };
    },
  };
}

export type SecurityDesk = ReturnType<typeof deskOf>;
