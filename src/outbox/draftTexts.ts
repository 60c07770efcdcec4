import { storedNames } from '@/lib/browser/storedNames';

// Where unsaved work that is no write of its own yet lies in the browser: by person and grid.

/** ms; an older draft is not worth the question. */
export const draftsKept = 30 * 24 * 3_600_000;

const prefixOf = (userId: number): string => `entryGrid:${userId}:`;

export const draftName = (userId: number, gridKey: string): string => prefixOf(userId) + gridKey;

/** A person's drafts that lie open. */
export const openDraftNames = (userId: number): string[] => storedNames(prefixOf(userId));

/** ms since 1970; what is no draft is older than any. */
export function writtenAt(text: string): number {
  try {
    const { at } = JSON.parse(text) as { at?: unknown };
    return typeof at === 'number' ? at : 0;
  } catch {
    return 0;
  }
}
