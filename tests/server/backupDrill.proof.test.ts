import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backupTexts } from '@contract/features/system/backupTexts';
import type { Page } from '@contract/wire';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import type { Manifest } from '@server/backup/backupManifest';
import { makeBackup } from '@server/backup/makeBackup';
import { restoreBackup } from '@server/backup/restoreBackup';
import { type Env, parseEnv } from '@server/base/env';
import { openDatabase } from '@server/db/openDatabase';
import { startServer } from '@server/entry/start';
import { createFileStore } from '@server/files/fileStore';
import { password } from '../browser/support/productServer';
import { rewritten } from '../support/archives';
import { createPostgresDatabase } from '../support/database';
import { filledDirectory } from '../support/filledDirectory';
import { measured } from '../support/measured';

// QUALITY FT10, the drill of docs/operations.md on the demonstration: from the embedded database into another one and
// into PostgreSQL, and back out of it.

let directory: string;
let file: string;
let made: Manifest;
let chain: Awaited<ReturnType<typeof verifyAuditChain>>;

const onPostgres = process.env['TEST_DATABASE'] === 'postgres';

const envOf = (dataDir: string, databaseUrl?: string): Env =>
  parseEnv({
    PORT: '0',
    CAPTCHA: 'off',
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
const freshDirectory = (): string => mkdtempSync(join(directory, 'data-'));

/** Creates an empty target of this run's kind. */
async function emptyTarget(): Promise<Env> {
  if (!onPostgres) return envOf(freshDirectory());
  const own = await createPostgresDatabase({ empty: true });
  onTestFinished(() => own.drop());
  return envOf(freshDirectory(), own.url);
}

async function backedUp(env: Env, path: string): Promise<Manifest> {
  const database = await openDatabase(env.databaseUrl ? { databaseUrl: env.databaseUrl } : { dataDir: env.dataDir });
  try {
    chain = await verifyAuditChain(database.orm);
    return (await makeBackup({ database, files: await createFileStore(env), now: () => new Date() }, path)).manifest;
  } finally {
    await database.close();
  }
}

/** Content of an archive, independent of the compression and the source database. */
const contentOf = ({ tables, sequences, files, migrations, missing }: Manifest) => ({
  tables: tables.map(({ sha256: _packed, ...table }) => table),
  sequences,
  files,
  migrations,
  missing,
});

/** Signs in, reads a list and adds a row, as people would. */
async function worksOn(env: Env): Promise<void> {
  const running = await startServer(env);
  try {
    const ask = async <B>(method: string, path: string, token?: string, body?: unknown): Promise<B> => {
      const response = await fetch(`${running.url}/${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status, path).toBe(200);
      return (await response.json()) as B;
    };
    const { token } = await ask<{ token: string }>('POST', 'auth/login', undefined, { username: 'sales', password });
    const bearer = token.replace(/^Bearer /, '');
    const { totalElements } = await ask<Page<unknown>>('GET', 'api/customer', bearer);
    expect(totalElements).toBeGreaterThan(2);
    const [{ last } = { last: 0 }] = await running.services.database.query<{ last: number }>(
      'select max(id) as last from customer',
    );
    const { body } = await ask<{ body: { id: number } }>('POST', 'api/customer/add', bearer, {
      customerName: '恢复以后的客户',
      contact: '李四',
    });
    expect(body.id).toBe(last + 1);
    expect((await verifyAuditChain(running.services.database.orm)).broken).toEqual([]);
  } finally {
    await running.stop();
  }
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'occhealth-drill-'));
  const source = freshDirectory();
  cpSync(await filledDirectory(), source, { recursive: true });
  file = join(directory, 'lab.tar');
  made = await backedUp(envOf(source), file);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('backup drill (FT10)', () => {
  it('the backup drill starts with rows in most tables, files, and an intact audit chain', () => {
    expect(made.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(60);
    expect(made.files.length).toBeGreaterThan(10);
    expect(made.missing).toEqual([]);
    expect(chain.count).toBeGreaterThan(1_000);
    expect(chain.broken).toEqual([]);
  });

  it('the backup drill restores the data into the test database and PGlite: counts, hashes, files, chain 100 % equal; a used target is refused', async () => {
    const [grown, before] = [await emptyTarget(), chain];
    await restoreBackup(grown, file);
    const second = join(directory, 'second.tar');
    const there = await backedUp(grown, second);
    expect(there.database).toBe(onPostgres ? 'postgres' : 'pglite');
    expect(contentOf(there)).toEqual(contentOf(made));
    expect(chain).toEqual(before);
    await expect(restoreBackup(grown, file)).rejects.toThrow(
      onPostgres ? backupTexts.notEmptyDatabase : backupTexts.notEmptyDirectory(grown.dataDir),
    );
    const back = envOf(freshDirectory());
    await restoreBackup(back, second);
    expect(contentOf(await backedUp(back, join(directory, 'back.tar')))).toEqual(contentOf(made));
    measured(
      `演示数据 ${onPostgres ? '内置数据库→PostgreSQL→内置数据库' : '内置数据库→内置数据库→内置数据库'}：${made.tables.length} 张表 ${made.tables.reduce((sum, { rows }) => sum + rows, 0)} 行、${made.files.length} 个文件、${before.count} 节审计链，两次恢复均相同`,
    );
    await worksOn(grown);
  });

  it('the backup drill leaves neither rows nor files if the rows are inconsistent, on either database', async () => {
    const torn = join(directory, 'torn.tar');
    const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    const packed = gzipSync(Buffer.alloc(0));
    // Correct checksums, and rows of organizations that do not exist.
    await rewritten(
      file,
      torn,
      (name, content) => (name === 'tables/organization.ndjson.gz' ? packed : content),
      (value) => {
        const table = (value['tables'] as Manifest['tables']).find(({ name }) => name === 'organization');
        if (table) Object.assign(table, { rows: 0, content: hashOf(Buffer.alloc(0)), sha256: hashOf(packed) });
      },
    );
    const env = await emptyTarget();
    await expect(restoreBackup(env, torn)).rejects.toThrow(backupTexts.refused('23503'));
    if (env.databaseUrl) {
      const database = await openDatabase({ databaseUrl: env.databaseUrl });
      expect(await database.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
      await database.close();
    }
    expect(
      readdirSync(env.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    ).toEqual([]);
  });
});
