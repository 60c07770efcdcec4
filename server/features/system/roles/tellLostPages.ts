import { roleMenuTexts } from '@contract/features/system/roleMenus';
import { hasEdition, recordBuiltInRows } from '@server/builtIn/builtInRows';
import { storeForAdministrators } from '@server/features/notices/tellAdministrators';
import type { Services } from '@server/services';
import { lostPages } from './lostPages';

/** Key of the mark that this database was checked. */
const statedKey = 'lostPages:told';

/**
 * Notifies the platform administrators, once per database, of built-in roles that lack pages because an earlier
 * version's menu tree dropped them at a save. Nothing is restored automatically.
 */
export async function tellLostPages(services: Services): Promise<void> {
  const { database } = services;
  if (await hasEdition(database.orm, statedKey)) return;
  const notify = await database.transaction(async (tx) => {
    const missingPages = await lostPages(tx);
    await recordBuiltInRows(tx, new Map(), [{ key: statedKey, rowId: 0 }]);
    if (!missingPages.length) return null;
    return storeForAdministrators(services, tx, {
      programPart: roleMenuTexts.worker,
      title: roleMenuTexts.lostTitle(missingPages.length),
      text: roleMenuTexts.lostText(missingPages),
    });
  });
  await notify?.();
}
