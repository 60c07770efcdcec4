import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

/** Organization whose running numbers are shown. */
export const useNumbersDialog = create<{ organization: AnyRow | null }>(() => ({ organization: null }));
