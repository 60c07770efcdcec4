import { contractReviewTable, incomingSampleTable, labSheetTable, projectTable } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import type { reportBench } from './reportBench';
import type { TestServer } from './server';

/** An issued report of samples that a client brought, with all that its archive needs. */
export async function wholeArchive({ database: { orm } }: Pick<TestServer, 'database'>, bench: Awaited<ReturnType<typeof reportBench>>) {
  const made = await bench.issued();
  const { id } = made.project;
  await orm.update(projectTable).set({ incoming: true }).where(eq(projectTable.id, id));
  await orm.insert(contractReviewTable).values({ project: id, conclusion: '同意承接', organizationId: bench.home });
  const [sheet] = await orm.select({ hazard: labSheetTable.hazard }).from(labSheetTable).where(eq(labSheetTable.project, id));
  await orm.insert(incomingSampleTable).values({ project: id, clientSampleNo: 'W-01', sampleName: '活性炭管', sampleKind: 'sample', condition: 'intact', hazard: sheet?.hazard ?? 0, state: 'received', organizationId: bench.home });
  return made;
}
