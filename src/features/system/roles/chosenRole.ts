import type { AnyRow } from '@contract/entity';
import { create } from 'zustand';

/** The role whose menus are open. */
export const useChosenRole = create<{ role: AnyRow | null }>(() => ({ role: null }));
