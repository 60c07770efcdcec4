import type { AnyRow } from '@contract/entity';
import { type DayOf, type DemoActors } from './demoActors';
import { type Script } from './projectScripts';

// A project of the demonstration that its people are working on.

export interface PlayedProject {
  readonly actors: DemoActors;
  readonly script: Script;
  readonly project: number;
  /** Returns the day (`YYYY-MM-DD`) that is a number of days from today. */
  readonly dayOf: DayOf;
}

/**
 * Returns a project's survey or plan.
 * @param path `api/siteSurvey` or `api/samplePlan`
 */
export const headOf = async ({ actors, project }: PlayedProject, path: string): Promise<AnyRow> => {
  const projectParts = await actors.ask<Record<string, AnyRow>>('field', 'GET', `${path}/of/${project}`);
  return (projectParts.survey ?? projectParts.plan) as AnyRow;
};
/**
 * Moves a project.
 * @param userName user name of the person who moves it
 * @param key key of the move, e.g. `submitContract`
 * @throws Refusal if the state machine does not allow the move
 */
export const moveProject = ({ actors, project }: PlayedProject, userName: string, key: string): Promise<unknown> =>
  actors.ask(userName, 'PUT', 'api/project/move', { id: project, move: key });
