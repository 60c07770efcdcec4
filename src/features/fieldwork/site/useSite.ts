import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useOwnQueue } from '@/outbox/outboxState';
import { usePageActive } from '@/session/tabs/pageState';
import { loadSite, type SiteState, useSites } from './siteStore';
import { withUnsentItems, type ShownSite } from './unsentOverlay';

/** Interval in ms for loading the site again, because colleagues may be sampling, too. */
const refreshIntervalMs = 60_000;

export interface SiteModel {
  readonly id: number | null;
  readonly site: ShownSite | null;
  readonly state: SiteState | undefined;
  /** Number of unsent items of this project. */
  readonly unsent: number;
  /** Reason why nothing may be edited; null otherwise. */
  readonly locked: string | null;
}

/** Loads the site of the project in the address when the page is opened or shown again, and applies unsent items. */
export function useSite(lockedText: (stage: string) => string | null): SiteModel {
  const [search] = useSearchParams();
  const isActive = usePageActive();
  const id = Number(search.get('belongProject'));
  const isValidId = Number.isInteger(id) && id > 0;
  const siteState = useSites(({ sites }) => (isValidId ? sites[id] : undefined));
  const queue = useOwnQueue();
  useEffect(() => {
    if (!isValidId || !isActive) return;
    const load = () => void loadSite(id);
    load();
    const timer = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') load();
    }, refreshIntervalMs);
    window.addEventListener('online', load);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', load);
    };
  }, [id, isValidId, isActive]);
  const siteItems = useMemo(() => queue.filter(({ project }) => project === id), [queue, id]);
  const siteData = siteState?.data;
  const site = useMemo(() => (siteData ? withUnsentItems(siteData, siteItems) : null), [siteData, siteItems]);
  return {
    id: isValidId ? id : null,
    site,
    state: siteState,
    unsent: siteItems.length,
    locked: site ? lockedText(site.project.stage) : null,
  };
}
