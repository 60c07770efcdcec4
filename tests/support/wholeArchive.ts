import { eq } from 'drizzle-orm';
import {
  archiveReasonTable,
  contractReviewTable,
  incomingSampleTable,
  labSheetTable,
  projectTable,
} from '@server/db/schema';
import type { reportBench } from './reportBench';
import type { TestServer } from './server';

/** Creates an issued report of incoming samples with everything that its archive needs. */
export async function wholeArchive(
  { database: { orm } }: Pick<TestServer, 'database'>,
  bench: Awaited<ReturnType<typeof reportBench>>,
) {
  const made = await bench.issued();
  const { id } = made.project;
  await orm.update(projectTable).set({ incoming: true }).where(eq(projectTable.id, id));
  const [sheetOf] = await orm.select({ id: labSheetTable.id }).from(labSheetTable).where(eq(labSheetTable.project, id));
  const set = { reason: '工作站数据损坏，无法导出', personName: '质控员', time: new Date() };
  await orm.insert(archiveReasonTable).values({ projectId: id, key: `raw-${sheetOf?.id ?? 0}`, ...set });
  await orm.insert(contractReviewTable).values({ project: id, conclusion: '同意承接', organizationId: bench.home });
  const [sheet] = await orm
    .select({ hazard: labSheetTable.hazard })
    .from(labSheetTable)
    .where(eq(labSheetTable.project, id));
  await orm.insert(incomingSampleTable).values({
    project: id,
    clientSampleNo: 'W-01',
    sampleName: '活性炭管',
    sampleKind: 'sample',
    condition: 'intact',
    hazard: sheet?.hazard ?? 0,
    state: 'received',
    organizationId: bench.home,
  });
  return made;
}
