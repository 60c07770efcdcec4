import { defineSubject } from '@contract/subject';
import { announcementMachine, noticeMachine } from './announcementMachine';
import { announcement, announcementSend } from './entities/notice';

export const noticesSubject = defineSubject({
  entities: [announcement, announcementSend],
  machines: [announcementMachine, noticeMachine],
  pages: {
    '/notify/announcement': [announcement, announcementSend],
  },
});
