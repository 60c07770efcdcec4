import { and, eq, isNull } from 'drizzle-orm';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, projectTable, userTable, userUnitsTable } from '@server/db/schema';
import { storeMessage } from '@server/features/notices/systemMessage';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

// Clients are separate recipients: messages for staff never reach them, and messages for clients reach only their own
// unit.

interface ClientMessage {
  readonly title: string;
  readonly text: string;
}

export interface ClientProject {
  readonly id: number;
  readonly code: string;
  readonly unit: number;
  readonly unitName: string;
  readonly organizationId: number | null;
  readonly leader: number | null;
  readonly createBy: number | null;
}

/**
 * Returns a project with its unit, for messages to its client; undefined for an unknown id or a project without a unit.
 * A deleted project is returned too.
 */
export async function clientProject(orm: Orm, id: number): Promise<ClientProject | undefined> {
  const [projectRow] = await orm
    .select({
      id: projectTable.id,
      code: projectTable.code,
      unit: inspectUnitTable.id,
      unitName: inspectUnitTable.unitName,
      organizationId: projectTable.organizationId,
      leader: projectTable.leader,
      createBy: projectTable.createBy,
    })
    .from(projectTable)
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(eq(projectTable.id, id));
  return projectRow && { ...projectRow, code: projectRow.code ?? '' };
}

/**
 * Sends a message with mail to the enterprise users of a project's unit, in the transaction of its subject. Does
 * nothing if the unit has no account.
 * @param priority 1 is mailed to everybody who has not disabled it
 */
export async function tellClients(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  projectId: number,
  message: ClientMessage,
  priority: '1' | '2' = '1',
): Promise<void> {
  const projectRow = await clientProject(tx, projectId);
  if (!projectRow) return;
  const sameOrganization =
    projectRow.organizationId === null
      ? isNull(userTable.organizationId)
      : eq(userTable.organizationId, projectRow.organizationId);
  const people = await tx
    .select({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .innerJoin(userUnitsTable, eq(userUnitsTable.ownerId, userTable.id))
    .where(
      and(
        eq(userUnitsTable.targetId, projectRow.unit),
        eq(userTable.isQy, true),
        eq(userTable.enabled, '1'),
        isNull(userTable.deleteTime),
        sameOrganization,
      ),
    )
    .orderBy(userTable.id);
  if (people.length)
    await storeMessage(services, tx, call, { ...message, priority, organizationId: projectRow.organizationId, people });
}

/**
 * Sends a message to the organization: to the project's leader, or to the person who created the project. Does nothing
 * if that person is deleted.
 */
export async function tellOrganization(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  project: ClientProject,
  message: ClientMessage,
): Promise<void> {
  const recipientId = project.leader ?? project.createBy;
  const [person] =
    recipientId === null
      ? []
      : await tx
          .select({ id: userTable.id, nickName: personName() })
          .from(userTable)
          .where(and(eq(userTable.id, recipientId), isNull(userTable.deleteTime), eq(userTable.isQy, false)));
  if (person)
    await storeMessage(services, tx, call, {
      ...message,
      priority: '1',
      organizationId: project.organizationId,
      people: [person],
    });
}
