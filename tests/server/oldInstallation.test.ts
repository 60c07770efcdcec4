import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '@server/backup/backupArchive';
import { restoreBackup } from '@server/backup/restoreBackup';
import type { TableShape } from '@server/backup/tableCatalogue';
import { parseEnv } from '@server/base/env';
import { root } from '@server/base/root';
import { migrate } from '@server/db/migrate';
import { hashesOf, type InstallationHashes, unpackInstallation } from '../support/installation';
import { measured } from '../support/measured';
import { oneOfEachKind } from '../support/proofs';
import { type TestServer, testServer } from '../support/server';

// An installation of version 15a8f6f1: this version opens its data directory and restores its backup, and nothing that
// was signed differs.

const folder = join(root, 'tests/data/upgrade');
const list = join(folder, '15a8f6f1.json');
/** `UPGRADE_HASHES=write` where version 15a8f6f1 itself runs this test: it records what it serves. */
const writes = process.env['UPGRADE_HASHES'] === 'write';
const readList = (): InstallationHashes => JSON.parse(readFileSync(list, 'utf8')) as InstallationHashes;

let scratch: string;
let shapes: readonly TableShape[];

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'occhealth-installation-'));
  unpackInstallation(join(folder, '15a8f6f1.tar.br'), scratch);
  const { manifest, close } = await openArchive(join(scratch, 'backup.tar'));
  await close();
  // Without migrations, which later versions add, and job runs, since the server recorded those that ended after the
  // backup.
  shapes = manifest.tables.filter(({ name }) => name !== 'migration' && name !== 'job_run');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Papers of a restored backup that are drawn, whose data are compared anyway: one of each kind, in the proofs all. */
const papersOfBackup = (): ReadonlySet<string> =>
  new Set(oneOfEachKind(Object.keys(readList().papers), (call) => call.replaceAll(/\d[\d-]*|area|personal/g, '')));

async function found(dataDir: string, isWanted?: (call: string) => boolean): Promise<InstallationHashes> {
  const server: TestServer = await testServer({ publicUrl: 'https://lab.example.com' }, dataDir);
  try {
    await migrate(server.database);
    // Connectors from before adapters, and what they queued, stay what they were.
    if (!writes) {
      expect(await server.database.query('select distinct adapter, signing from connector')).toEqual([
        { adapter: 'generic', signing: 'bearer' },
      ]);
      expect(await server.database.query('select distinct adapter, progress from push')).toEqual([
        { adapter: 'generic', progress: null },
      ]);
    }
    return await hashesOf(server, shapes, isWanted);
  } finally {
    await server.close();
  }
}

function holds(now: InstallationHashes, drawn?: ReadonlySet<string>): void {
  const then = readList();
  expect(now.tables).toEqual(then.tables);
  expect(now.trail).toEqual(then.trail);
  expect(now.signatures).toEqual(then.signatures);
  expect(now.files).toEqual(then.files);
  expect(now.papers).toEqual(
    Object.fromEntries(Object.entries(then.papers).filter(([call]) => drawn?.has(call) ?? true)),
  );
}

describe('installation of version 15a8f6f1', () => {
  it('a data directory of version 15a8f6f1 opens with every row, signature, file and issued paper unchanged', async () => {
    const now = await found(join(scratch, 'data'));
    if (writes) writeFileSync(list, `${JSON.stringify(now, null, 2)}\n`);
    holds(now);
    const { tables, signatures, files, papers, trail } = now;
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    measured(
      `15a8f6f1的数据目录：${rows}行、${Object.keys(signatures).length}个签名、${trail.count}条审计日志、` +
        `${Object.keys(files).length}个文件、${Object.keys(papers).length}份已签发或归档的文书均不变`,
    );
  });

  it('a backup of version 15a8f6f1 is restored with equal content', async () => {
    const dataDir = join(scratch, 'restored');
    await restoreBackup(parseEnv({ DATA_DIR: dataDir }), join(scratch, 'backup.tar'));
    const drawn = papersOfBackup();
    holds(await found(dataDir, (call) => drawn.has(call)), drawn);
  });

  it('the test installation of version 15a8f6f1 contains issued reports, records, archives and valid signatures', () => {
    const { papers, signatures, files, tables } = readList();
    const paths = Object.keys(papers);
    expect(paths.filter((path) => path.startsWith('api/report/pdf/'))).toHaveLength(2);
    expect(paths.filter((path) => path.startsWith('api/records/'))).toHaveLength(6);
    expect(paths.filter((path) => path.startsWith('api/archive/')).length).toBeGreaterThan(10);
    expect(Object.values(signatures).filter((state) => state === 'invalid')).toEqual([]);
    expect(Object.values(signatures).filter((state) => state === 'valid').length).toBeGreaterThan(50);
    expect(Object.values(files)).not.toContain('lost');
    expect(tables['audit_log']?.rows).toBeGreaterThan(5_000);
  });
});
