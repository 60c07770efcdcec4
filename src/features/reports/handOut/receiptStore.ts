import { create } from 'zustand';

/** Store of the hand-out whose link is shown, with the address. */
export const useReceipt = create<{ shown: { readonly title: string; readonly href: string } | null }>(() => ({
  shown: null,
}));
