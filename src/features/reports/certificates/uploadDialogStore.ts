import { create } from 'zustand';

/** Store: true while the dialog that uploads a certificate is open. */
export const useCertificateUploadDialog = create<{ open: boolean }>(() => ({ open: false }));
