import { storedNames } from '@/lib/browser/storedNames';
import { unveil, veil } from '@/lib/browser/veiled';
import { addressOf, type Tab } from './tabs';

/** A visited page. */
interface RecentPage {
  readonly address: string;
  readonly path: string;
  readonly title: string;
}

const most = 8;
const prefix = 'recent:';
const memoryOf = (owner: number): string => prefix + owner;

const isPage = (kept: unknown): kept is RecentPage =>
  typeof kept === 'object' &&
  kept !== null &&
  ['address', 'path', 'title'].every((name) => typeof (kept as Record<string, unknown>)[name] === 'string');

/** Returns the visited pages, newest first. */
export function recentPages(owner: number): readonly RecentPage[] {
  try {
    const kept: unknown = JSON.parse(unveil(localStorage.getItem(memoryOf(owner))) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPage) : [];
  } catch {
    return [];
  }
}

/** Stores a visit for this person in this browser. A repeated view is stored once. */
export function noteVisit(owner: number, tab: Tab): void {
  const page: RecentPage = {
    address: addressOf(tab),
    path: tab.path,
    title: tab.subtitle ? `${tab.title} ${tab.subtitle}` : tab.title,
  };
  const others = recentPages(owner).filter(({ path, title }) => path !== page.path || title !== page.title);
  try {
    localStorage.setItem(memoryOf(owner), veil(JSON.stringify([page, ...others].slice(0, most))));
  } catch {
    // With a full or denied storage the visit is only not remembered.
  }
}

/** Deletes the visits of all people when the session ends, because titles name people's work (QUALITY AU10). */
export function forgetVisits(): void {
  for (const name of storedNames(prefix)) localStorage.removeItem(name);
}
