import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import type { Actor } from '@server/audit/auditTrail';
import { requestCommand, type CommandAnswer } from '@server/backup/controlSocket';
import type { Env } from '@server/base/env';
import { createLog } from '@server/base/log';
import { StartRefusal } from '@server/base/startRefusal';
import { openDatabase } from '@server/db/openDatabase';
import { createPush } from '@server/features/notices/browserPush';
import { assertMayCreate, migrationsDirectory, readMigrations } from '../../db/migrate';
import { createFileStore } from '../../files/fileStore';
import type { Services } from '../../services';
import { type Command, hasDatabase } from '../command';

/**
 * A command for a running installation. It runs in the server that uses the embedded database, or in a separate
 * process.
 *
 * @param services services of the process that runs the command
 * @param args words after the command's name
 * @param account calling user of the operating system, for the audit trail
 * @throws StartRefusal for wrong arguments
 */
export type OperatorCommand = (services: Services, args: readonly string[], account: string) => Promise<CommandAnswer>;

/** Returns the result of a command that succeeded. */
export const commandSucceeded = (...lines: string[]): CommandAnswer => ({ lines, warnings: [], code: 0 });

/** Returns the actor for the audit trail: an operator of the machine. */
export const operatorActor = (account: string): Actor => ({
  userId: null,
  userName: operatorTexts.actor(account),
  organizationId: null,
  ip: operatorTexts.place,
  requestId: randomUUID(),
  reason: null,
});

/** Returns the user of the operating system. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/**
 * Opens the installation's services without serving requests; undefined while a server uses the embedded database.
 */
async function openServices(env: Env): Promise<Services | undefined> {
  const { databaseUrl, dataDir } = env;
  if (!databaseUrl && !hasDatabase(dataDir)) throw new StartRefusal(operatorTexts.empty(dataDir));
  const database = await openDatabase(databaseUrl ? { databaseUrl, poolSize: 2 } : { dataDir }).catch(
    (error: unknown) => {
      if (databaseUrl || !(error instanceof StartRefusal)) throw error;
    },
  );
  if (!database) return undefined;
  try {
    const [migrationTable] = await database.query<{ name: string | null }>(
      `select to_regclass('migration')::text as name`,
    );
    await assertMayCreate(database);
    if (!migrationTable?.name) throw new StartRefusal(operatorTexts.empty(databaseUrl ? 'DATABASE_URL' : dataDir));
    const appliedMigrations = await database.query<{ name: string }>('select name from migration');
    if (appliedMigrations.length !== readMigrations(migrationsDirectory).length)
      throw new StartRefusal(operatorTexts.due);
    const log = createLog({ logLevel: 'error' });
    return {
      env,
      database,
      log,
      files: await createFileStore(env),
      push: createPush(database, (error) => log.error({ err: error }, 'push failed')),
      now: () => new Date(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function ownWork(services: Services, run: OperatorCommand, args: readonly string[]): Promise<CommandAnswer> {
  try {
    return await run(services, args, accountName());
  } finally {
    await services.push.close();
    await services.database.close();
  }
}

/**
 * Returns a command for the terminal. It runs in a separate process, or in the server that uses the embedded
 * database.
 *
 * @param name name of the command on the server
 */
export const operatorCommand =
  (name: string, run: OperatorCommand): Command =>
  async (env, args, output) => {
    const services = await openServices(env);
    const { lines, warnings, code } = services
      ? await ownWork(services, run, args)
      : await requestCommand(env.dataDir, { command: name, args: [...args], account: accountName() });
    lines.forEach(output.line);
    warnings.forEach(output.warning);
    return code;
  };
