import { keepEntry } from '@/outbox/keptEntry';

/**
 * Makes this browser ready to be started without a network: asked for by who works on a site, so that nobody else's
 * browser loads anything for it.
 * Without https (or localhost) there are no service workers, and all else is as before.
 */
export function readyForOffline(): void {
  void keepEntry();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
