import { create } from 'zustand';

/** Pages that were open when an administrator took them away: their titles by address, for the page that says so. */
export const useLostPages = create<{ readonly titles: ReadonlyMap<string, string> }>()(() => ({ titles: new Map() }));
