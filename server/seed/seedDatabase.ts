import { sql } from 'drizzle-orm';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { hashPassword } from '@server/auth/passwordHash';
import { randomPassword } from '@server/auth/randomPassword';
import { version } from '@server/base/version';
import { editionOf, hasEdition, recordBuiltInRows, noteEdition, readBuiltInIds } from '@server/builtIn/builtInRows';
import { insertMany } from '@server/builtIn/insertMany';
import { lateGrants } from '@server/builtIn/lateGrants';
import { builtInMenus } from '@server/builtIn/menus';
import { builtInRoles } from '@server/builtIn/roles';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';
import type { Route } from '@server/http/route';
import type { Services } from '@server/services';
import { organizations, accountNames } from './demo/demoOrganizations';
import { fillDemo } from './demo/fillDemo';
import { builtInDictionaries } from './dictionaryEntries';
import { fillPinyin, pinyinEdition } from './fillPinyin';
import { readHazardLibrary } from './library/libraryHazards';
import { storeLibrary, libraryEdition } from './library/storeLibrary';
import { storeDictionaries } from './storeDictionaries';
import { storeForms, formsEdition } from './storeForms';
import { storeMenus } from './storeMenus';
import { storeRoles } from './storeRoles';

/** Accounts that were newly created or closed, to be shown once. */
export interface SeedReport {
  admin?: { userName: string; password: string };
  demo?: { accounts: readonly string[]; password: string };
  /** Accounts of an earlier demonstration that were disabled now, and accounts that were enabled again since. */
  closedAccounts?: readonly string[];
  openAccounts?: readonly string[];
}

/** Key of the advisory lock: an arbitrary number, the same in every process. */
const advisoryKey = 7_204_120;

const adminName = 'admin';

/** Returns the key of the mark that names the program version that wrote the demonstration. */
const demoVersionKey = (version: string): string => `demo:version:${version}`;

const isNew = async (orm: Orm): Promise<boolean> =>
  (await orm.select({ id: userTable.id }).from(userTable).limit(1)).length === 0;

/** Adds the user with id 1 (SPEC §6), even if earlier attempts have used ids. */
async function addAdmin(tx: Orm, passwordHash: string, organizationId: number | null): Promise<void> {
  await insertMany(tx, registry.named('user'), [
    {
      draft: { userName: adminName, nickName: '系统管理员', isAdmin: true, enabled: '1' },
      otherColumns: { id: 1, passwordHash },
      organizationId,
    },
  ]);
  await tx.execute(sql`select setval(pg_get_serial_sequence('"user"', 'id'), 1)`);
}

/**
 * Fills an empty database: menus, dictionaries, roles, libraries of hazards and methods, the platform administrator
 * and, unless disabled, the demonstration. A filled database gets only the menus, dictionaries, roles and library rows
 * of a new version. All or nothing, and one process at a time.
 */
export async function seedDatabase(
  services: Services,
  routes: readonly Route[] = allRoutes(services),
): Promise<SeedReport> {
  const { database, env } = services;
  const menus = builtInMenus(routes);
  const library = readHazardLibrary();
  const edition = editionOf('product', [
    menus,
    builtInDictionaries,
    builtInRoles,
    lateGrants,
    libraryEdition(library),
    pinyinEdition,
    formsEdition,
  ]);
  // Most starts end here. Reading all rows to find them unchanged would take a third of the start time.
  if (await hasEdition(database.orm, edition)) return {};
  const admin = { userName: adminName, password: env.adminPassword ?? randomPassword() };
  const demo = { accounts: accountNames, password: env.demoPassword ?? randomPassword() };
  // Hashing runs parallel to the statements.
  const hashes = (await isNew(database.orm))
    ? Promise.all([hashPassword(admin.password), env.demo ? hashPassword(demo.password) : ''])
    : undefined;
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryKey})`);
    const builtInIds = await readBuiltInIds(tx);
    await storeDictionaries(tx, builtInIds);
    const addedKeys = await storeMenus(tx, builtInIds, menus);
    await storeRoles(tx, builtInIds, menus, addedKeys);
    await storeLibrary(tx, builtInIds, library);
    await fillPinyin(tx, builtInIds);
    await storeForms(tx, builtInIds);
    await noteEdition(tx, builtInIds, edition);
    if (!hashes || !(await isNew(tx))) return {};
    const [adminHash, demoHash] = await hashes;
    const organizationIds = env.demo
      ? await insertMany(
          tx,
          registry.named('organization'),
          organizations.map((draft) => ({ draft })),
        )
      : [];
    await addAdmin(tx, adminHash, organizationIds[0] ?? null);
    if (!env.demo) return { admin };
    await fillDemo(services, tx, builtInIds, organizationIds, demoHash);
    await recordBuiltInRows(tx, builtInIds, [{ key: demoVersionKey(version), rowId: 0 }]);
    return { admin, demo };
  });
}
