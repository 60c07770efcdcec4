import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

interface Chosen {
  /** Draft to be sent. */
  readonly sending: AnyRow | null;
  /** Announcement whose recipients are shown; `all` for all announcements. */
  readonly records: AnyRow | 'all' | null;
}

export const useAnnouncementDialogs = create<Chosen>(() => ({ sending: null, records: null }));
