import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { checkDraft } from '@contract/schema';
import { registry } from '@server/app/resources';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay, parseMoment } from '@server/base/zone';
import { type BuiltInIds, recordBuiltInRows } from '@server/builtIn/builtInRows';
import { insertMany } from '@server/builtIn/insertMany';
import { keyOfRole } from '@server/builtIn/roles';
import { insertRow, insertRows } from '@server/crud/operations';
import { safeRichText } from '@server/crud/safeRichText';
import type { Orm } from '@server/db/orm';
import { announcementSendTable, projectTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { addAccreditedScope } from './accreditedScope';
import { addLayouts } from './addLayouts';
import { addRooms } from './addRooms';
import { addStaffFiles } from './addStaffFiles';
import { addStock } from './addStock';
import { customers } from './demoCustomers';
import { fieldInstruments } from './demoEquipment';
import { addInstruments } from './demoInstruments';
import { addMaterials } from './demoMaterials';
import { notices } from './demoNotices';
import { firstOrganizationPeople, organizations, type Person, secondOrganizationPeople } from './demoOrganizations';
import { demoProjects, enterpriseUnits } from './demoProjects';
import { addTemplates } from './demoTemplates';
import { chosenIndustries, firstUnits, secondUnits } from './demoUnits';
import { addOwnItems } from './ownItems';
import { projectKey } from './play/demoKeys';
import { scripts } from './play/projectScripts';
import { addPublicity } from './publicity/addPublicity';

interface DemoContext {
  readonly services: Services;
  readonly tx: Orm;
  readonly builtInIds: BuiltInIds;
  readonly passwordHash: string;
}

type DemoPerson = (typeof firstOrganizationPeople | typeof secondOrganizationPeople)[number];
const dayMs = 86_400_000;

/** Returns the day (`YYYY-MM-DD`) that is a number of days from today, in the organizations' zone. */
const dayFromNow = ({ services: { now, env } }: DemoContext, days: number): string =>
  formatDay(new Date(now().getTime() + days * dayMs), env.zone);

/** Adds people and returns their ids by user name. */
async function addPeople(
  demo: DemoContext,
  people: readonly DemoPerson[],
  organizationId: number,
  unitIds: readonly number[] = [],
): Promise<Map<string, number>> {
  const ids = await insertMany(
    demo.tx,
    registry.named('user'),
    people.map(({ userName, nickName, phone, role, certNo, signs }: Person) => ({
      draft: {
        userName,
        nickName,
        phone,
        certNo: certNo ?? null,
        ...signs,
        enabled: '1',
        expiryDate: dayFromNow(demo, 365),
        isQy: role === 'enterprise',
        isOutside: role === 'outside',
        units: role === 'enterprise' ? unitIds : [],
        roles: [demo.builtInIds.get(keyOfRole(role))],
      },
      // The accounts share a password, so one hash serves all; hashing takes most of the time of a first start.
      otherColumns: { passwordHash: demo.passwordHash },
      organizationId,
    })),
  );
  return new Map(people.map(({ userName }, index) => [userName, ids[index] as number]));
}

/** Returns a person of the demonstration as the viewer of a call. */
function viewerAs(person: { id: number; userName: string; nickName: string }, organizationId: number): Viewer {
  return {
    user: {
      ...person,
      phone: null,
      email: null,
      avatar: null,
      expiryDate: null,
      organization: null,
      organizationId,
      isAdmin: false,
      isQy: false,
      roles: [],
    },
    sessionId: '',
    permissions: new Set(),
    dataScope: 'organization',
    organizationId,
    homeOrganizationId: organizationId,
    unitIds: null,
    outside: false,
    level: 999,
  };
}

/** Returns operations on behalf of the customer service, with the same rules as typed data. */
function contextFor(
  demo: DemoContext,
  person: { id: number; userName: string; nickName: string },
  organizationId: number,
) {
  const viewer = viewerAs(person, organizationId);
  const call: Omit<Call<unknown>, 'context'> = {
    viewer,
    maybeViewer: viewer,
    body: undefined,
    query: {},
    params: {},
    request: new Request('http://localhost/'),
    requestId: '',
    ip: '',
    reason: '演示数据',
    idempotencyKey: null,
  };
  const deskOf = (entityName: string) => ({
    services: demo.services,
    registry,
    resource: registry.named(entityName),
    call: call as Call<unknown>,
  });
  const checkedDraft = (entityName: string, draft: Record<string, unknown>): Record<string, unknown> => {
    const result = checkDraft(registry.named(entityName).entity, draft);
    if (!result.ok)
      throw new Error(`${entityName}: ${result.errors.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    return result.value;
  };
  // Throws if the rules of the entity refuse a draft.
  return {
    add: (entityName: string, draft: Record<string, unknown>): Promise<AnyRow> =>
      insertRow(deskOf(entityName), demo.tx, checkedDraft(entityName, draft), { action: 'add' }, organizationId),
    /** Inserts rows like an import. The organization had no rows before. */
    async addAll(entityName: string, drafts: readonly Record<string, unknown>[]): Promise<AnyRow[]> {
      const { table, columns } = registry.named(entityName);
      await insertRows(
        deskOf(entityName),
        demo.tx,
        drafts.map((draft) => checkedDraft(entityName, draft)),
        organizationId,
      );
      return (await demo.tx
        .select()
        .from(table)
        .where(eq(columns.organizationId, organizationId))
        .orderBy(columns.id)) as AnyRow[];
    },
  };
}

type SalesDesk = ReturnType<typeof contextFor>;

/** Returns a function that creates project numbers 年份+类型+流水 (PRODUCT §3) in the order of the projects. */
function projectNumbering(): (year: string, type: string) => string {
  const last = new Map<string, number>();
  return (year, type) => {
    const next = (last.get(year + type) ?? 0) + 1;
    last.set(year + type, next);
    return `${year}${type}${String(next).padStart(4, '0')}`;
  };
}

const typeNames = {
  DQ: '职业病危害因素定期检测',
  XZ: '职业病危害现状评价检测',
  KX: '职业病危害控制效果评价检测',
  WT: '职业病危害因素委托检测',
  JD: '职业病危害因素监督监测',
} as const;

async function addProjects(
  demo: DemoContext,
  sales: SalesDesk,
  units: readonly AnyRow[],
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const numberOf = projectNumbering();
  const addedProjects: AnyRow[] = [];
  for (const { unit, type, stage, leader, starts, due, remark, workScope, follows } of demoProjects) {
    const inspected = units[unit] as AnyRow;
    const plannedOn = dayFromNow(demo, starts);
    const year = plannedOn.slice(0, 4);
    const earlierProject = follows === undefined ? undefined : addedProjects[follows];
    const draft = {
      code: numberOf(year, type),
      projectName: `${String(inspected.unitName)}${year}年度${typeNames[type]}`,
      belongInspect: inspected.id,
      customer: inspected.customer,
      type,
      leader: people.get(leader),
      team: ['field', 'analyst'].map((name) => people.get(name)),
      createYear: Number(year),
      plannedOn,
      dueOn: dayFromNow(demo, due),
      jcbgFlag: true,
      remark,
      workScope,
      typeGl: earlierProject?.type,
      projectIdGl: earlierProject?.id,
    };
    const row = await sales.add('project', draft);
    const index = addedProjects.push(row) - 1;
    // The demonstration moves the projects of its scripts by the product's own calls. Other projects are set to the
    // state that the workflow would have reached.
    const script = scripts.find(({ project }) => project === index);
    if (script) {
      await recordBuiltInRows(demo.tx, demo.builtInIds, [{ key: projectKey(index), rowId: row.id }]);
      // Without sheets it was begun before evaluations had stages of their own, and needs none of them.
      if (!script.sheets) await demo.tx.update(projectTable).set({ service: null }).where(eq(projectTable.id, row.id));
    } else await demo.tx.update(projectTable).set({ stage }).where(eq(projectTable.id, row.id));
  }
}

/** Returns the industry with a code in the catalogue of risk classes; null without a code. */
function riskIndustry(builtInIds: BuiltInIds, code: string | undefined): number | null {
  if (code === undefined) return null;
  const key = [...builtInIds.keys()].find((builtInKey) => builtInKey.startsWith(`industryRisk:${code}/`));
  if (key === undefined) throw new Error(`the library has no industry ${code}`);
  return builtInIds.get(key) ?? null;
}

interface NoticeReader {
  readonly id: number;
  readonly organizationId: number;
  readonly userName: string;
  readonly nickName: string;
}

const hourMs = 3_600_000;

/**
 * Adds the notices of the demonstration.
 * @param otherReaders people outside the staff of the organization: clients, external reviewers, people of another
 * organization
 */
async function addNotices(
  demo: DemoContext,
  organizationId: number,
  staff: readonly NoticeReader[],
  otherReaders: readonly NoticeReader[],
): Promise<void> {
  const { services, tx } = demo;
  const now = services.now();
  for (const { daysAgo, at, readBy, recalled, everybody, ...draft } of notices) {
    // A time of today may be in the future if the server starts at night.
    const planned = daysAgo === null ? null : parseMoment(`${dayFromNow(demo, -daysAgo)} ${at}:00`, services.env.zone);
    const sendTime = planned && planned > now ? now : planned;
    const sendStatus = sendTime === null ? '0' : recalled ? '2' : '1';
    const extraFields = {
      sendStatus,
      sendTime,
      cancelTime: recalled && sendTime ? new Date(sendTime.getTime() + 2 * hourMs) : null,
      senderName: draft.senderName,
      createTime: sendTime ?? now,
    };
    const [anntId = 0] = await insertMany(tx, registry.named('announcement'), [
      { draft: { ...draft, msgContent: safeRichText(draft.msgContent) }, otherColumns: extraFields, organizationId },
    ]);
    if (!sendTime) continue;
    const readTimeOf = (userName: string): Date | null => {
      const delay = Object.hasOwn(readBy, userName) ? readBy[userName] : undefined;
      return delay === undefined ? null : new Date(Math.min(sendTime.getTime() + delay * hourMs, now.getTime()));
    };
    await tx.insert(announcementSendTable).values(
      [...staff, ...(everybody ? otherReaders : [])].map(({ id, organizationId: home, userName, nickName }) => {
        const readTime = readTimeOf(userName);
        return {
          anntId,
          userId: id,
          receiverName: nickName,
          ...pinyinOf(nickName),
          organizationId: home,
          readFlag: readTime ? '1' : '0',
          readTime,
          sendStatus,
          createTime: sendTime,
          ...(readTime ? { updateBy: id, updateTime: readTime } : {}),
        };
      }),
    );
  }
}

/** Adds what the first organization's laboratory has of its own: items, rooms, files, scope, materials, templates. */
async function addLaboratory(
  { services, tx, builtInIds }: DemoContext,
  organizationId: number,
  staff: ReadonlyMap<string, number>,
  dayAfter: (days: number) => string,
): Promise<void> {
  await addOwnItems(tx, builtInIds, organizationId);
  await addRooms(tx, organizationId);
  await addStaffFiles(tx, organizationId, staff, dayAfter);
  await addAccreditedScope(tx, organizationId, dayAfter);
  await addMaterials(tx, builtInIds, organizationId);
  await addTemplates(services, tx, builtInIds, organizationId);
  await addLayouts(
    services,
    tx,
    organizationId,
    firstOrganizationPeople.find(({ userName }) => userName === 'approver') as DemoPerson,
  );
}

/** Returns the people of an organization that have an account, as readers of notices. */
const readersOf = (
  people: readonly DemoPerson[],
  ids: ReadonlyMap<string, number>,
  organizationId: number,
): NoticeReader[] =>
  people.flatMap(({ userName, nickName }) =>
    ids.has(userName) ? [{ id: ids.get(userName) as number, organizationId, userName, nickName }] : [],
  );

/**
 * Adds two organizations with their people. The first one gets customers, units and projects in every stage (PRODUCT
 * §6).
 */
export async function fillDemo(
  services: Services,
  tx: Orm,
  builtInIds: BuiltInIds,
  organizationIds: readonly number[],
  passwordHash: string,
): Promise<void> {
  const demo = { services, tx, builtInIds, passwordHash };
  const [firstOrganizationId, secondId] = organizationIds as [number, number];
  const staff = await addPeople(
    demo,
    firstOrganizationPeople.filter(({ role }) => role !== 'enterprise'),
    firstOrganizationId,
  );
  const secondStaff = await addPeople(demo, secondOrganizationPeople, secondId);
  const deskOf = (people: readonly DemoPerson[], ids: ReadonlyMap<string, number>, organizationId: number) => {
    const { userName, nickName } = people.find(({ role }) => role === 'sales') as DemoPerson;
    return contextFor(demo, { id: ids.get(userName) as number, userName, nickName }, organizationId);
  };

  const sales = deskOf(firstOrganizationPeople, staff, firstOrganizationId);
  const ordering = await sales.addAll('customer', customers);
  const units = await sales.addAll(
    'inspectUnit',
    firstUnits.map(({ draft, customer }, index) => ({
      ...draft,
      industryRisk: riskIndustry(builtInIds, chosenIndustries[index]),
      customer: customer === null ? null : ordering[customer]?.id,
    })),
  );
  const guests = await addPeople(
    demo,
    firstOrganizationPeople.filter(({ role }) => role === 'enterprise'),
    firstOrganizationId,
    enterpriseUnits.map((at) => (units[at] as AnyRow).id),
  );
  await addProjects(demo, sales, units, staff);

  const owner = { id: firstOrganizationId, name: organizations[0].name };
  const instruments = { owner, dayFromNow: (days: number) => dayFromNow(demo, days) };
  await addInstruments(services, tx, { ...instruments, keeper: staff.get('field') as number }, fieldInstruments);
  await addStock(services, tx, { ...instruments, keeper: staff.get('analyst') as number });

  const secondSales = deskOf(secondOrganizationPeople, secondStaff, secondId);
  const otherUnits = await secondSales.addAll(
    'inspectUnit',
    secondUnits.map(({ draft }) => draft),
  );
  await addPublicity(
    services,
    tx,
    { organizationId: firstOrganizationId, units },
    { organizationId: secondId, units: otherUnits },
  );

  await addLaboratory(demo, firstOrganizationId, staff, instruments.dayFromNow);

  const isStaff = ({ role }: DemoPerson): boolean => role !== 'enterprise' && role !== 'outside';
  const accounts = new Map([...staff, ...guests]);
  await addNotices(
    demo,
    firstOrganizationId,
    readersOf(firstOrganizationPeople.filter(isStaff), accounts, firstOrganizationId),
    [
      ...readersOf(
        firstOrganizationPeople.filter((person) => !isStaff(person)),
        accounts,
        firstOrganizationId,
      ),
      ...readersOf(secondOrganizationPeople, secondStaff, secondId),
    ],
  );
}
