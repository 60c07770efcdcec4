import type { Policy } from '@server/crud/policy';
import { announcementPolicy, announcementSendPolicy } from './policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const noticesPolicies: Readonly<Record<string, Policy>> = {
  announcement: announcementPolicy,
  announcementSend: announcementSendPolicy,
};
