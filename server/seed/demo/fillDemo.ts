import type { AnyRow } from '@contract/entity';
import { registry } from '@server/app/resources';
import type { BuiltInIds } from '@server/builtIn/builtInRows';
import { insertMany } from '@server/builtIn/insertMany';
import { keyOfRole } from '@server/builtIn/roles';
import type { Orm } from '@server/db/orm';
import type { Services } from '@server/services';
import { addAccreditedScope } from './accreditedScope';
import { addLayouts } from './addLayouts';
import { addProjects } from './addProjects';
import { addRooms } from './addRooms';
import { addStaffFiles } from './addStaffFiles';
import { addStock } from './addStock';
import { dayFromNow, type DemoContext, salesDeskOf } from './demoContext';
import { customers } from './demoCustomers';
import { fieldInstruments } from './demoEquipment';
import { addInstruments } from './demoInstruments';
import { addMaterials } from './demoMaterials';
import { firstOrganizationPeople, organizations, type Person, secondOrganizationPeople } from './demoOrganizations';
import { enterpriseUnits } from './demoProjects';
import { chosenIndustries, firstUnits, secondUnits } from './demoUnits';
import { addNotices, type NoticeReader } from './notices/addNotices';
import { addOwnItems } from './ownItems';
import { addPublicity } from './publicity/addPublicity';
import { addTemplates } from './templates/addTemplates';

type DemoPerson = (typeof firstOrganizationPeople | typeof secondOrganizationPeople)[number];

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

/** Returns the industry with a code in the catalogue of risk classes; null without a code. */
function riskIndustry(builtInIds: BuiltInIds, code: string | undefined): number | null {
  if (code === undefined) return null;
  const key = [...builtInIds.keys()].find((builtInKey) => builtInKey.startsWith(`industryRisk:${code}/`));
  if (key === undefined) throw new Error(`the library has no industry ${code}`);
  return builtInIds.get(key) ?? null;
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
    return salesDeskOf(demo, { id: ids.get(userName) as number, userName, nickName }, organizationId);
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
