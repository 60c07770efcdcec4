import { create } from 'zustand';

/** Whether 检测授权 is looked at. */
export const useAuthorisation = create<{ open: boolean }>(() => ({ open: false }));
