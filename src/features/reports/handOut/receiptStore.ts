import { create } from 'zustand';

/** Store of the hand-out whose receipt link is shown: title and address; null while the dialog is closed. */
export const useReceipt = create<{ shown: { readonly title: string; readonly href: string } | null }>(() => ({
  shown: null,
}));
