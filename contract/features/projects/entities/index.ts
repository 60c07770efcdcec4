import { broughtPaper } from './broughtPaper';
import { broughtSample } from './broughtSample';
import { contractReview } from './contractReview';
import { project } from './project';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const projectsEntities = [project, contractReview, broughtPaper, broughtSample] as const;
