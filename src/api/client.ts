import axios, { type InternalAxiosRequestConfig } from 'axios';
import { otherPersonCode, personHeader, requestTimeout } from '@contract/constants';
import type { ServerFeature } from '@contract/wire';
import { apiBase } from './backEnd/backEndBlock';
import { showFailure, type Failure, readFailure } from './callFailures';
import { onceKey, settleOnce } from './onceKeys';
import { type ScopePerson, scopeParams, withoutEmpty } from './scopeParams';

declare module 'axios' {
  interface AxiosRequestConfig<D, P> {
    /** True for a list or an export: the scope rules of SPEC §6 apply. */
    list?: boolean;
    /** Shows no notice, because the caller shows the failure. The client still handles 401, 403 and expiry. */
    quiet?: true | ((failure: Failure) => boolean);
    /**
     * True if sent before the failure handlers are installed. A failure is only thrown, and the caller repeats the
     * request.
     */
    ahead?: true;
    /** True if a timer sends it: does not count as the person's activity (QUALITY AU6, idle limit). */
    background?: true;
    /** True if sent without a session, like a login. */
    anonymous?: true;
    /** The person's reason, stored in the audit trail. */
    reason?: string;
    /** Repeating a request with the same key creates one row only. */
    idempotencyKey?: string;
    /**
     * Uses a key created by the client, which is kept until the outcome is known. For requests without a form that
     * could store a key.
     */
    once?: true;
    /** The request is repeated after a new sign-in. A second 401 ends the session. */
    repeated?: boolean;
  }
}

/**
 * Data of the session that the API needs. The session registers itself, so the API does not import it (DESIGN §2.2).
 */
interface SessionSource {
  readonly token: () => string | undefined;
  readonly scopePerson: () => ScopePerson | undefined;
  /** Id of the person whose page this is. */
  readonly personId: () => number | undefined;
  /** Organization sent in the header: the user's own, or the one an administrator has chosen. */
  readonly organizationId: () => number | null;
  /** Features that the server announces beyond SPEC §7. */
  readonly features: () => readonly ServerFeature[];
}

type EventKind = 'unauthorized' | 'forbidden' | 'expired' | 'otherPerson';

let sessionSource: SessionSource = {
  token: () => undefined,
  scopePerson: () => undefined,
  personId: () => undefined,
  organizationId: () => null,
  features: () => [],
};
type FailureListener = (failure: Failure) => void;

const failureListeners: Record<EventKind, Set<FailureListener>> = {
  unauthorized: new Set(),
  forbidden: new Set(),
  expired: new Set(),
  otherPerson: new Set(),
};
/** Set by the first 401. Further 401s are ignored until the page is reloaded or a person signs in. */
let isSessionEnded = false;

export function installSession(session: SessionSource): void {
  sessionSource = session;
}

/** Checks whether the server announced this feature. Before sign-in it has announced none. */
export const serverSupports = (feature: ServerFeature): boolean => sessionSource.features().includes(feature);

/** Resets the handling of 401s; called when a session begins. */
export function sessionBegan(): void {
  isSessionEnded = false;
}

const subscribe =
  (kind: EventKind) =>
  (listener: FailureListener): (() => void) => {
    failureListeners[kind].add(listener);
    return () => void failureListeners[kind].delete(listener);
  };
/** Called once for any number of parallel 401s (BEHAVIOUR §1.1). */
export const onUnauthorized = subscribe('unauthorized');
export const onForbidden = subscribe('forbidden');
/** Called when the system has expired (SPEC §6: 系统到期). */
export const onExpired = subscribe('expired');
/** Called when the browser's session now belongs to another person. The request was not carried out. */
export const onOtherPerson = subscribe('otherPerson');

/**
 * Called at a 401 before the session ends. Returns undefined to end it. Otherwise the page stays; the promise
 * resolves to true if the same person has signed in again, so that the request can be repeated with the new token.
 */
type RescueHandler = (failure: Failure) => Promise<boolean> | undefined;

let rescueHandler: RescueHandler = () => undefined;

export function installRescue(handler: RescueHandler): () => void {
  rescueHandler = handler;
  return () => {
    if (rescueHandler === handler) rescueHandler = () => undefined;
  };
}

/** Returns whether the request can be repeated because the session has been renewed. */
async function isRescued(config: InternalAxiosRequestConfig | undefined, failure: Failure): Promise<boolean> {
  if (!config || config.repeated) return false;
  // The 401 belongs to a token that this page or another window has replaced meanwhile. It must not end the new
  // session.
  const sentToken = config.headers.get('Authorization')?.toString();
  const currentToken = sessionSource.token();
  if (sentToken && currentToken && sentToken !== currentToken) return true;
  return (await rescueHandler(failure)) ?? false;
}

function reactToFailure(failure: Failure): void {
  if (failure.kind === 'unauthorized' || failure.kind === 'expired') {
    if (isSessionEnded) {
      failure.announced = true;
      return;
    }
    isSessionEnded = true;
  }
  if (failure.code === otherPersonCode) {
    failure.announced = true;
    for (const listener of failureListeners.otherPerson) listener(failure);
  }
  if (failure.kind === 'unauthorized' || failure.kind === 'forbidden' || failure.kind === 'expired')
    for (const listener of failureListeners[failure.kind]) listener(failure);
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

// These headers go beyond SPEC §7. Another back end on another origin would refuse each call that has one (CORS).
function addOwnServerHeaders(config: InternalAxiosRequestConfig): void {
  const { headers } = config;
  const personId = sessionSource.personId();
  if (personId !== undefined && !config.anonymous) headers.set(personHeader, String(personId));
  if (config.background) headers.set('X-Background', '1');
  if (config.reason) headers.set('X-Reason', encodeURIComponent(config.reason));
  if (config.idempotencyKey) headers.set('Idempotency-Key', config.idempotencyKey);
  if (config.once) headers.set('Idempotency-Key', onceKey(config));
}

// Adds the headers. Without explicit ones axios would send a JSON content type without a body, and with a form, whose
// boundary only the browser knows.
function addHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  const { headers } = config;
  if (config.data instanceof FormData) headers.delete('Content-Type');
  const token = sessionSource.token();
  if (token) headers.set('Authorization', token);
  const organizationId = sessionSource.organizationId();
  if (organizationId !== null) headers.set('organizationId', String(organizationId));
  if (serverSupports('headers')) addOwnServerHeaders(config);
  const params = config.params as Record<string, unknown> | undefined;
  if (params || config.list) {
    const requestDescription = { method: config.method ?? 'get', url: config.url ?? '', list: config.list === true };
    config.params = withoutEmpty(scopeParams(params ?? {}, sessionSource.scopePerson(), requestDescription));
  }
  return config;
}

client.interceptors.request.use(addHeaders);
client.interceptors.response.use(
  (response) => {
    settleOnce(response.config);
    return response;
  },
  async (error: unknown) => {
    const failure = await readFailure(error);
    const config = axios.isAxiosError(error) ? error.config : undefined;
    if (config?.ahead) throw failure;
    if (failure.kind === 'unauthorized' && config && (await isRescued(config, failure)))
      return client.request({ ...config, repeated: true });
    settleOnce(config, failure);
    reactToFailure(failure);
    const quiet = config?.quiet;
    // SPEC §6: an expired system is reported even for quiet requests.
    if (failure.kind === 'expired' || (quiet !== true && !quiet?.(failure))) showFailure(failure);
    throw failure;
  },
);
