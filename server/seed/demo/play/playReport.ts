import type { AnyRow } from '@contract/entity';
import { approvalMoves } from '@server/app/effectsBetweenSubjects';
import { registry } from '@server/app/resources';
import { submitApproval } from '@server/features/reports/approval/submitApproval';
import { movedApproval } from '@server/features/reports/movedReport';
import type { DayOf, DemoActors } from './demoActors';
import { pictureFor } from './demoPictures';

const reportMoves = [
  ['reviewer', 'passFirst', '10:20'],
  ['quality', 'passSecond', '14:05'],
  ['approver', 'sign', '16:40'],
] as const;

/** Plays an approval on one day: one person submits, a number of others approve. */
async function playApproval(
  actors: DemoActors,
  projectId: number,
  kind: 'records' | 'report',
  userName: string,
  day: string,
  passCount: number = reportMoves.length,
): Promise<void> {
  actors.at(`${day} 09:15:00`);
  const { id } = await actors.signed(userName, 'api/approval/submit', (call) =>
    actors.services.database.transaction((tx) =>
      submitApproval({ services: actors.services, registry }, tx, call, { project: projectId, kind }),
    ),
  );
  for (const [person, move, hour] of reportMoves.slice(0, passCount)) {
    actors.at(`${day} ${hour}:00`);
    await actors.sign(person, movedApproval(registry), approvalMoves, id, move);
  }
}

/** Adds 检测专用章 to the agency, marked as a demonstration, for reports issued from then on. */
async function giveSeal(actors: DemoActors, projectId: number): Promise<void> {
  const { organizationId } = await actors.ask<AnyRow>('reporter', 'GET', `api/project/${projectId}`);
  const agency = await actors.ask<AnyRow>('admin', 'GET', `api/organization/${Number(organizationId)}`);
  if (agency.seal === null)
    await actors.ask('admin', 'PUT', 'api/organization/edit', {
      ...agency,
      seal: await pictureFor(actors.services, projectId, 'seal.png', 'print'),
    });
}

/**
 * Plays the steps from signed records to a report, by the product's own calls.
 * @param passCount number of approvals: three issue the report; with fewer it waits for the next approval
 */
export async function playReport(
  actors: DemoActors,
  projectId: number,
  dayOf: DayOf,
  lastSampling: number,
  passCount?: number,
): Promise<void> {
  await playApproval(actors, projectId, 'records', 'analyst', dayOf(lastSampling + 5));
  actors.at(`${dayOf(lastSampling + 7)} 10:30:00`);
  await giveSeal(actors, projectId);
  await actors.ask<AnyRow>('reporter', 'POST', 'api/report/start', { project: projectId });
  await playApproval(actors, projectId, 'report', 'reporter', dayOf(lastSampling + 9), passCount);
}
