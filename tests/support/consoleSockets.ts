import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { installSession } from '@/api/client';
import { serverFeatures } from '@contract/wire';

/** Gives the console's own connection (`connectPush`) what it takes from the browser and from the session. */
export function stubBrowserOf(url: string): void {
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('window', { location: { origin: url } });
  installSession({
    token: () => undefined,
    scopePerson: () => undefined,
    personId: () => undefined,
    organizationId: () => null,
    features: () => serverFeatures,
  });
}
