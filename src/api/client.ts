import axios, { type InternalAxiosRequestConfig } from 'axios';
import { otherPersonCode, personHeader, requestTimeout } from '@contract/constants';
import type { ServerFeature } from '@contract/wire';
import { apiBase } from './backEnd/block';
import { announce, type Failure, readFailure } from './failures';
import { onceKey, settleOnce } from './onceKeys';
import { type Asker, scopeParams, withoutEmpty } from './scopeParams';

declare module 'axios' {
  interface AxiosRequestConfig<D, P> {
    /** A list or an export: the scope rules of SPEC §6 apply. */
    list?: boolean;
    /** Shows no notice, because the caller shows the failure. 401, 403 and expiry are handled nevertheless. */
    quiet?: true | ((failure: Failure) => boolean);
    /** Sent before the failure handlers are installed: a failure is only thrown, and the caller repeats the request. */
    ahead?: true;
    /** Sent by a timer: does not count as the person's activity (QUALITY AU6, idle limit). */
    background?: true;
    /** Sent without a session, as a login is. */
    anonymous?: true;
    /** The person's reason, stored in the audit trail. */
    reason?: string;
    /** Repeating a request with the same key creates one row only. */
    idempotencyKey?: string;
    /**
     * Uses a key made by the client, kept until the outcome is known. For requests without a form that could hold a
     * key.
     */
    once?: true;
    /** The request is repeated after a new sign-in. A second 401 ends the session. */
    repeated?: boolean;
  }
}

/** The session as the API uses it. The session installs itself, so the API does not import it (DESIGN §2.2). */
interface SessionSource {
  readonly token: () => string | undefined;
  readonly asker: () => Asker | undefined;
  /** Id of the person whose page this is. */
  readonly personId: () => number | undefined;
  /** Organization sent in the header: the user's own, or the one an administrator has chosen. */
  readonly organizationId: () => number | null;
  /** Features that the server named beyond SPEC §7. */
  readonly features: () => readonly ServerFeature[];
}

type EventKind = 'unauthorized' | 'forbidden' | 'expired' | 'otherPerson';

let source: SessionSource = {
  token: () => undefined,
  asker: () => undefined,
  personId: () => undefined,
  organizationId: () => null,
  features: () => [],
};
type Listener = (failure: Failure) => void;

const listeners: Record<EventKind, Set<Listener>> = {
  unauthorized: new Set(),
  forbidden: new Set(),
  expired: new Set(),
  otherPerson: new Set(),
};
/** Set by the first 401. Further 401s are ignored until the page is reloaded or a person signs in. */
let ended = false;

export function installSession(session: SessionSource): void {
  source = session;
}

/** Tells whether the server named this feature. Before sign-in it has named none. */
export const serverHas = (feature: ServerFeature): boolean => source.features().includes(feature);

/** Call when a session begins: its first 401 counts again. */
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
/** Called when the browser's session belongs to another person by now. The request was not carried out. */
export const onOtherPerson = subscribe('otherPerson');

/**
 * Called at a 401 before the session ends. Returns undefined to end it. Otherwise the page stays; the promise tells
 * whether the same person has signed in again, so the request can be repeated with the new token.
 */
type Rescue = (failure: Failure) => Promise<boolean> | undefined;

let rescue: Rescue = () => undefined;

export function installRescue(next: Rescue): () => void {
  rescue = next;
  return () => {
    if (rescue === next) rescue = () => undefined;
  };
}

/** Returns whether the request can be repeated because the session has been renewed. */
async function rescued(config: InternalAxiosRequestConfig | undefined, failure: Failure): Promise<boolean> {
  if (!config || config.repeated) return false;
  // The 401 belongs to a token that was replaced meanwhile, by this page or another window. It must not end the new
  // session.
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

/** The only HTTP client (SPEC §7). Paths have no leading slash. Rejects with a `Failure`. */
export const client = axios.create({
  baseURL: `${apiBase}/`,
  timeout: requestTimeout,
  headers: { 'Content-Type': 'application/json' },
  // Repeats array parameters: createTime=a&createTime=b, never a[0].
  paramsSerializer: { indexes: null },
  // The server uses no XSRF token. Looking for its cookie would delay each request until the browser is idle.
  withXSRFToken: false,
  // SPEC §8: a status outside 200–300 is an error.
  validateStatus: (status) => status >= 200 && status <= 300,
});

// Headers beyond SPEC §7: another back end on another origin would refuse each call that has one (CORS).
function describeToOurs(config: InternalAxiosRequestConfig): void {
  const { headers } = config;
  const personId = source.personId();
  if (personId !== undefined && !config.anonymous) headers.set(personHeader, String(personId));
  if (config.background) headers.set('X-Background', '1');
  if (config.reason) headers.set('X-Reason', encodeURIComponent(config.reason));
  if (config.idempotencyKey) headers.set('Idempotency-Key', config.idempotencyKey);
  if (config.once) headers.set('Idempotency-Key', onceKey(config));
}

// Adds the headers. Without explicit ones axios would send a JSON content type without a body, and with a form, whose
// boundary only the browser knows.
function describe(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const { headers } = config;
  if (config.data instanceof FormData) headers.delete('Content-Type');
  const token = source.token();
  if (token) headers.set('Authorization', token);
  const organizationId = source.organizationId();
  if (organizationId !== null) headers.set('organizationId', String(organizationId));
  if (serverHas('headers')) describeToOurs(config);
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
    // SPEC §6: an expired system is reported even for quiet requests.
    if (failure.kind === 'expired' || (quiet !== true && !quiet?.(failure))) announce(failure);
    throw failure;
  },
);
