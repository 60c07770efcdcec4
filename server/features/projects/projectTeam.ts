import { eq } from 'drizzle-orm';
import { projectTexts } from '@contract/features/projects/projectTexts';
import type { Orm } from '@server/db/orm';
import { projectTable, projectTeamTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

/** Returns the ids of a project's people (项目组): its leader and its team. */
async function projectPeople(orm: Orm, projectId: number): Promise<ReadonlySet<number>> {
  const leaders = await orm
    .select({ id: projectTable.leader })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  const team = await orm
    .select({ id: projectTeamTable.targetId })
    .from(projectTeamTable)
    .where(eq(projectTeamTable.ownerId, projectId));
  return new Set([...leaders, ...team].flatMap(({ id }) => id ?? []));
}

/**
 * Requires that a person does not belong to the people of a project (GBZ 331-2024 8.2.6.1).
 * @param label what the person signs as, e.g. 项目组外审核人
 * @throws Refusal 409 `inTeam`
 */
export async function assertOutsideTeam(
  orm: Orm,
  projectId: number,
  { user, label }: { readonly user: { readonly id: number; readonly nickName: string }; readonly label: string },
): Promise<void> {
  const people = await projectPeople(orm, projectId);
  if (people.has(user.id)) throw conflict(projectTexts.inTeam(user.nickName, label), 'inTeam');
}
