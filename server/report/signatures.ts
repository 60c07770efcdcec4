import { reportMachine } from '@contract/workflow/report';
import type { Orm } from '../db/orm';
import type { Services } from '../services';
import { verifySignatures } from '../signing/verify';
import { stepsOf } from '../workflow/steps';

const signing = reportMachine.moves.filter(({ signs }) => signs).map(({ key }) => key);

/** Of an issued report, what no longer is as it was signed, else the signatures that it lacks; nothing where it stands as it was issued. */
export async function brokenSignatures(services: Services, orm: Orm, report: number): Promise<string[]> {
  const steps = await stepsOf(orm, reportMachine, report);
  const verdicts = await verifySignatures(services, orm, reportMachine, report, steps);
  const bad = [...verdicts.values()].filter(({ state }) => state === 'invalid').flatMap(({ changed }) => changed);
  if (bad.length) return [...new Set(bad)];
  const valid = new Set(steps.filter(({ id }) => verdicts.get(id)?.state === 'valid').map(({ move }) => move));
  return signing.filter((move) => !valid.has(move)).map((move) => reportMachine.moves.find(({ key }) => key === move)?.label ?? move);
}
