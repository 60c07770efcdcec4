import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup } from '@server/backup/makeBackup';
import { restoreBackup } from '@server/backup/restoreBackup';
import { migrate } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { storedFileTable } from '@server/db/schema';
import { directoryStore } from '@server/files/directoryStore';
import { rowsOf } from '../support/rows';
import { type Line, round } from './line';
import { onPostgres } from './onPostgres';
import { fillSamples, sampleGround } from './samples/seed';

/** s (QUALITY FT10) */
const goal = 30 * 60;
/** GB of uploads. */
const size = Number(process.env['BENCH_BACKUP_GB'] ?? 10);
const samples = 100_000;
/** Bytes of an upload: a phone's photograph. */
const upload = 4_000_000;

async function seconds<T>(work: () => Promise<T>): Promise<{ took: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { took: (performance.now() - started) / 1000, result };
}

/** Fills a data directory as a laboratory has after years: samples, and photographs that can't be compressed. */
async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    await migrate(database);
    const files = directoryStore(join(dataDir, 'files'));
    const rows = rowsOf({ database });
    const own = await sampleGround(rows);
    await fillSamples(database, own, await sampleGround(rows), samples);
    for (let number = 0; number < (size * 1e9) / upload; number += 1) {
      const [id, content] = [randomUUID(), randomBytes(upload)];
      await files.put(id, content);
      await database.orm.insert(storedFileTable).values({
        id,
        organizationId: own.organizationId,
        name: `现场${number}.jpg`,
        mime: 'image/jpeg',
        size: upload,
        sha256: createHash('sha256').update(content).digest('hex'),
        fileClass: 'image',
        createBy: own.people[0] ?? null,
        createTime: new Date(),
      });
    }
  } finally {
    await database.close();
  }
}

/**
 * QUALITY FT10: duration of `npm run backup` and `npm run restore` for a laboratory's data, into either database, on
 * this machine's disk.
 */
export async function measure(): Promise<Line[]> {
  const ground = await mkdtemp(join(tmpdir(), 'occhealth-bench-backup-'));
  try {
    const [from, archive] = [join(ground, 'from'), join(ground, 'lab.tar')];
    await fill(from);
    const made = await seconds(async () => {
      const database = await openDatabase({ dataDir: from });
      return makeBackup(
        { database, files: directoryStore(join(from, 'files')), now: () => new Date() },
        archive,
      ).finally(() => database.close());
    });
    await rm(from, { recursive: true, force: true });
    const rows = made.result.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const what = `${size} GB in ${made.result.manifest.files.length.toLocaleString('en')} files, ${rows.toLocaleString('en')} rows`;
    const restored = async (name: string, databaseUrl?: string): Promise<Line> => {
      const dataDir = join(ground, 'to');
      const { took } = await seconds(() =>
        restoreBackup({ databaseUrl, dataDir, fileStore: 'file', fileStoreKeys: undefined }, archive),
      );
      await rm(dataDir, { recursive: true, force: true });
      return {
        part: 'backup',
        what: `${what}: restored into ${name}`,
        value: round(took),
        unit: 's',
        goal,
        note: 'read back, compared and hashed',
      };
    };
    return [
      {
        part: 'backup',
        what: `${what}: backed up from PGlite`,
        value: round(made.took),
        unit: 's',
        note: `${round(made.result.bytes / 1e9, 2)} GB`,
      },
      await restored('PGlite'),
      ...(await onPostgres(async (_open, databaseUrl) => [await restored('PostgreSQL', databaseUrl)])),
    ];
  } finally {
    await rm(ground, { recursive: true, force: true });
  }
}
