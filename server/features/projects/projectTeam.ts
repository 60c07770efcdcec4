import { eq } from 'drizzle-orm';
import { projectTexts } from '@contract/features/projects/projectTexts';
import type { Orm } from '@server/db/orm';
import { projectTable, projectTeamTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

/** People of a project (项目组). */
interface ProjectPeople {
  readonly leader: number | null;
  /** Ids of the team, in the order given on the project. */
  readonly team: readonly number[];
}

/** Returns leader and team of a project. */
export async function projectPeople(orm: Orm, projectId: number): Promise<ProjectPeople> {
  const [project] = await orm
    .select({ leader: projectTable.leader })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  const team = await orm
    .select({ id: projectTeamTable.targetId })
    .from(projectTeamTable)
    .where(eq(projectTeamTable.ownerId, projectId))
    .orderBy(projectTeamTable.position);
  return { leader: project?.leader ?? null, team: team.map(({ id }) => id) };
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
  const { leader, team } = await projectPeople(orm, projectId);
  if (leader === user.id || team.includes(user.id)) throw conflict(projectTexts.inTeam(user.nickName, label), 'inTeam');
}
