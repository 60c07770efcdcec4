import { create } from 'zustand';

/** The hand-out whose link is shown, and its address. */
export const useReceipt = create<{ shown: { readonly title: string; readonly href: string } | null }>(() => ({
  shown: null,
}));
