import { and, asc, eq, isNull } from 'drizzle-orm';
import {
  type ObligationDone,
  obligationTexts,
  type ReportObligations,
} from '@contract/features/customers/enterprise/clientMatters';
import { reportObligations, exceedancesOf } from '@contract/features/customers/enterprise/reportObligations';
import { exceedanceRemedy } from '@contract/features/customers/entities/exceedanceRemedy';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { exceedanceRemedyTable, type reportTable } from '@server/db/schema';
import { frozenContent } from '@server/features/reports/movedReport';
import { invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

type StoredReport = Pick<typeof reportTable.$inferSelect, 'id' | 'organizationId' | 'reportNo'>;

/** Returns the exceedances in a report and the obligations that follow from them by law, with the actions taken. */
export async function obligationsOfReport(orm: Orm, report: StoredReport): Promise<ReportObligations> {
  const content = await frozenContent(orm, report.id);
  const foundExceedances = content ? exceedancesOf(content.results) : [];
  const remedyTable = exceedanceRemedyTable;
  const rows = await orm
    .select()
    .from(remedyTable)
    .where(and(eq(remedyTable.report, report.id), isNull(remedyTable.deleteTime)))
    .orderBy(asc(remedyTable.id));
  const doneOf = new Map(
    rows.map(({ itemKey, doneOn, measure, person }): [string, ObligationDone] => [
      itemKey,
      { doneOn, measure, person: person ?? '' },
    ]),
  );
  return {
    exceedances: foundExceedances.map((exceedance) => ({ ...exceedance, done: doneOf.get(exceedance.key) ?? null })),
    duties: reportObligations
      .filter(({ exceeded }) => !exceeded || foundExceedances.length > 0)
      .map((obligation) => ({ ...obligation, done: doneOf.get(obligation.key) ?? null })),
  };
}

interface DoneObligation {
  readonly key: string;
  readonly doneOn: string;
  readonly measure: string;
}

/**
 * Stores that an exceedance or an obligation is dealt with, in place of an earlier entry.
 * @throws Refusal 400 for an invalid entry, 404 for an unknown exceedance or obligation
 */
export async function markObligationDone(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  report: StoredReport,
  { key, doneOn, measure }: DoneObligation,
): Promise<void> {
  const { exceedances, duties: obligations } = await obligationsOfReport(tx, report);
  if (![...exceedances, ...obligations].some((item) => item.key === key)) throw notFound(obligationTexts.unknown);
  if (doneOn > formatDay(services.now(), services.env.zone))
    throw invalid([{ field: 'doneOn', message: obligationTexts.future }]);
  const remedyTable = exceedanceRemedyTable;
  const time = services.now();
  const { id: userId, nickName: person } = call.viewer.user;
  await tx
    .update(remedyTable)
    .set({ deleteTime: time, deleteBy: userId })
    .where(and(eq(remedyTable.report, report.id), eq(remedyTable.itemKey, key), isNull(remedyTable.deleteTime)));
  const values = {
    report: report.id,
    itemKey: key,
    doneOn,
    measure,
    person,
    organizationId: report.organizationId,
    ...pinyinOf(key),
    createBy: userId,
    createTime: time,
    updateBy: userId,
    updateTime: time,
  };
  const [insertedRow] = await tx.insert(remedyTable).values(values).returning({ id: remedyTable.id });
  await recordAudit(tx, actorOf(call), [
    {
      action: 'add',
      entity: exceedanceRemedy,
      entityId: insertedRow?.id ?? null,
      title: report.reportNo,
      organizationId: report.organizationId,
      after: { itemKey: key, doneOn, measure },
    },
  ]);
}
