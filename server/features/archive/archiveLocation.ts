import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { minRetentionYears, retainedUntil } from '@contract/features/projects/retentionYears';
import { actorOf, differenceOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { getRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { projectTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { idSchema } from '@server/http/bodySchemas';
import { invalid, stale } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { yearsOfProject } from './archiveMove';

const placeText = z.string().trim().max(50, '不能超过50个字').nullable();
/** Body of the call: shelf, box and years of retention. */
export const locationBody = z.object({
  id: idSchema,
  version: z.int(),
  shelfNo: placeText,
  boxNo: placeText,
  retainYears: z
    .int({ error: () => '保存年限应为整数' })
    .min(minRetentionYears, `保存年限不能少于${minRetentionYears}年`)
    .max(100, '保存年限不能超过100年')
    .nullable(),
});

/**
 * Stores the place of an archive and its retention period.
 * @throws Refusal 400 for fewer years than the rules require, or an end before the stored one; 404 for an unknown
 * project; 409 `stale`
 */
export async function setLocation(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<z.output<typeof locationBody>>,
): Promise<{ id: number }> {
  const { id, version, shelfNo, boxNo, retainYears } = call.body;
  const row = await projectOf(tx, registry, call, id, 'update');
  if (row.version !== version)
    throw stale(await getRow({ services, registry, resource: registry.named('project'), call }, id, tx));
  const rule = await yearsOfProject(tx, row, formatDay(services.now(), services.env.zone));
  const fault = (message: string) => invalid([{ field: 'retainYears', message }]);
  if (retainYears !== null && retainYears < rule) throw fault(archiveTexts.yearsTooFew(rule));
  const endOfRetention = row.archivedOn === null ? null : retainedUntil(row.archivedOn, retainYears ?? rule);
  if (endOfRetention !== null && row.retainUntil !== null && endOfRetention < row.retainUntil)
    throw fault(archiveTexts.yearsShorter(row.retainUntil));
  const after = { shelfNo: shelfNo || null, boxNo: boxNo || null, retainYears, retainUntil: endOfRetention };
  await tx
    .update(projectTable)
    .set({ ...after, version: row.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
    .where(eq(projectTable.id, id));
  const { before, after: changedValues } = differenceOf({ ...row }, after, Object.keys(after));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: projectEntity,
      entityId: id,
      title: row.code,
      organizationId: row.organizationId,
      before,
      after: changedValues,
    },
  ]);
  return { id };
}
