import { deobfuscate } from '@/lib/browser/obfuscateText';
import { storedNames } from '@/lib/browser/storedNames';

// Storage of unsaved work that is not yet a request, by person and grid.

/** Lifetime of a draft in ms; older drafts are deleted. */
export const draftLifetimeMs = 30 * 24 * 3_600_000;

const prefixOf = (userId: number): string => `entryGrid:${userId}:`;

export const draftName = (userId: number, gridKey: string): string => prefixOf(userId) + gridKey;

/** Returns the names of a person's readable drafts. */
export const openDraftNames = (userId: number): string[] => storedNames(prefixOf(userId));

/** Returns the time of a draft in ms since 1970; 0 for a text that is not a draft. */
export function writtenAt(text: string): number {
  try {
    const { at } = JSON.parse(deobfuscate(text) ?? '') as { at?: unknown };
    return typeof at === 'number' ? at : 0;
  } catch {
    return 0;
  }
}
