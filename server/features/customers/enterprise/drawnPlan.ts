import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import { paperTexts } from '@contract/print/paperTexts';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows } from '@server/crud/presentRows';
import { samplePlanTable, type storedFileTable } from '@server/db/schema';
import type { ClientProject } from '@server/features/projects/clients/clientProject';
import { projectOf } from '@server/features/projects/projectStage';
import { paperOf } from '@server/features/records/recordPapers';
import { shownName } from '@server/files/fileName';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';

/**
 * Draws the approved plan of a project and stores the file, so that the client confirms an unchangeable content.
 * @returns the row of the file; the caller inserts it, or removes the content
 * @throws Refusal 409 `planNotApproved`
 */
export async function drawnPlan(
  context: CrudContext,
  call: Call<unknown>,
  { id: projectId, code }: ClientProject,
): Promise<typeof storedFileTable.$inferInsert & { readonly id: string }> {
  const { services, registry } = context;
  const { database, env, files, now } = services;
  const { orm } = database;
  const planTable = samplePlanTable;
  const [plan] = await orm
    .select({ state: planTable.state })
    .from(planTable)
    .where(and(eq(planTable.project, projectId), isNull(planTable.deleteTime)));
  if (plan?.state !== 'approved') throw conflict(matterTexts.planNotApproved, 'planNotApproved');
  const storedProject = await projectOf(orm, registry, call, projectId);
  const [row] = await presentRows(orm, registry, registry.named('project'), [storedProject], env.zone);
  const { document } = await paperOf({ context, orm, call, project: row as AnyRow }, 'plan', false);
  const bytes = await makePdf(document, document.agency ?? '');
  const id = randomUUID();
  await files.put(id, bytes);
  return {
    id,
    organizationId: storedProject.organizationId,
    name: shownName(`${paperTexts.titles.plan}-${code}.pdf`),
    mime: 'application/pdf',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fileClass: 'document',
    createBy: call.viewer.user.id,
    createTime: now(),
  };
}
