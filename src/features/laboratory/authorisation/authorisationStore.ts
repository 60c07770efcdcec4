import { create } from 'zustand';

/** Store: true while 检测授权 is open. */
export const useAuthorisation = create<{ open: boolean }>(() => ({ open: false }));
