import type { AnyRow } from '@contract/entity';
import { create } from 'zustand';

/** The person whose rights are looked at. */
export const useRightsOf = create<{ user: AnyRow | null }>(() => ({ user: null }));
