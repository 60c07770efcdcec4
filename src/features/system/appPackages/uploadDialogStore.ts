import { create } from 'zustand';

/** Store: true while the upload dialog is open. */
export const useUploadDialog = create<{ open: boolean }>(() => ({ open: false }));
