import { create } from 'zustand';

/** Titles, by address, of open pages that an administrator has removed, for the page that explains it. */
export const useLostPages = create<{ readonly titles: ReadonlyMap<string, string> }>()(() => ({ titles: new Map() }));
