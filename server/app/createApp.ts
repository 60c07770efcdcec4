import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { otherPersonCode, personHeader } from '@contract/constants';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { failures } from '@contract/messages';
import { assertOpen } from '@server/auth/maintenanceMode';
import { viewerOf } from '@server/auth/session';
import { limitConcurrency, limitConcurrencyByKey } from '@server/base/limitConcurrency';
import { notifyBrowsers } from '@server/crud/notifyBrowsers';
import { addressOf } from '@server/http/callerAddress';
import { badRequest, conflict, errorBody, notFound, Refusal, refusalOf, unauthorized } from '@server/http/errors';
import { withProgress } from '@server/http/longWorkProgress';
import { isStorable } from '@server/http/plainJson';
import { readAfterOf, rememberWrite } from '@server/http/readAfterWrite';
import { countRequest } from '@server/http/requestCounts';
import {
  type Call,
  guardPermission,
  readBody,
  readParams,
  readQuery,
  type Route,
  type Variables,
} from '@server/http/route';
import { securityHeaders } from '@server/http/securityHeaders';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { allRoutes } from './routes';

const tooMany = (): never => {
  throw new Refusal(503, 'busy', failures.heavy);
};
/**
 * Limits calls that use tens of megabytes each: three run in this process, thirty wait, further calls are refused.
 */
const heavyOnes = limitConcurrency({ maxRunning: 3, maxWaiting: 30, tooMany });
/** Limits heavy calls to one per person. Otherwise one person could occupy all places with three slow uploads. */
const heavyOnesOf = limitConcurrencyByKey<number>({ maxRunning: 1, maxWaiting: 35, tooMany });

const firstValue = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/**
 * Returns the token of the header `Authorization`, with or without `Bearer` (SPEC §7: the header contains the stored
 * token).
 */
const tokenOf = (request: Request): string | undefined =>
  request.headers
    .get('authorization')
    ?.replace(/^Bearer\s+/i, '')
    .trim() || undefined;

/** Treats an expired token as anonymous on public routes, so that it does not prevent login and logout. */
function asStranger(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

function rethrowError(error: unknown): never {
  throw error;
}

function decodeHeader(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

function reasonOf(request: Request): string | null {
  const header = request.headers.get('x-reason');
  if (!header) return null;
  const reason = decodeHeader(header);
  if (!isStorable(reason)) throw badRequest('操作原因含有不能识别的字符');
  // Shortens by whole characters: no database stores half of a surrogate pair.
  return [...reason].slice(0, 500).join('');
}

/**
 * Refuses a call from a window whose person differs from the session's. All windows of a browser share one session,
 * so after another person signed in an old window would act in that person's name.
 * @throws Refusal 409 `otherPerson`
 */
function assertSamePerson(request: Request, viewer: Viewer | undefined): void {
  const claimedUserId = request.headers.get(personHeader);
  if (viewer && claimedUserId !== null && claimedUserId !== String(viewer.user.id))
    throw conflict(failures.otherPerson, otherPersonCode);
}

/**
 * Checks the routes at start.
 * @throws Error with the route's name where it does not declare who may call it, or where two routes share an address
 */
function assertDeclared(routes: readonly Route[]): void {
  const seenNames = new Set<string>();
  for (const { method, path, permission } of routes) {
    const name = `${method} /${path}`;
    const declaredPermissions =
      permission === 'public' ||
      permission === 'signedIn' ||
      permission === 'admin' ||
      (Array.isArray(permission) && permission.length > 0 && permission.every(Boolean));
    if (!declaredPermissions) throw new Error(`${name} declares no permission`);
    if (seenNames.has(name)) throw new Error(`${name} is declared twice`);
    seenNames.add(name);
  }
}

/** Returns the handler that gives each request an id, and logs and counts it when it was answered. */
function requestIdentification(services: Services): MiddlewareHandler<Variables> {
  return async function identify(context, next) {
    const started = performance.now();
    context.set('requestId', randomUUID());
    context.set('ip', addressOf(context, services.env.trustProxy));
    await next();
    // The header is set after the handler, because a stream or file replaces the response.
    context.header('x-request-id', context.get('requestId'));
    const path = new URL(context.req.url).pathname;
    const route = context.get('route');
    if (route)
      countRequest({
        at: services.now(),
        method: context.req.method,
        path: route,
        status: context.res.status,
        ms: Math.round(performance.now() - started),
        requestId: context.get('requestId'),
      });
    if (!path.startsWith('/assets/')) {
      services.log.info(
        {
          requestId: context.get('requestId'),
          method: context.req.method,
          path,
          status: context.res.status,
          ms: Math.round(performance.now() - started),
          user: context.get('viewer')?.user.id,
          ip: context.get('ip'),
        },
        'request',
      );
    }
  };
}

/** Seconds after which a caller may try again, by status: over a limit, or without a database or a free place. */
const retrySeconds: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

const answerError = (services: Services, error: unknown, context: Context<Variables>): Response => {
  const refusal = refusalOf(error) ?? new Refusal(500, 'internal', failures.internal);
  // A caller who has disconnected gets no answer. This is not a server error.
  if (refusal.status >= 500 && context.req.raw.signal.aborted)
    services.log.debug({ requestId: context.get('requestId') }, 'the caller has gone');
  else if (refusal.status >= 500)
    services.log.error({ err: error, requestId: context.get('requestId') }, 'request failed');
  const retryAfter = refusal.retryAfter ?? retrySeconds[refusal.status];
  if (retryAfter !== undefined && !context.res.headers.has('retry-after'))
    context.header('retry-after', String(retryAfter));
  // Closes the connection if the body was not read completely. Otherwise the rest of it would be taken for the
  // client's next request.
  if (refusal.status === 413 || context.req.header('content-type')?.startsWith('multipart/'))
    context.header('connection', 'close');
  return context.json(errorBody(refusal, context.get('requestId')), refusal.status);
};

/**
 * Returns the handler of a route: it finds the viewer, checks the permission, parses the body and calls the route's
 * code.
 */
function routeHandler(spec: Route, services: Services): (context: Context<Variables>) => Promise<Response> {
  return async (context) => {
    context.set('route', spec.path);
    const request = context.req.raw;
    const query = readQuery(request.url);
    const token = tokenOf(request);
    const chosenOrganization =
      firstValue(query.organizationId) ??
      firstValue(query['organization.organizationId']) ??
      request.headers.get('organizationid') ??
      undefined;
    const viewer = token
      ? await viewerOf(services, token, chosenOrganization, { background: request.headers.has('x-background') }).catch(
          spec.permission === 'public' ? asStranger : rethrowError,
        )
      : undefined;
    context.set('viewer', viewer);
    assertSamePerson(request, viewer);
    guardPermission(spec.permission, viewer);
    if (viewer?.mustChangePassword && spec.permission !== 'public' && !spec.beforeOwnPassword)
      throw new Refusal(403, passwordTexts.code, passwordTexts.mustChange);
    await assertOpen(services, viewer, spec.path);
    const call: { -readonly [Part in keyof Call<unknown>]: Call<unknown>[Part] } = {
      get viewer() {
        if (!viewer) throw unauthorized();
        return viewer;
      },
      maybeViewer: viewer,
      body: undefined,
      query,
      params: readParams(context.req.param() as Record<string, string>),
      request,
      requestId: context.get('requestId'),
      ip: context.get('ip'),
      reason: reasonOf(request),
      idempotencyKey: request.headers.get('idempotency-key'),
      readAfter: viewer ? readAfterOf(services.database, context, viewer.user.id) : null,
      context,
    };
    const handleRequest = async (): Promise<unknown> => {
      call.body = await readBody(spec, request);
      return viewer
        ? withProgress(services, viewer.user.id, () => spec.handle(call as Call<never>))
        : spec.handle(call as Call<never>);
    };
    // The body of a waiting call has not been read yet.
    const result = await (spec.isHeavy
      ? heavyOnesOf(viewer?.user.id ?? 0, () => heavyOnes(handleRequest))
      : handleRequest());
    if (viewer && spec.method !== 'GET') await rememberWrite(services.database, context, viewer.user.id);
    await notifyBrowsers(services, spec.method, spec.path, call.body);
    return result instanceof Response ? result : context.json((result ?? null) as object);
  };
}

/** Builds the API as a web-standard handler, which Node serves and tests call directly. */
export function createApp(services: Services, routes: readonly Route[] = allRoutes(services)): Hono<Variables> {
  assertDeclared(routes);
  const app = new Hono<Variables>();

  app.use('*', requestIdentification(services));
  app.use('*', securityHeaders(services.env));

  app.onError((error, context) => answerError(services, error, context));

  // Literal paths precede parameters, so that `api/x/export` is not taken for the id "export".
  for (const spec of [...routes].sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))) {
    app.on(spec.method, `/${spec.path}`, routeHandler(spec, services));
  }
  for (const prefix of ['/api/*', '/auth/*'])
    app.all(prefix, (context) => answerError(services, notFound(failures.pageNotFound), context));
  // Answers every address without route or file, outside the API too.
  app.notFound((context) => answerError(services, notFound(failures.pageNotFound), context));
  return app;
}
