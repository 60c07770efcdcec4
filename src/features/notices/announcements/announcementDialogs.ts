import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

interface OpenAnnouncement {
  /** Announcement that the open dialog sends; null while it is closed. */
  readonly sending: AnyRow | null;
  /** Announcement whose recipients are shown; `all` for all announcements. */
  readonly records: AnyRow | 'all' | null;
}

export const useAnnouncementDialogs = create<OpenAnnouncement>(() => ({ sending: null, records: null }));
