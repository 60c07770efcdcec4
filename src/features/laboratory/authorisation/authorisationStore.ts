import { create } from 'zustand';

/** Whether 检测授权 is open. */
export const useAuthorisation = create<{ open: boolean }>(() => ({ open: false }));
