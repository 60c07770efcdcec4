import { and, inArray, isNull } from 'drizzle-orm';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { layoutOfSheet } from '@contract/features/laboratory/sheets/labWork';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labSheetRowTable, labSheetTable } from '@server/db/schema';
import { updateEach } from '@server/db/writeMany';
import type { Call } from '@server/http/route';
import { recalculateEach } from '../sheets/recalculate';
import type { StoredRun } from './readRun';

const solutionVolumeKey = 'solutionVolume';

/**
 * Writes the volume of the sample solution of a run into the rows of its records that have none yet. The caller has
 * locked the records.
 * @param recordIds ids of the records
 */
export async function fillSolutionVolumes(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { solutionVolume, runNo }: StoredRun,
  recordIds: readonly number[],
): Promise<void> {
  if (solutionVolume === null) return;
  const storedSheets = await tx
    .select()
    .from(labSheetTable)
    .where(inArray(labSheetTable.id, [...recordIds]));
  const sheetsWithVolume = storedSheets.flatMap(({ id, methodKind, layout, variant }) =>
    layoutOfSheet({ methodKind, layout, variant }).columns.includes(solutionVolumeKey) ? [id] : [],
  );
  if (!sheetsWithVolume.length) return;
  const rows = await tx
    .select()
    .from(labSheetRowTable)
    .where(and(inArray(labSheetRowTable.sheet, sheetsWithVolume), isNull(labSheetRowTable.deleteTime)));
  const rowsWithoutVolume = rows.filter(({ readings }) => !readings?.[solutionVolumeKey]);
  if (!rowsWithoutVolume.length) return;
  const changeMark = { updateBy: call.viewer.user.id, updateTime: services.now() };
  await updateEach(
    tx,
    labSheetRowTable,
    rowsWithoutVolume.map(({ id, readings, version }) => ({
      id,
      set: { readings: { ...readings, [solutionVolumeKey]: solutionVolume }, version: version + 1, ...changeMark },
    })),
  );
  await recordAudit(
    tx,
    actorOf(call),
    rowsWithoutVolume.map(({ id, sampleNo, organizationId }) => ({
      action: 'edit' as const,
      entity: labSheetRow,
      entityId: id,
      title: sampleNo,
      organizationId,
      before: { [solutionVolumeKey]: null },
      after: { [solutionVolumeKey]: solutionVolume },
      reason: runNo,
    })),
  );
  await recalculateEach(tx, sheetsWithVolume, null);
}
