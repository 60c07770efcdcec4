import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

interface OpenAnnouncement {
  /** Draft to be sent. */
  readonly sending: AnyRow | null;
  /** Announcement whose recipients are shown; `all` for all announcements. */
  readonly records: AnyRow | 'all' | null;
}

export const useAnnouncementDialogs = create<OpenAnnouncement>(() => ({ sending: null, records: null }));
