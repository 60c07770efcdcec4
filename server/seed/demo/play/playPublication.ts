import type { AnyRow } from '@contract/entity';
import type { PublicationProposal, PublicationScene } from '@contract/features/publicity/noticePublication';
import { pictureKeeper } from '../publicity/addPublicity';
import { sceneCaptions } from '../publicity/reportNotices';
import type { DemoActors } from './demoActors';

/** Names of the photographs, with the day of the notice that they belong to. */
const pictureScenes = [
  ['survey', 'surveyFrom'],
  ['sampling', 'samplingFrom'],
  ['lab', 'testFrom'],
] as const;

/**
 * Plays the publication after the archive is closed: the product's proposal, photographs without faces, and a copy of
 * the report.
 */
export async function playPublication(actors: DemoActors, projectId: number, publishedOn: string): Promise<void> {
  actors.at(`${publishedOn} 09:40:00`);
  const { id } = await actors.ask<{ id: number }>('reporter', 'GET', `api/report/of/${projectId}`);
  const report = await actors.ask<AnyRow>('reporter', 'GET', `api/report/${id}`);
  const { draft } = await actors.ask<PublicationProposal>('reporter', 'GET', `api/report/publication/${id}`);
  const keepPicture = pictureKeeper(actors.services, actors.services.database.orm, Number(report.organizationId));
  const publishedScenes: PublicationScene[] = [];
  for (const [name, day] of pictureScenes) {
    const [caption, activity] = sceneCaptions[name];
    publishedScenes.push({ picture: await keepPicture(name), caption, activity, takenOn: draft[day] ?? null });
  }
  await actors.ask('reporter', 'PUT', 'api/report/publish', { id, draft, scenes: publishedScenes, withReport: true });
}
