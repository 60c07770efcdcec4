import { and, eq, isNull, like, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { labCurvePointTable, labCurveTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { lockRows } from '@server/workflow/moveRows';
import { pointsOfCurve, refitCurve } from './curveFitting';
import { firstNumber, movedCurve, numberOfVersion } from './moves';

const copiedFields = (
  fields: Readonly<Record<string, { readonly readonly?: boolean }>>,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.readonly ? [] : [[name, row[name] ?? null]])),
  );

/** Copies the points of a curve into its new version. */
async function copyPoints(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  points: readonly (typeof labCurvePointTable.$inferSelect)[],
  newCurve: AnyRow,
  source: AnyRow,
) {
  if (points.length) {
    const userId = call.viewer.user.id;
    const ownPoints = await tx
      .insert(labCurvePointTable)
      .values(
        points.map((point) => ({
          ...(copiedFields(labCurvePoint.fields, point) as typeof point),
          curve: newCurve.id,
          organizationId: source.organizationId,
          createBy: userId,
          updateBy: userId,
        })),
      )
      .returning();
    await recordAudit(
      tx,
      actorOf(call),
      ownPoints.map((point) => ({
        action: 'copy' as const,
        entity: labCurvePoint,
        entityId: point.id,
        title: String(point.x),
        organizationId: point.organizationId,
        after: copiedFields(labCurvePoint.fields, point),
      })),
    );
    await refitCurve({ tx, call, services }, newCurve.id);
  }
}

/**
 * Creates the next draft of an approved curve, with its head and points. A curve has one draft at a time.
 * @throws Refusal 404, 409
 */
export async function newVersion(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<{ readonly id: number }>,
): Promise<AnyRow> {
  const [source] = await lockRows(movedCurve(registry), tx, call, [call.body.id]);
  if (source?.state !== 'approved' && source?.state !== 'retired') throw conflict(curveTexts.onlyChecked);
  const first = firstNumber(String(source.curveNo));
  // Two people may begin a version at once. The lock on the first number lets them wait for each other.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext(${`labCurve:${String(source.organizationId)}:${first}`}))`,
  );
  const curveRows = await tx
    .select({ no: labCurveTable.curveNo, state: labCurveTable.state, versionNo: labCurveTable.versionNo })
    .from(labCurveTable)
    .where(
      and(
        eq(labCurveTable.organizationId, Number(source.organizationId)),
        like(labCurveTable.curveNo, `${first}%`),
        isNull(labCurveTable.deleteTime),
      ),
    );
  const versions = curveRows.filter(({ no }) => firstNumber(String(no)) === first);
  const draft = versions.find(({ state }) => state === 'drafting' || state === 'awaitingApproval');
  if (draft) throw conflict(curveTexts.draftExists(String(draft.no)));
  const versionNo = Math.max(...versions.map((version) => version.versionNo ?? 1)) + 1;
  const resource = registry.named('labCurve');
  // The new version skips the checks that the first version passed, since nothing has changed yet.
  const fixedValues = {
    curveNo: numberOfVersion(first, versionNo),
    versionNo,
    previous: source.id,
    state: labCurveMachine.initial,
    accepted: false,
  };
  const newCurve = await insertRow(
    {
      services,
      registry,
      call,
      resource: { ...resource, policy: { ...resource.policy, beforeSave: async () => fixedValues } },
    },
    tx,
    copiedFields(labCurve.fields, source),
    { action: 'copy' },
    source.organizationId,
  );
  const points = await pointsOfCurve(tx, source.id);
  await copyPoints(services, tx, call, points, newCurve, source);
  return newCurve;
}
