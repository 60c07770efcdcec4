import type { Policy } from '@server/crud/policy';
import { announcementPolicy, announcementSendPolicy } from './policy';

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const noticesPolicies: Readonly<Record<string, Policy>> = {
  announcement: announcementPolicy,
  announcementSend: announcementSendPolicy,
};
