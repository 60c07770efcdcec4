import { create } from 'zustand';

/** Whether the dialog that takes a new package is open. */
export const useUpload = create<{ open: boolean }>(() => ({ open: false }));
