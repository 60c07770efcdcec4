import { and, eq, isNotNull } from 'drizzle-orm';
import { workerNames } from '@contract/features/publicity/publicNames';
import type { Orm } from '@server/db/orm';
import { sampleTable } from '@server/db/schema';

/** Workers whom a project sampled, by what was noted of its samples; of none where there is no project. */
export async function workersOfProject(orm: Orm, project: number | null): Promise<string[]> {
  if (project === null) return [];
  const of = sampleTable;
  const rows = await orm
    .selectDistinct({ person: of.person, workshop: of.workshop, place: of.place })
    .from(of)
    .where(and(eq(of.project, project), isNotNull(of.person)));
  return workerNames(
    rows.map(({ person }) => person),
    rows.flatMap(({ workshop, place }) => [workshop, place]),
  );
}
