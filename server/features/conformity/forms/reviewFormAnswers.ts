import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { workingDays } from '@contract/arithmetic/numbers/dayCounts';
import { calibrationState } from '@contract/features/equipment/equipmentRules';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import {
  accreditedItemTable,
  dutyAuthorisationTable,
  equipmentTable,
  organizationTable,
  projectTable,
  projectTeamTable,
  reportTable,
  userTable,
} from '@server/db/schema';
import { workCalendar } from '@server/features/projects/workCalendar';
import type { Services } from '@server/services';

// Answers of the program in a contract review (GBZ 331-2024 8.2.1, N.1 b): licence, scope, people, instruments and
// time, on the days of the project.

type StoredProject = typeof projectTable.$inferSelect;
type FormAnswers = Record<string, string>;

/** Maximum number of names in an answer; the total is always stated. */
const maxNames = 5;
const nameList = (names: readonly string[]): string =>
  names.length > maxNames ? `${names.slice(0, maxNames).join('、')}等${names.length}` : names.join('、');

async function licenceAnswer(orm: Orm, { organizationId }: StoredProject, endDay: string): Promise<string> {
  if (organizationId === null) return '项目不属于任何机构';
  const [row] = await orm
    .select({ no: organizationTable.qualification, until: organizationTable.qualifiedUntil })
    .from(organizationTable)
    .where(eq(organizationTable.id, organizationId));
  if (!row?.no) return '机构没有登记资质证书编号，请在机构管理中填写';
  if (!row.until) return `${row.no}，没有登记有效期`;
  return row.until < endDay
    ? `${row.no}于${row.until}到期，早于项目完成日${endDay}`
    : `${row.no}，有效期至${row.until}，覆盖项目期间`;
}

/** Names of a contract's hazards by the accredited scope on a day; null without an annex. */
type ContractScopeOf = (
  orm: Orm,
  project: StoredProject,
  day: string,
) => Promise<{ readonly accreditedHazards: readonly string[]; readonly otherHazards: readonly string[] } | null>;

async function scopeAnswer(orm: Orm, project: StoredProject, day: string, scopeOf: ContractScopeOf): Promise<string> {
  const { organizationId } = project;
  const rows = await orm
    .select({ until: accreditedItemTable.validUntil })
    .from(accreditedItemTable)
    .where(and(eq(accreditedItemTable.organizationId, organizationId ?? 0), isNull(accreditedItemTable.deleteTime)));
  const valid = rows.filter(({ until }) => until === null || until >= day).length;
  if (!rows.length) return '没有导入资质认定能力附表，方案提交时不能核对项目';
  const { accreditedHazards = [], otherHazards = [] } = (await scopeOf(orm, project, day)) ?? {};
  return [
    `能力附表在${day}有效的项目${valid}个${valid < rows.length ? `，已失效${rows.length - valid}个` : ''}`,
    ...(accreditedHazards.length ? [`在附表内：${accreditedHazards.join('、')}`] : []),
    ...(otherHazards.length ? [`不在附表内或已过期：${otherHazards.join('、')}`] : []),
    '方案提交时逐项核对',
  ].join('；');
}

async function peopleAnswer(orm: Orm, project: StoredProject, from: string, endDay: string): Promise<string> {
  const team = await orm
    .select({ id: userTable.id, name: userTable.nickName, certUntil: userTable.certUntil })
    .from(projectTeamTable)
    .innerJoin(userTable, eq(userTable.id, projectTeamTable.targetId))
    .where(eq(projectTeamTable.ownerId, project.id));
  if (!team.length) return '项目没有指定项目组成员';
  const ids = team.map(({ id }) => id);
  const authorised = new Set(
    (
      await orm
        .select({ person: dutyAuthorisationTable.person })
        .from(dutyAuthorisationTable)
        .where(
          and(
            inArray(dutyAuthorisationTable.person, ids),
            lte(dutyAuthorisationTable.validFrom, from),
            gte(dutyAuthorisationTable.validUntil, endDay),
            isNull(dutyAuthorisationTable.deleteTime),
          ),
        )
    ).map(({ person }) => person),
  );
  const busyPeople = await orm
    .selectDistinct({ person: projectTeamTable.targetId })
    .from(projectTeamTable)
    .innerJoin(projectTable, eq(projectTable.id, projectTeamTable.ownerId))
    .where(
      and(
        inArray(projectTeamTable.targetId, ids),
        ne(projectTable.id, project.id),
        notInArray(projectTable.stage, ['archived', 'published', 'terminated']),
        lte(projectTable.plannedOn, endDay),
        or(isNull(projectTable.dueOn), gte(projectTable.dueOn, from)),
        isNull(projectTable.deleteTime),
      ),
    );
  const busyPersons = new Set(busyPeople.map(({ person }) => person));
  const names = (matches: (one: (typeof team)[number]) => boolean) => team.filter(matches).map(({ name }) => name);
  const [unauthorisedNames, expiredCertificates, busyNames] = [
    names(({ id }) => !authorised.has(id)),
    names(({ certUntil }) => certUntil !== null && certUntil < endDay),
    names(({ id }) => busyPersons.has(id)),
  ];
  return [
    `项目组${team.length}人`,
    unauthorisedNames.length
      ? `没有覆盖项目期间的岗位授权：${nameList(unauthorisedNames)}`
      : '均有覆盖项目期间的岗位授权',
    ...(expiredCertificates.length ? [`技术人员证书在项目期间到期：${nameList(expiredCertificates)}`] : []),
    busyNames.length ? `同期另有项目：${nameList(busyNames)}` : '同期没有其他项目',
  ].join('；');
}

async function instrumentsAnswer(orm: Orm, { organizationId }: StoredProject, endDay: string): Promise<string> {
  const rows = await orm
    .select({
      no: equipmentTable.eqpNo,
      calibrationKind: equipmentTable.calibrationKind,
      calibrationDue: equipmentTable.calibrationDue,
    })
    .from(equipmentTable)
    .where(
      and(
        eq(equipmentTable.organizationId, organizationId ?? 0),
        notInArray(equipmentTable.status, ['stopped', 'scrapped']),
        isNull(equipmentTable.deleteTime),
      ),
    );
  const expiredNumbers = rows
    .filter((row) => ['expired', 'missing'].includes(calibrationState(row, endDay)))
    .map(({ no }) => no);
  if (!rows.length) return '没有在用仪器';
  return `在用仪器${rows.length}台，${expiredNumbers.length ? `到${endDay}检定校准过期或没有有效期的${expiredNumbers.length}台：${nameList(expiredNumbers)}` : `检定校准到${endDay}均有效`}`;
}

/** Returns the median of whole numbers; null without numbers. */
function medianOf(numbers: readonly number[]): number | null {
  const sortedNumbers = [...numbers].sort((a, b) => a - b);
  return sortedNumbers[Math.floor(sortedNumbers.length / 2)] ?? null;
}

async function timeAnswer(orm: Orm, project: StoredProject, from: string): Promise<string> {
  const calendar = await workCalendar(orm, project.organizationId);
  const finishedProjects = await orm
    .select({ from: projectTable.contractOn, until: reportTable.issuedOn })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(
      and(
        eq(projectTable.organizationId, project.organizationId ?? 0),
        eq(projectTable.type, project.type),
        sql`${reportTable.issuedOn} is not null and ${projectTable.contractOn} is not null`,
        lt(projectTable.contractOn, reportTable.issuedOn),
        isNull(reportTable.deleteTime),
      ),
    )
    .orderBy(desc(reportTable.id))
    .limit(50);
  const medianDays = medianOf(
    finishedProjects.map((finishedProject) =>
      workingDays(String(finishedProject.from), String(finishedProject.until), calendar),
    ),
  );
  const givenDays = project.dueOn ? workingDays(from, project.dueOn, calendar) : null;
  const usualText = medianDays === null ? '没有同类项目可比' : `同类项目从合同到签发的中位数为${medianDays}个工作日`;
  if (givenDays === null) return `没有填写计划完成日期；${usualText}`;
  return `给定${givenDays}个工作日；${usualText}${medianDays !== null && givenDays < medianDays ? '，工期不足' : ''}`;
}

/**
 * Answers the questions of a contract review as far as the stored rows decide them.
 * @param scopeOf accredited scope of a contract, which another subject knows
 * @returns texts by question
 */
export async function reviewFormAnswers(
  { now, env }: Services,
  orm: Orm,
  projectId: number,
  scopeOf: ContractScopeOf,
): Promise<FormAnswers> {
  const [project] = await orm.select().from(projectTable).where(eq(projectTable.id, projectId));
  if (!project) return {};
  const from = project.plannedOn ?? formatDay(now(), env.zone);
  const endDay = project.dueOn ?? from;
  return {
    资质证书: await licenceAnswer(orm, project, endDay),
    检测能力: await scopeAnswer(orm, project, from, scopeOf),
    人员: await peopleAnswer(orm, project, from, endDay),
    仪器设备: await instrumentsAnswer(orm, project, endDay),
    工期: await timeAnswer(orm, project, from),
  };
}
