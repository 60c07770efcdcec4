import type { AnyRow } from '@contract/entity';
import { registry } from '@server/app/resources';
import { approvalMoves } from '@server/app/ties';
import { submitApproval } from '@server/features/reports/approval/submitApproval';
import { movedApproval } from '@server/features/reports/movedReport';
import { pictureFor } from './picture';
import type { Stage } from './stage';

const steps = [
  ['reviewer', 'passFirst', '10:20'],
  ['quality', 'passSecond', '14:05'],
  ['approver', 'sign', '16:40'],
] as const;

/** Plays an approval: one submits, a number of others approve, on one day. */
async function approve(
  stage: Stage,
  project: number,
  kind: 'records' | 'report',
  who: string,
  day: string,
  passes: number = steps.length,
): Promise<void> {
  stage.at(`${day} 09:15:00`);
  const { id } = await stage.signed(who, 'api/approval/submit', (call) =>
    stage.services.database.transaction((tx) =>
      submitApproval({ services: stage.services, registry }, tx, call, { project, kind }),
    ),
  );
  for (const [person, move, hour] of steps.slice(0, passes)) {
    stage.at(`${day} ${hour}:00`);
    await stage.sign(person, movedApproval(registry), approvalMoves, id, move);
  }
}

/** Adds 检测专用章 to the agency, marked as a demonstration, for reports issued from then on. */
async function giveSeal(stage: Stage, project: number): Promise<void> {
  const { organizationId } = await stage.ask<AnyRow>('reporter', 'GET', `api/project/${project}`);
  const agency = await stage.ask<AnyRow>('admin', 'GET', `api/organization/${Number(organizationId)}`);
  if (agency.seal === null)
    await stage.ask('admin', 'PUT', 'api/organization/edit', {
      ...agency,
      seal: await pictureFor(stage.services, project, 'seal.png', 'print'),
    });
}

/**
 * Plays the steps from signed records to a report, by the product's own calls.
 * @param passes number of approvals: three issue it; with fewer it waits for the next
 */
export async function reporting(
  stage: Stage,
  project: number,
  dayOf: (ahead: number) => string,
  lastSampling: number,
  passes?: number,
): Promise<void> {
  await approve(stage, project, 'records', 'analyst', dayOf(lastSampling + 5));
  stage.at(`${dayOf(lastSampling + 7)} 10:30:00`);
  await giveSeal(stage, project);
  await stage.ask<AnyRow>('reporter', 'POST', 'api/report/start', { project });
  await approve(stage, project, 'report', 'reporter', dayOf(lastSampling + 9), passes);
}
