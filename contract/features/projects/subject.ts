import { defineSubject } from '@contract/subject';
import { broughtPaper } from './entities/broughtPaper';
import { broughtSample } from './entities/broughtSample';
import { contractReview } from './entities/contractReview';
import { project } from './entities/project';
import { projectMachine } from './projectMachine';

export const projectsSubject = defineSubject({
  entities: [project, contractReview, broughtPaper, broughtSample],
  machines: [projectMachine],
  pages: {
    '/project': [project, contractReview, broughtPaper, broughtSample],
  },
});
