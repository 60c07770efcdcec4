import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { storedNames } from '@/lib/browser/storedNames';
import { addressOf, type Tab } from './tabState';

/** A visited page. */
interface RecentPage {
  readonly address: string;
  readonly path: string;
  readonly title: string;
}

const maxPages = 8;
const storagePrefix = 'recent:';
const memoryOf = (owner: number): string => storagePrefix + owner;

const isPage = (storedValue: unknown): storedValue is RecentPage =>
  typeof storedValue === 'object' &&
  storedValue !== null &&
  ['address', 'path', 'title'].every((name) => typeof (storedValue as Record<string, unknown>)[name] === 'string');

/** Returns the visited pages, newest first. */
export function recentPages(owner: number): readonly RecentPage[] {
  try {
    const storedPages: unknown = JSON.parse(deobfuscate(localStorage.getItem(memoryOf(owner))) ?? '[]');
    return Array.isArray(storedPages) ? storedPages.filter(isPage) : [];
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
  const otherPages = recentPages(owner).filter(({ path, title }) => path !== page.path || title !== page.title);
  try {
    localStorage.setItem(memoryOf(owner), obfuscate(JSON.stringify([page, ...otherPages].slice(0, maxPages))));
  } catch {
    // With a full or denied storage the visit is only not remembered.
  }
}

/** Deletes the visits of all people when the session ends, because titles name people's work (QUALITY AU10). */
export function forgetVisits(): void {
  for (const name of storedNames(storagePrefix)) localStorage.removeItem(name);
}
