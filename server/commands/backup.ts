import { backupTexts } from '@contract/features/system/backupTexts';
import { requestBackup } from '@server/backup/controlSocket';
import type { Env } from '@server/base/env';
import { incompleteExitCode } from '@server/base/exitCodes';
import { StartRefusal } from '@server/base/startRefusal';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { BackupProblem } from '../backup/backupProblem';
import { type BackupReport, reportOf } from '../backup/backupReport';
import { makeBackup } from '../backup/makeBackup';
import { createFileStore } from '../files/fileStore';
import { type Command, hasDatabase, pathOf } from './command';

/** Opens the database in the data directory; undefined while a server uses it. */
async function openDirectory(dataDir: string): Promise<Database | undefined> {
  if (!hasDatabase(dataDir)) throw new BackupProblem(backupTexts.nothing(dataDir));
  return openDatabase({ dataDir }).catch((error: unknown) => {
    if (error instanceof StartRefusal) return undefined;
    throw error;
  });
}

async function byServer({ dataDir }: Env, path: string): Promise<BackupReport> {
  const answer = await requestBackup(dataDir, path);
  if (!answer) throw new BackupProblem(backupTexts.held(dataDir));
  if ('problem' in answer) throw new BackupProblem(answer.problem);
  return answer;
}

/**
 * Runs `backup FILE`. If a server is using the embedded database, that server makes the backup on a request over its
 * socket. Returns 3 where files of the installation have lost their content.
 */
export const backup: Command = async (env, [file, ...more], output) => {
  if (!file || more.length) throw new StartRefusal(backupTexts.usage.backup);
  const path = pathOf(file);
  const database = env.databaseUrl
    ? await openDatabase({ databaseUrl: env.databaseUrl, poolSize: 1 })
    : await openDirectory(env.dataDir);
  const makeArchive = async (source: Database) =>
    reportOf(
      await makeBackup({ env, database: source, files: await createFileStore(env), now: () => new Date() }, path),
      path,
    );
  const { done, warnings, missing } = database
    ? await makeArchive(database).finally(() => database.close())
    : await byServer(env, path);
  output.line(done);
  warnings.forEach(output.warning);
  return missing ? incompleteExitCode : 0;
};
