import { eq, inArray } from 'drizzle-orm';
import { type AnyRow, type Entity, fieldOf } from '@contract/entity';
import { returnedTexts } from '@contract/workflow/returnedWork';
import type { TellReturned } from '@server/crud/resource';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { projectTable, userTable } from '@server/db/schema';
import { nameOnPaper } from '@server/signing/signRows';
import { pushMessage, storeMessage } from './systemMessage';

/**
 * Returns what the notice calls a returned row: its label with its own number or, where its title is no number, such
 * as the standard of a plan, with the number of its project.
 */
async function nameOfReturnedRow(tx: Orm, entity: Entity, row: AnyRow): Promise<string> {
  const hasNumber = /(No|[cC]ode)$/.test(entity.titleField);
  const ofProject = fieldOf(entity, 'project')?.kind === 'ref' && typeof row['project'] === 'number';
  if (hasNumber || !ofProject) return `${entity.label}${String(row[entity.titleField] ?? '')}`;
  const [project] = await tx
    .select({ code: projectTable.code })
    .from(projectTable)
    .where(eq(projectTable.id, Number(row['project'])));
  return `${entity.label}${project?.code ?? ''}`;
}

/** Notifies the people to whom a row was returned: who returned it, and why. */
export const tellReturned: TellReturned = async (services, tx, call, returnedRow) => {
  const { entity, row, people, move, reason } = returnedRow;
  if (!people.length) return () => Promise.resolve();
  const receivers = await tx
    .select({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .where(inArray(userTable.id, [...people]));
  if (!receivers.length) return () => Promise.resolve();
  const subject = returnedRow.what ?? (await nameOfReturnedRow(tx, entity, row));
  const id = await storeMessage(services, tx, call, {
    title: returnedTexts.title(subject),
    text: (returnedRow.what === undefined ? returnedTexts.text : returnedTexts.textOfThings)(
      subject,
      await nameOnPaper(tx, call.viewer.user),
      move,
      reason,
    ),
    priority: '1',
    organizationId: row.organizationId,
    people: receivers,
  });
  return () =>
    pushMessage(
      services,
      receivers.map((person) => person.id),
      id,
    );
};
