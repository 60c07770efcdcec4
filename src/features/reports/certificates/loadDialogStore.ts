import { create } from 'zustand';

/** Whether the dialog that brings a certificate is open. */
export const useLoadDialog = create<{ open: boolean }>(() => ({ open: false }));
