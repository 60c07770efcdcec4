import { and, desc, eq, isNull } from 'drizzle-orm';
import type { FormContent } from '@contract/features/conformity/forms/serviceForm';
import { labelIn } from '@contract/print/paperHead';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { reportHandOutTable, reportTable } from '@server/db/schema';

/**
 * Returns the first answers of 报告发放登记表 (N.9) of a project: its newest hand-out, as the register has it.
 * @param zone time zone of the day of receipt
 */
export async function handOutContent(orm: Orm, projectId: number, zone: string): Promise<FormContent> {
  const table = reportHandOutTable;
  const [row] = await orm
    .select({
      reportNo: table.reportNo,
      receiver: table.receiver,
      copies: table.copies,
      controlNo: table.controlNo,
      way: table.way,
      courier: table.courier,
      receivedBy: table.receivedBy,
      receivedAt: table.receivedAt,
    })
    .from(table)
    .innerJoin(reportTable, eq(reportTable.id, table.report))
    .where(and(eq(reportTable.project, projectId), isNull(table.deleteTime)))
    .orderBy(desc(table.id))
    .limit(1);
  if (!row) return { tables: {} };
  const { receivedBy, receivedAt, way, ...answers } = row;
  const texts = {
    ...answers,
    way: labelIn('handOutWay', way),
    receipt: receivedAt === null ? null : `${receivedBy ?? ''}，${formatDay(receivedAt, zone)}`,
  };
  return {
    values: Object.fromEntries(
      Object.entries(texts).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)] as const])),
    ),
    tables: {},
  };
}
