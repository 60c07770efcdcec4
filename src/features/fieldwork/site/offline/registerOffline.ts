import { saveOfflineSession } from '@/outbox/offlineSession';

/**
 * Prepares this browser for a start without a network. Only the pages for work on site call it, so that other
 * people's browsers load nothing for it. Without https (or localhost) there are no service workers, and nothing
 * changes.
 */
export function readyForOffline(): void {
  void saveOfflineSession();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
