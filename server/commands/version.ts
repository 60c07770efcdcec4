import { thisBuild, version } from '@server/base/version';
import { migrationsDirectory, readMigrations } from '../db/migrate';
import type { Command } from './command';

/** Runs `version`: prints the versions of product, build, schema and Node, without opening a database. */
export const showVersion: Command = async (_env, _args, output) => {
  output.line(
    [
      `version ${version}`,
      `build   ${thisBuild()}`,
      `schema  ${readMigrations(migrationsDirectory).at(-1)?.name ?? ''}`,
      `node    ${process.version} ${process.platform} ${process.arch}`,
    ].join('\n'),
  );
  return 0;
};
