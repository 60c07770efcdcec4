import { and, eq, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { reportHandOut } from '@contract/features/reports/entities/reportHandOut';
import { handOutTexts, type Receipt } from '@contract/features/reports/handOut/handOutTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import { organizationTable, reportHandOutTable, reportTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';

const codePattern = /^[\w-]{20,40}$/;
const handOutTable = reportHandOutTable;

/**
 * Returns the data that a person with the link signs for.
 * @throws Refusal 404 for an unknown code or a deleted hand-out
 */
export async function receiptOf(
  { database: { orm }, env }: Services,
  code: string,
): Promise<Receipt & { readonly organizationId: number | null }> {
  const [handOut] = codePattern.test(code)
    ? await orm
        .select({
          organizationId: handOutTable.organizationId,
          reportNo: handOutTable.reportNo,
          copies: handOutTable.copies,
          times: handOutTable.times,
          way: handOutTable.way,
          courier: handOutTable.courier,
          receivedBy: handOutTable.receivedBy,
          receivedAt: handOutTable.receivedAt,
          title: reportTable.title,
          organizationName: organizationTable.name,
        })
        .from(handOutTable)
        .innerJoin(reportTable, eq(reportTable.id, handOutTable.report))
        .innerJoin(organizationTable, eq(organizationTable.id, handOutTable.organizationId))
        .where(and(eq(handOutTable.receiptCode, code), isNull(handOutTable.deleteTime)))
    : [];
  if (!handOut) throw notFound(handOutTexts.unknown);
  const { receivedAt, way, ...handOutValues } = handOut;
  return {
    ...handOutValues,
    reportNo: handOutValues.reportNo ?? '',
    copies: handOutValues.copies ?? 0,
    times: handOutValues.times ?? 1,
    way: fixedDictionaries.handOutWay.find(({ value }) => value === way)?.label ?? '',
    receivedAt: receivedAt ? formatMoment(receivedAt, env.zone) : null,
  };
}

/**
 * Signs the receipt of a report once: stores name and time, with an audit line.
 * @throws Refusal 404 for an unknown code, 409 if the receipt was signed already
 */
export async function signFor(
  services: Services,
  call: Call<unknown>,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<{ readonly name: string; readonly at: string }> {
  const now = services.now();
  await services.database.transaction(async (tx) => {
    const [row] = codePattern.test(code)
      ? await tx.select().from(handOutTable).where(eq(handOutTable.receiptCode, code)).for('update')
      : [];
    if (!row || row.deleteTime) throw notFound(handOutTexts.unknown);
    if (row.receivedAt) throw conflict(handOutTexts.already);
    await tx
      .update(handOutTable)
      .set({ receivedBy: name, receivedAt: now, updateTime: now, version: row.version + 1 })
      .where(eq(handOutTable.id, row.id));
    await recordAudit(tx, actorOf({ ...systemCall(handOutTexts.actor), ip: call.ip, requestId: call.requestId }), [
      {
        action: 'edit',
        entity: reportHandOut,
        entityId: row.id,
        title: row.reportNo ?? '',
        organizationId: row.organizationId,
        after: { receivedBy: name, receivedAt: formatMoment(now, services.env.zone) },
      },
    ]);
  });
  return { name, at: formatMoment(now, services.env.zone) };
}
