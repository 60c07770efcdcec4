import { prepareTexts } from '@contract/features/system/backupTexts';
import { StartRefusal } from '@server/base/startRefusal';
import { openDatabase } from '@server/db/openDatabase';
import { migrate } from '../db/migrate';
import { grantRuntimeRole, roleOf } from '../db/runtimeRole';
import type { Command } from './command';

/**
 * Runs `prepare-database`: migrates the database as the owner of the tables (DATABASE_OWNER_URL). It creates the
 * server's role (DATABASE_URL) if it is missing and grants it access to the rows. The server never gets the owner's
 * address.
 */
export const prepareDatabase: Command = async ({ databaseUrl, databaseOwnerUrl }, [...more], output) => {
  if (more.length || !databaseUrl || !databaseOwnerUrl) throw new StartRefusal(prepareTexts.usage);
  const role = roleOf(databaseUrl);
  const owner = await openDatabase({ databaseUrl: databaseOwnerUrl, poolSize: 2 });
  try {
    const appliedMigrations = await migrate(owner, undefined, prepareTexts.ownerLacks);
    await grantRuntimeRole(owner, role);
    output.line(prepareTexts.done(role.name, appliedMigrations.length));
    return 0;
  } finally {
    await owner.close();
  }
};
