import axios, { type InternalAxiosRequestConfig } from 'axios';
import { otherPersonCode, personHeader, requestTimeout } from '@contract/constants';
import { announce, type Failure, readFailure } from './failures';
import { onceKey, settleOnce } from './onceKeys';
import { type Asker, scopeParams, withoutEmpty } from './scopeParams';

declare module 'axios' {
  interface AxiosRequestConfig<D, P> {
    /** A list or an export: the scope rules of SPEC §6 apply. */
    list?: boolean;
    /** No notice for this failure, because the caller shows it itself. 401, 403 and expiry are handled all the same. */
    quiet?: true | ((failure: Failure) => boolean);
    /** Asked before anybody listens to what a failure means: it is only thrown, and who needs the answer asks again. */
    ahead?: true;
    /** Asked by a timer: it does not count as the person being there (QUALITY AU6, idle limit). */
    background?: true;
    /** Of nobody yet: a login, whoever's page it is made on. */
    anonymous?: true;
    /** Why the person does it; kept in the audit trail. */
    reason?: string;
    /** The same key twice makes one row. */
    idempotencyKey?: string;
    /**
     * Under a key of the client's own, which lasts from the first try to a known outcome: for calls without a form that
     * would hold one.
     */
    once?: true;
    /** Made again after the person signed in anew; a second 401 ends the session. */
    repeated?: boolean;
  }
}

/** The session as the api sees it; the session installs itself, the api never imports it (DESIGN §2.2). */
export interface SessionSource {
  readonly token: () => string | undefined;
  readonly asker: () => Asker | undefined;
  /** Whose page it is. */
  readonly personId: () => number | undefined;
  /** Of the header: a user's own, or the one that an administrator has chosen. */
  readonly organizationId: () => number | null;
}

type EventKind = 'unauthorized' | 'forbidden' | 'expired' | 'otherPerson';

let source: SessionSource = {
  token: () => undefined,
  asker: () => undefined,
  personId: () => undefined,
  organizationId: () => null,
};
type Listener = (failure: Failure) => void;

const listeners: Record<EventKind, Set<Listener>> = {
  unauthorized: new Set(),
  forbidden: new Set(),
  expired: new Set(),
  otherPerson: new Set(),
};
/**
 * One 401 of many ends the session; the rest of the storm is silent until the page is loaded anew or somebody signs in.
 */
let ended = false;

export function installSession(session: SessionSource): void {
  source = session;
}

/** A new session: its first 401 counts again. */
export function sessionBegan(): void {
  ended = false;
}

const subscribe =
  (kind: EventKind) =>
  (listener: Listener): (() => void) => {
    listeners[kind].add(listener);
    return () => void listeners[kind].delete(listener);
  };
/** Called once for any number of parallel 401s (BEHAVIOUR §1.1). */
export const onUnauthorized = subscribe('unauthorized');
export const onForbidden = subscribe('forbidden');
/** SPEC §6: 系统到期. */
export const onExpired = subscribe('expired');
/** The browser's session is another person's by now; what was asked has not been done. */
export const onOtherPerson = subscribe('otherPerson');

/**
 * Asked at a 401, before the session ends: undefined where it is to end; otherwise the page stays, and the answer is
 * whether the
 * same person has signed in again, so that what failed can be made again with the new token.
 */
export type Rescue = (failure: Failure) => Promise<boolean> | undefined;

let rescue: Rescue = () => undefined;

export function installRescue(next: Rescue): () => void {
  rescue = next;
  return () => {
    if (rescue === next) rescue = () => undefined;
  };
}

/** Whether the call may be made again, because somebody has put the session right meanwhile. */
async function rescued(config: InternalAxiosRequestConfig | undefined, failure: Failure): Promise<boolean> {
  if (!config || config.repeated) return false;
  // Of a session that another has replaced meanwhile, over this page or in another window: it is no news, and must not
  // end the new one.
  const sent = config.headers.get('Authorization')?.toString();
  const now = source.token();
  if (sent && now && sent !== now) return true;
  return (await rescue(failure)) ?? false;
}

function react(failure: Failure): void {
  if (failure.kind === 'unauthorized' || failure.kind === 'expired') {
    if (ended) {
      failure.announced = true;
      return;
    }
    ended = true;
  }
  if (failure.code === otherPersonCode) {
    failure.announced = true;
    for (const listener of listeners.otherPerson) listener(failure);
  }
  if (failure.kind === 'unauthorized' || failure.kind === 'forbidden' || failure.kind === 'expired')
    for (const listener of listeners[failure.kind]) listener(failure);
}

/** SPEC §7: the one client that every call goes through. Paths have no leading slash; it rejects with a `Failure`. */
export const client = axios.create({
  baseURL: `${import.meta.env.VITE_API_BASE ?? ''}/`,
  timeout: requestTimeout,
  headers: { 'Content-Type': 'application/json' },
  // Array-style query strings: createTime=a&createTime=b, never a[0].
  paramsSerializer: { indexes: null },
  // No token of that kind is asked for, and looking for its cookie holds each call back until the page has nothing else
  // to do.
  withXSRFToken: false,
  // SPEC §8 says "outside 200-300".
  validateStatus: (status) => status >= 200 && status <= 300,
});

// Without headers of its own axios announces JSON for a body that is not there, or for a form, whose boundary only the
// browser knows.
function describe(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const { headers } = config;
  if (config.data instanceof FormData) headers.delete('Content-Type');
  const token = source.token();
  if (token) headers.set('Authorization', token);
  const personId = source.personId();
  if (personId !== undefined && !config.anonymous) headers.set(personHeader, String(personId));
  const organizationId = source.organizationId();
  if (organizationId !== null) headers.set('organizationId', String(organizationId));
  if (config.background) headers.set('X-Background', '1');
  if (config.reason) headers.set('X-Reason', encodeURIComponent(config.reason));
  if (config.idempotencyKey) headers.set('Idempotency-Key', config.idempotencyKey);
  if (config.once) headers.set('Idempotency-Key', onceKey(config));
  const params = config.params as Record<string, unknown> | undefined;
  if (params || config.list) {
    const question = { method: config.method ?? 'get', url: config.url ?? '', list: config.list === true };
    config.params = withoutEmpty(scopeParams(params ?? {}, source.asker(), question));
  }
  return config;
}

client.interceptors.request.use(describe);
client.interceptors.response.use(
  (response) => {
    settleOnce(response.config);
    return response;
  },
  async (error: unknown) => {
    const failure = await readFailure(error);
    const config = axios.isAxiosError(error) ? error.config : undefined;
    if (config?.ahead) throw failure;
    if (failure.kind === 'unauthorized' && config && (await rescued(config, failure)))
      return client.request({ ...config, repeated: true });
    settleOnce(config, failure);
    react(failure);
    const quiet = config?.quiet;
    // SPEC §6: whoever the end of their time puts out is told so, whichever call has met it.
    if (failure.kind === 'expired' || (quiet !== true && !quiet?.(failure))) announce(failure);
    throw failure;
  },
);
