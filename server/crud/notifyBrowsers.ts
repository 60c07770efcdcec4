import type { Change } from '@contract/wire';
import type { Recipients } from '@server/services';
import type { Services } from '@server/services';

interface Watched {
  readonly path: RegExp;
  readonly what: Change;
  /** Notifies only the people whose ids are in the request; by default it notifies everybody. */
  readonly named?: true;
}

/** Writes after which browsers reload data. The window of the person who made a change has reloaded already. */
const watchedWrites: readonly Watched[] = [
  { path: /^api\/menus\//, what: 'rights' },
  { path: /^api\/role\//, what: 'rights' },
  { path: /^api\/user\/(edit|status|roles)$/, what: 'rights', named: true },
  { path: /^api\/(organization|brand)\//, what: 'brand' },
  { path: /^api\/dict(Detail)?\//, what: 'dictionaries' },
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
): { readonly to: Recipients; readonly what: Change } | undefined {
  const rule = method === 'GET' ? undefined : watchedWrites.find((write) => write.path.test(path));
  return rule && { to: rule.named ? idsIn(body) : 'all', what: rule.what };
}

/**
 * Notifies browsers of a change over the websocket. A browser that is not reached reloads when it reconnects, so a
 * failure is only logged.
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
      .send(change.to, { cmd: 'change', what: change.what })
      .catch((error: unknown) => log.warn({ err: error }, 'a change was not told'));
}
