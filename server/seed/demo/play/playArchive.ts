import type { AnyRow } from '@contract/entity';
import { projectMoves } from '@server/app/effectsBetweenSubjects';
import { registry } from '@server/app/resources';
import { movedProject } from '@server/features/projects/projectStage';
import type { DemoActors } from './demoActors';

/** Plays the steps from an issued report to the closed archive: storage place and signature. */
export async function playArchive(actors: DemoActors, projectId: number, day: string): Promise<void> {
  actors.at(`${day} 10:12:00`);
  const { project: row } = await actors.ask<{ project: AnyRow }>('quality', 'GET', `api/archive/${projectId}`);
  await actors.ask('quality', 'PUT', 'api/archive/place', {
    id: projectId,
    version: row.version,
    shelfNo: 'A-03-2',
    boxNo: `${day.slice(0, 4)}-0017`,
    retainYears: null,
  });
  actors.at(`${day} 10:40:00`);
  await actors.sign('quality', movedProject(registry), projectMoves, projectId, 'archive');
}
