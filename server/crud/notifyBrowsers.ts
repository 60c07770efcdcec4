import type { AdministratorChange } from '@contract/wire';
import type { Recipients } from '@server/services';
import type { Services } from '@server/services';

interface WatchedWrite {
  readonly path: RegExp;
  readonly change: AdministratorChange;
  /** Notifies only the people whose ids are in the request; by default it notifies everybody. */
  readonly onlyNamedPeople?: true;
}

/** Writes after which browsers reload data. The window of the person who made a change has reloaded already. */
const watchedWrites: readonly WatchedWrite[] = [
  { path: /^api\/menus\//, change: 'rights' },
  { path: /^api\/role\//, change: 'rights' },
  { path: /^api\/user\/(edit|status|roles)$/, change: 'rights', onlyNamedPeople: true },
  { path: /^api\/(organization|brand)\//, change: 'brand' },
  { path: /^api\/dict(Detail)?\//, change: 'dictionaries' },
];

const idsIn = (body: unknown): number[] => {
  if (Array.isArray(body)) return body.flatMap(idsIn);
  if (typeof body === 'number') return [body];
  const { id, ids } = (body ?? {}) as { id?: unknown; ids?: unknown };
  return [id, ...(Array.isArray(ids) ? ids : [])].filter(
    (candidate): candidate is number => typeof candidate === 'number',
  );
};

/** Returns the recipients and the content of the notice about a write; undefined where nobody is notified. */
function changeOf(
  method: string,
  path: string,
  body: unknown,
): { readonly recipients: Recipients; readonly change: AdministratorChange } | undefined {
  const rule = method === 'GET' ? undefined : watchedWrites.find((write) => write.path.test(path));
  return rule && { recipients: rule.onlyNamedPeople ? idsIn(body) : 'all', change: rule.change };
}

/**
 * Notifies browsers of a change over the websocket. A browser that is not reached reloads when it reconnects, so a
 * failure is only logged.
 * @param method HTTP method of the request that changed something
 * @param path its path, from which the browsers know what to reload
 * @param body its body
 */
export async function notifyBrowsers(
  { push, log }: Services,
  method: string,
  path: string,
  body: unknown,
): Promise<void> {
  const change = changeOf(method, path, body);
  if (change)
    await push
      .send(change.recipients, { cmd: 'change', what: change.change })
      .catch((error: unknown) => log.warn({ err: error }, 'a change was not told'));
}
