import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { openLoans } from '@contract/features/conformity/forms/archiveForms';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { loanTexts } from '@contract/features/conformity/forms/loanTexts';
import { formatDay } from '@server/base/zone';
import { recordBuiltInRows } from '@server/builtIn/builtInRows';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { builtInTable, serviceFormTable, userTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';

/** Returns the loans that are overdue and were not reminded of, by the register that has them. */
async function overdueLoans(tx: Orm, today: string) {
  const form = serviceFormTable;
  const registers = await tx
    .select({
      id: form.id,
      organizationId: form.organizationId,
      tables: form.tables,
      person: form.createBy,
      nickName: personName(),
    })
    .from(form)
    .innerJoin(userTable, eq(userTable.id, form.createBy))
    .where(
      and(
        eq(form.formKind, 'archiveLoans'),
        eq(form.state, 'drafting'),
        isNotNull(form.createBy),
        isNull(form.deleteTime),
        eq(userTable.enabled, '1'),
        isNull(userTable.deleteTime),
      ),
    )
    .orderBy(asc(form.id));
  const overdue = registers.map(({ tables, ...register }) => ({
    ...register,
    loans: openLoans((tables ?? {}) as FormTables)
      .filter(({ dueOn }) => dueOn < today)
      .map((loan) => ({ ...loan, key: `loan:${register.id}:${loan.id}:${loan.dueOn}` })),
  }));
  const keys = overdue.flatMap(({ loans }) => loans.map(({ key }) => key));
  if (!keys.length) return [];
  const sentReminders = await tx
    .select({ key: builtInTable.key })
    .from(builtInTable)
    .where(inArray(builtInTable.key, keys));
  const sentKeys = new Set(sentReminders.map(({ key }) => key));
  return overdue
    .map(({ loans, ...register }) => ({ ...register, loans: loans.filter(({ key }) => !sentKeys.has(key)) }))
    .filter(({ loans }) => loans.length > 0);
}

/**
 * Notifies whoever keeps a register of archive loans of archives that are not back on their day (GBZ 331-2024
 * I.1.1 d): once for each loan and due day.
 * @returns a sentence for the log; null without a notice
 */
export async function remindOfLoans(services: Services): Promise<string | null> {
  const today = formatDay(services.now(), services.env.zone);
  const sentMessages: { person: number; msgId: number }[] = [];
  const count = await services.database.transaction(async (tx) => {
    const registers = await overdueLoans(tx, today);
    for (const { organizationId, person, nickName, loans } of registers) {
      if (organizationId === null || person === null) continue;
      const msgId = await storeMessage(services, tx, systemCall(loanTexts.reminder), {
        title: loanTexts.title(loans.length),
        text: loanTexts.text(loans.map(({ borrower, content, dueOn }) => loanTexts.line(borrower, content, dueOn))),
        priority: '1',
        organizationId,
        people: [{ id: person, nickName: nickName ?? '' }],
      });
      sentMessages.push({ person, msgId });
    }
    const loans = registers.flatMap((register) => register.loans.map(({ key }) => ({ key, rowId: register.id })));
    await recordBuiltInRows(tx, new Map(), loans);
    return loans.length;
  });
  for (const { person, msgId } of sentMessages) await pushMessage(services, [person], msgId);
  return count ? loanTexts.reminded(count) : null;
}
