import { buildOf, version } from '@server/base/version';
import { migrationsDirectory, readMigrations } from '../db/migrate';
import type { Command } from './command';

/** `version`: prints version, build, schema and Node; asks no database. */
export const showVersion: Command = async (_env, _args, say) => {
  say.line(
    [
      `version ${version}`,
      `build   ${buildOf()}`,
      `schema  ${readMigrations(migrationsDirectory).at(-1)?.name ?? ''}`,
      `node    ${process.version} ${process.platform} ${process.arch}`,
    ].join('\n'),
  );
  return 0;
};
