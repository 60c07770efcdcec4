import { and, asc, eq, isNull } from 'drizzle-orm';
import { duties, exceedancesOf } from '@contract/features/customers/enterprise/duties';
import { type DutyDone, dutyTexts, type ReportDuties } from '@contract/features/customers/enterprise/matters';
import { exceedanceRemedy } from '@contract/features/customers/entities/exceedanceRemedy';
import { actorOf, recordAudit } from '@server/audit/trail';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { exceedanceRemedyTable, type reportTable } from '@server/db/schema';
import { frozenContent } from '@server/features/reports/movedReport';
import { invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

type Report = Pick<typeof reportTable.$inferSelect, 'id' | 'organizationId' | 'reportNo'>;

/** Returns the exceedances in a report and the duties that the law derives from them, with the actions taken. */
export async function dutiesOf(orm: Orm, report: Report): Promise<ReportDuties> {
  const content = await frozenContent(orm, report.id);
  const found = content ? exceedancesOf(content.results) : [];
  const of = exceedanceRemedyTable;
  const rows = await orm
    .select()
    .from(of)
    .where(and(eq(of.report, report.id), isNull(of.deleteTime)))
    .orderBy(asc(of.id));
  const doneOf = new Map(
    rows.map(({ itemKey, doneOn, measure, person }): [string, DutyDone] => [
      itemKey,
      { doneOn, measure, person: person ?? '' },
    ]),
  );
  return {
    exceedances: found.map((one) => ({ ...one, done: doneOf.get(one.key) ?? null })),
    duties: duties
      .filter(({ exceeded }) => !exceeded || found.length > 0)
      .map((one) => ({ ...one, done: doneOf.get(one.key) ?? null })),
  };
}

interface Ticked {
  readonly key: string;
  readonly doneOn: string;
  readonly measure: string;
}

/**
 * Ticks a line or a duty off, in place of an earlier entry.
 * @throws Refusal 400 for an invalid entry, 404 for an unknown line or duty
 */
export async function tickOff(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  report: Report,
  { key, doneOn, measure }: Ticked,
): Promise<void> {
  const { exceedances, duties: asked } = await dutiesOf(tx, report);
  if (![...exceedances, ...asked].some((one) => one.key === key)) throw notFound(dutyTexts.unknown);
  if (doneOn > formatDay(services.now(), services.env.zone))
    throw invalid([{ field: 'doneOn', message: dutyTexts.future }]);
  const of = exceedanceRemedyTable;
  const time = services.now();
  const { id: by, nickName: person } = call.viewer.user;
  await tx
    .update(of)
    .set({ deleteTime: time, deleteBy: by })
    .where(and(eq(of.report, report.id), eq(of.itemKey, key), isNull(of.deleteTime)));
  const values = {
    report: report.id,
    itemKey: key,
    doneOn,
    measure,
    person,
    organizationId: report.organizationId,
    ...pinyinOf(key),
    createBy: by,
    createTime: time,
    updateBy: by,
    updateTime: time,
  };
  const [made] = await tx.insert(of).values(values).returning({ id: of.id });
  await recordAudit(tx, actorOf(call), [
    {
      action: 'add',
      entity: exceedanceRemedy,
      entityId: made?.id ?? null,
      title: report.reportNo,
      organizationId: report.organizationId,
      after: { itemKey: key, doneOn, measure },
    },
  ]);
}
