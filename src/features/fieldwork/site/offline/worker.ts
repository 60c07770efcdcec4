// Service worker of field work: delivers the console's own files when a phone starts without a network
// (docs/decisions/0015-offline-shell.md). It stores files of the build only, no API answers and no personal data.

/** Version, files and entry of this build; inserted by `scripts/offlineFiles.ts`. */
declare const OFFLINE_SHELL: { readonly version: string; readonly files: readonly string[]; readonly entry: string };

interface ExtendableEventLike {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEventLike extends ExtendableEventLike {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface OfflineWorkerScope {
  readonly location: Location;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEventLike) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void;
  skipWaiting(): Promise<void>;
}
const worker = self as unknown as OfflineWorkerScope;

const prefix = 'console-';
const { version, files, entry } = OFFLINE_SHELL;
/** Timeout in ms. A slower network counts as none. */
const timeoutMs = 6_000;
const notPages = /^\/(api|auth|websocket)(\/|$)/;

/**
 * Stores all files of a version or none. An index with another entry belongs to a newer build, which has its own
 * worker.
 */
async function storeFiles(): Promise<void> {
  const index = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
  if (!index.ok || !(await index.clone().text()).includes(entry))
    throw new Error('the server already serves another version');
  const cache = await caches.open(prefix + version);
  await cache.addAll([...files]);
  await cache.put('/', index);
}

/** Deletes older versions but keeps the previous one, because a tab that still runs it may need further files. */
async function deleteOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

const cachedResponse = async (path: string): Promise<Response | undefined> =>
  (await caches.open(prefix + version)).match(path);

/** Tries the network first, so that a new version is used at once. */
async function pageOf(request: Request): Promise<Response> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), timeoutMs));
  const network = fetch(request);
  const response = await Promise.race([network, timeout]).catch(() => undefined);
  return response ?? (await cachedResponse('/')) ?? network;
}

worker.addEventListener('install', (event) => event.waitUntil(storeFiles().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(deleteOldVersions()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || notPages.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request));
  // Names of assets contain a hash, so a stored file equals the server's. Other requests go to the network.
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(pathname).then((cached) => cached ?? fetch(request)));
});
