import type { AnyRow } from '@contract/entity';
import { type Script } from './scripts';
import { type Stage } from './stage';

// One project of the demonstration while it is played.

export interface Play {
  readonly stage: Stage;
  readonly script: Script;
  readonly project: number;
  /** Returns the `YYYY-MM-DD` a number of days from today. */
  readonly dayOf: (ahead: number) => string;
}

export const head = async ({ stage, project }: Play, path: string): Promise<AnyRow> => {
  const answer = await stage.ask<Record<string, AnyRow>>('field', 'GET', `${path}/of/${project}`);
  return (answer.survey ?? answer.plan) as AnyRow;
};
export const move = ({ stage, project }: Play, who: string, key: string): Promise<unknown> =>
  stage.ask(who, 'PUT', 'api/project/move', { id: project, move: key });
