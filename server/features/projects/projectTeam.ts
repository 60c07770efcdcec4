import { eq } from 'drizzle-orm';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { projectTable, projectTeamTable, userTable } from '@server/db/schema';
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

async function nameOf(orm: Orm, personId: number | null): Promise<string> {
  const [user] = await orm
    .select({ name: personName() })
    .from(userTable)
    .where(eq(userTable.id, personId ?? 0));
  return user?.name ?? '';
}

/** A signer of a paper: the printed label, and the part in the project that the person needs. */
interface ProjectSigner {
  readonly label: string;
  readonly part?: string;
}

/**
 * Requires that a person has the part in a project that a signature needs: `leader` is its leader, `outside` neither
 * its leader nor a member of its team (GBZ 331-2024 8.2.6.1). A leader does not sign in the place of another signer of
 * a paper that the leader signs later.
 * @throws Refusal 409
 */
export async function assertPart(
  orm: Orm,
  projectId: number,
  user: { readonly id: number; readonly nickName: string },
  { label, part }: ProjectSigner,
  later: readonly ProjectSigner[],
): Promise<void> {
  const leaderSigner = later.find((signer) => signer.part === 'leader');
  if (part !== 'leader' && part !== 'outside' && !leaderSigner) return;
  const { leader, team } = await projectPeople(orm, projectId);
  if (part === 'leader' && leader === null) throw conflict(projectTexts.noLeader(label), 'noLeader');
  if (part === 'leader' && leader !== user.id)
    throw conflict(projectTexts.notLeader(await nameOf(orm, leader), label), 'notLeader');
  if (part === 'outside' && (leader === user.id || team.includes(user.id)))
    throw conflict(projectTexts.inTeam(user.nickName, label), 'inTeam');
  if (leaderSigner && leader === user.id)
    throw conflict(projectTexts.signsLater(user.nickName, leaderSigner.label, label), 'signsLater');
}
