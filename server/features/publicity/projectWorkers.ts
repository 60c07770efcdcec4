import { and, eq, isNotNull } from 'drizzle-orm';
import { workerNames } from '@contract/features/publicity/publicNames';
import type { Orm } from '@server/db/orm';
import { sampleTable } from '@server/db/schema';

/** Returns the workers sampled in a project, from the notes of its samples; empty without a project. */
export async function workersOfProject(orm: Orm, projectId: number | null): Promise<string[]> {
  if (projectId === null) return [];
  const samples = sampleTable;
  const rows = await orm
    .selectDistinct({ person: samples.person, workshop: samples.workshop, place: samples.place })
    .from(samples)
    .where(and(eq(samples.project, projectId), isNotNull(samples.person)));
  return workerNames(
    rows.map(({ person }) => person),
    rows.flatMap(({ workshop, place }) => [workshop, place]),
  );
}
