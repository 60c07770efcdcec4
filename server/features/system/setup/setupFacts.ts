import { and, count, countDistinct, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { organization } from '@contract/features/system/entities/organization';
import { setupDuties, type SetupKey, type SetupLine, setupTexts } from '@contract/features/system/setupChecklist';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import {
  equipmentTable,
  jobRunTable,
  labMethodTable,
  menuTable,
  methodAuthorisationTable,
  numberSeriesTable,
  organizationTable,
  projectTable,
  reagentTable,
  roleMenusTable,
  roleTable,
  standardTable,
  userRolesTable,
  userTable,
} from '@server/db/schema';
import { usedMailServer } from '@server/features/notices/mail/mailSettings';
import { projectTypesOf } from '@server/features/system/organizations/organizationNumbers';
import type { Services } from '@server/services';

type SetupLineFacts = Omit<SetupLine, 'key'>;

/** Fields of an organization that a report or its verification page shows. */
const shownFields = ['creditCode', 'qualification', 'qualifiedUntil', 'phone', 'address', 'seal'] as const;

const pageLink = (label: string, path: string) => ({ label, path });
const toOrganization = pageLink('机构管理', '/system/organization');

async function organizationLine(orm: Orm, organizationId: number | null): Promise<SetupLineFacts> {
  const [row] =
    organizationId === null
      ? []
      : await orm.select().from(organizationTable).where(eq(organizationTable.id, organizationId));
  if (!row) return { state: 'open', facts: [setupTexts.noOrganization], ways: [toOrganization] };
  const missingFields = shownFields.filter((name) => !row[name]).map((name) => organization.fields[name].label);
  return {
    state: missingFields.length ? 'open' : 'done',
    facts: [row.name, missingFields.length ? setupTexts.lacks(missingFields) : setupTexts.complete],
    ways: [toOrganization],
  };
}

async function addressLine(
  services: Services,
  orm: Orm,
  organizationId: number | null,
  runsServer: boolean,
): Promise<SetupLineFacts> {
  const { env } = services;
  const [row] =
    organizationId === null
      ? []
      : await orm
          .select({ publicUrl: organizationTable.publicUrl })
          .from(organizationTable)
          .where(eq(organizationTable.id, organizationId));
  const mail = await usedMailServer(services);
  const address = env.publicUrl
    ? setupTexts.addressByServer(env.publicUrl)
    : row?.publicUrl
      ? setupTexts.address(row.publicUrl)
      : setupTexts.noAddress;
  // Nobody may see the user name and the password of the mail server.
  const post = mail
    ? setupTexts[mail.byEnvironment ? 'mailByServer' : 'mail'](mail.address, mail.from)
    : setupTexts.noMail;
  return {
    state: env.publicUrl || row?.publicUrl ? 'done' : 'open',
    facts: [address, post],
    ways: [
      ...(env.publicUrl ? [] : [toOrganization]),
      ...(runsServer ? [pageLink(setupTexts.mailSettings, '/system/organization?mail=1')] : []),
    ],
  };
}

/** Returns the permissions that somebody in the organization has through a role. */
async function heldIn(orm: Orm, organizationId: number, permissions: readonly string[]): Promise<Set<string>> {
  const rows = await orm
    .selectDistinct({ permission: menuTable.permission })
    .from(userTable)
    .innerJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .innerJoin(roleTable, and(eq(roleTable.id, userRolesTable.targetId), isNull(roleTable.deleteTime)))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, and(eq(menuTable.id, roleMenusTable.targetId), isNull(menuTable.deleteTime)))
    .where(
      and(
        eq(userTable.organizationId, organizationId),
        eq(userTable.enabled, '1'),
        isNull(userTable.deleteTime),
        inArray(menuTable.permission, [...permissions]),
      ),
    );
  return new Set(rows.flatMap(({ permission }) => permission ?? []));
}

async function peopleLine(orm: Orm, organizationId: number): Promise<SetupLineFacts> {
  const [countRow] = await orm
    .select({ total: count() })
    .from(userTable)
    .where(
      and(
        eq(userTable.organizationId, organizationId),
        eq(userTable.enabled, '1'),
        eq(userTable.isQy, false),
        eq(userTable.isOutside, false),
        isNull(userTable.deleteTime),
      ),
    );
  const heldPermissions = await heldIn(
    orm,
    organizationId,
    setupDuties.map(({ permission }) => permission),
  );
  const vacantDuties = setupDuties.filter(({ permission }) => !heldPermissions.has(permission)).map(({ duty }) => duty);
  return {
    state: vacantDuties.length ? 'open' : 'done',
    facts: [
      setupTexts.people(countRow?.total ?? 0),
      vacantDuties.length ? setupTexts.noDuty(vacantDuties) : setupTexts.everyDuty,
    ],
    ways: [pageLink('用户管理', '/system/user'), pageLink('角色管理', '/system/role')],
  };
}

/** Project types whose codes become part of numbers: the organization's own, and the common ones beside them. */
async function codesLine(orm: Orm, organizationId: number): Promise<SetupLineFacts> {
  const types = await projectTypesOf(orm, organizationId);
  const hasOwnType = types.some((type) => type.organizationId !== null || type.createBy !== null);
  const [project] = await orm
    .select({ id: projectTable.id })
    .from(projectTable)
    .where(eq(projectTable.organizationId, organizationId))
    .limit(1);
  const shownTypes = types.filter(({ replacedBy }) => replacedBy === undefined);
  return {
    // Work that has begun shows that the organization uses the common codes.
    state: hasOwnType || project ? 'done' : 'open',
    facts: [
      setupTexts.codes(shownTypes.map(({ value, label, replaces = [] }) => setupTexts.codeOf(value, label, replaces))),
      ...(hasOwnType || project ? [] : [setupTexts.commonCodes]),
    ],
    ways: [pageLink('字典管理', '/system/dict')],
  };
}

async function resourcesLine(orm: Orm, organizationId: number): Promise<SetupLineFacts> {
  const kinds = [
    { label: '仪器设备', table: equipmentTable, path: '/resource/equipment' },
    { label: '标准物质', table: standardTable, path: '/resource/standards' },
    { label: '试剂', table: reagentTable, path: '/resource/reagents' },
  ] as const;
  const counts: number[] = [];
  for (const { table } of kinds) {
    const [countRow] = await orm
      .select({ total: count() })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isNull(table.deleteTime)));
    counts.push(countRow?.total ?? 0);
  }
  return {
    state: counts.every((total) => total > 0) ? 'done' : 'open',
    facts: kinds.map(({ label }, index) => setupTexts.counted(label, counts[index] ?? 0)),
    ways: kinds.map(({ label, path }) => pageLink(label, path)),
  };
}

async function methodsLine(orm: Orm, organizationId: number): Promise<SetupLineFacts> {
  const [methods] = await orm
    .select({ total: count() })
    .from(labMethodTable)
    .where(
      and(
        isNull(labMethodTable.deleteTime),
        or(isNull(labMethodTable.organizationId), eq(labMethodTable.organizationId, organizationId)),
      ),
    );
  const [authorised] = await orm
    .select({ people: countDistinct(methodAuthorisationTable.person) })
    .from(methodAuthorisationTable)
    .where(
      and(eq(methodAuthorisationTable.organizationId, organizationId), isNull(methodAuthorisationTable.deleteTime)),
    );
  const people = authorised?.people ?? 0;
  return {
    state: people > 0 ? 'done' : 'open',
    facts: [
      setupTexts.methods(methods?.total ?? 0),
      people > 0 ? setupTexts.authorised(people) : setupTexts.noneAuthorised,
    ],
    ways: [pageLink('方法库', '/system/method'), pageLink('检测授权', '/system/user')],
  };
}

async function numbersLine(orm: Orm, organizationId: number): Promise<SetupLineFacts> {
  const [usedNumber] = await orm
    .select({ series: numberSeriesTable.series })
    .from(numberSeriesTable)
    .where(and(eq(numberSeriesTable.organizationId, organizationId), ne(numberSeriesTable.last, 0)))
    .limit(1);
  return {
    state: usedNumber ? 'done' : 'open',
    facts: [usedNumber ? setupTexts.numbersUsed : setupTexts.numbersNew],
    ways: [toOrganization],
  };
}

async function backupLine({ env }: Services, orm: Orm): Promise<SetupLineFacts> {
  if (!env.backupDir) return { state: 'outside', facts: [setupTexts.noBackup], ways: [] };
  const [last] = await orm
    .select({ endedAt: jobRunTable.endedAt })
    .from(jobRunTable)
    .where(
      and(eq(jobRunTable.jobKey, 'backup'), eq(jobRunTable.outcome, 'done'), sql`${jobRunTable.endedAt} is not null`),
    )
    .orderBy(desc(jobRunTable.endedAt))
    .limit(1);
  return {
    state: last ? 'done' : 'open',
    facts: [
      setupTexts.backupByServer(env.backupDir, env.backupAt),
      last?.endedAt ? setupTexts.backupDone(formatMoment(last.endedAt, env.zone)) : setupTexts.noBackupYet,
    ],
    ways: [pageLink('定时任务', '/system/job')],
  };
}

/**
 * Returns the lines of the set-up list with their states, computed from the rows of the organization.
 * @param organizationId null if there is no organization yet
 * @param runsServer true for the platform administrator, who may see the settings of the server
 */
export async function setupLines(
  services: Services,
  organizationId: number | null,
  runsServer: boolean,
): Promise<SetupLine[]> {
  const { orm } = services.database;
  const pendingLine: SetupLineFacts = { state: 'open', facts: [setupTexts.noOrganization], ways: [] };
  const lineFor = (line: (orm: Orm, id: number) => Promise<SetupLineFacts>) =>
    organizationId === null ? Promise.resolve(pendingLine) : line(orm, organizationId);
  const lines: [SetupKey, SetupLineFacts][] = [
    ['organization', await organizationLine(orm, organizationId)],
    ['address', await addressLine(services, orm, organizationId, runsServer)],
    ['codes', await lineFor(codesLine)],
    ['people', await lineFor(peopleLine)],
    ['resources', await lineFor(resourcesLine)],
    ['methods', await lineFor(methodsLine)],
    ['numbers', await lineFor(numbersLine)],
    ...(runsServer ? ([['backup', await backupLine(services, orm)]] as [SetupKey, SetupLineFacts][]) : []),
  ];
  return lines.map(([key, line]) => ({ key, ...line }));
}
