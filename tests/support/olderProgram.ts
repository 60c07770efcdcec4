import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@server/base/root';
import { migrationsDirectory, readMigrations } from '@server/db/migrate';
import { buildIn, buildProduct } from '../browser/support/productServer';

export interface OlderProgram {
  /** Directory of its sources and its built server. */
  readonly program: string;
  readonly commit: string;
  /** Number of its migrations. */
  readonly migrations: number;
}

const git = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/**
 * Returns the last commit before the newest migration.
 * @returns undefined where the sources are no clone, or one without history
 */
function lastBefore(migration: string): string | undefined {
  // Sources unpacked inside of another clone are no clone.
  if (git('rev-parse', '--show-prefix') !== '') return undefined;
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `server/db/migrations/${migration}.sql`);
  // The migration is not committed yet.
  return added === undefined ? undefined : git('rev-parse', '--verify', '--quiet', added === '' ? 'HEAD' : `${added}^`);
}

/**
 * Returns the program as it was before the newest migration, from the history of these sources, with its server built
 * as an operator builds it.
 * @returns undefined where there is no such history
 */
export async function olderProgram(directory: string): Promise<OlderProgram | undefined> {
  const newest = readMigrations(migrationsDirectory).at(-1)?.name ?? '';
  const commit = lastBefore(newest);
  if (commit === undefined) return undefined;
  const program = join(directory, 'older');
  mkdirSync(program);
  execFileSync('tar', ['-x', '-C', program], {
    input: execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 }),
  });
  // Our dependencies are installed by now and used by its build as its own; different ones are installed by itself.
  await buildProduct('server');
  const lockOf = (of: string): string => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lockOf(program) === lockOf(root))
    symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'), 'junction');
  await buildIn(program, 'server');
  const migrations = readMigrations(join(program, 'server/db/migrations'));
  if (existsSync(join(program, `server/db/migrations/${newest}.sql`)) || migrations.length === 0)
    throw new Error(`${commit} is not the version before ${newest}`);
  return { program, commit, migrations: migrations.length };
}
