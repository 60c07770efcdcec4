import { create } from 'zustand';

/** Whether the upload dialog is open. */
export const useUploadDialog = create<{ open: boolean }>(() => ({ open: false }));
