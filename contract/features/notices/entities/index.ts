import { announcement, announcementSend } from './notice';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const noticesEntities = [announcement, announcementSend] as const;
