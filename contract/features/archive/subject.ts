import { defineSubject } from '@contract/subject';
import { archiveFile } from './entities/archiveFile';

export const archiveSubject = defineSubject({
  entities: [archiveFile],
  pages: {
    '/qualityControl': ['qualityControl', archiveFile],
  },
});
