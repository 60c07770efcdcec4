import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

interface Chosen {
  /** The draft that is about to be sent. */
  readonly sending: AnyRow | null;
  /** The announcement whose receivers are looked at; `all` for every record. */
  readonly records: AnyRow | 'all' | null;
}

export const useChosen = create<Chosen>(() => ({ sending: null, records: null }));
