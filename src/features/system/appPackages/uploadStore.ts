import { create } from 'zustand';

/** Whether the upload dialog is open. */
export const useUpload = create<{ open: boolean }>(() => ({ open: false }));
