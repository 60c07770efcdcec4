import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { client } from '@/api/client';
import type { Env } from '@server/base/env';
import { type TestServer, testServer } from './server';

/** One call made by the SPA. */
export interface Call {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  readonly headers: Headers;
}

export interface ApiServer {
  /** Below the API: rows, clock, tokens. */
  readonly server: TestServer;
  /** All calls of the test so far, in order. */
  readonly calls: readonly Call[];
  /** Calls such as `GET auth/info`, without queries. */
  readonly asked: () => string[];
  /** Simulates answers of a broken or another back end until the test ends; all other calls reach the real app. */
  readonly intercept: (...handlers: Parameters<ReturnType<typeof setupServer>['use']>) => void;
}

/**
 * Sends the SPA's calls of one test file to the real server app on its own database (DESIGN §2.10). Call it once, at
 * the top.
 */
export function apiServer(changes: Partial<Env> = {}): ApiServer {
  const calls: Call[] = [];
  let server: TestServer | undefined;
  const msw = setupServer(
    http.all('*', async ({ request }) => {
      if (!server) throw new Error('the server is not up yet');
      return await server.app.fetch(request);
    }),
  );
  msw.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    calls.push({ method: request.method, path: pathname.slice(1) + search, headers: request.headers });
  });

  beforeAll(async () => {
    msw.listen({ onUnhandledRequest: 'error' });
    // jsdom's XMLHttpRequest can't carry Node's FormData, and Node's fetch needs absolute addresses (DESIGN §4.2).
    client.defaults.adapter = 'fetch';
    client.defaults.baseURL = `${window.location.origin}/`;
    server = await testServer(changes);
  });
  afterEach(() => {
    msw.resetHandlers();
    calls.length = 0;
  });
  afterAll(async () => {
    msw.close();
    await server?.close();
  });

  return {
    get server() {
      if (!server) throw new Error('the server is up from beforeAll on');
      return server;
    },
    calls,
    asked: () => calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`),
    intercept: (...handlers) => msw.use(...handlers),
  };
}
