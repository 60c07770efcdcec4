import { open, rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import {
  organizationArchiveTexts as texts,
  organizationReadme,
  organizationReadmeText,
} from '@contract/features/system/organizationArchive';
import { version } from '@server/base/version';
import { formatMoment } from '@server/base/zone';
import { rowsOf } from '@server/db/orm';
import { shownName } from '@server/files/fileName';
import type { Services } from '@server/services';
import type { Orm } from '../../db/orm';
import { nodeStreamOf } from '../../files/webStream';
import { BackupProblem } from '../backupProblem';
import { startSnapshot, quoteIdentifier } from '../tableCatalogue';
import { type TarEntry, TarWriter } from '../tarArchive';
import { dataEntry, organizationEntries, organizationFormat, type OrganizationManifest } from './organizationFormat';
import { appendOnlyTables, referencesOf, type OrganizationTable, organizationTables } from './organizationTables';
import { publicRowsOf, textRow } from './publicRows';

type EntryContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** An additional entry for people beside the data, e.g. a workbook or a paper. */
export interface ExtraEntry {
  readonly name: string;
  readonly content: EntryContent;
}

interface ArchiveRequest {
  readonly organizationId: number;
  /** Path of the archive; an existing file is replaced. */
  readonly path: string;
  readonly extras?: AsyncIterable<ExtraEntry>;
  /** Callback after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

interface KnownFile {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
}

/** A tar writer that records the hash of each entry. */
interface RecordedKey {
  readonly entries: { name: string; sha256: string }[];
  add(name: string, content: EntryContent): Promise<TarEntry>;
}

const bytesOf = (text: string): Buffer[] => [Buffer.from(text)];
const jsonOf = (value: unknown): Buffer[] => bytesOf(`${JSON.stringify(value, null, 1)}\n`);
const maxNameBytes = 95;

/**
 * Shortens a name to the 100 bytes that a name in the archive may have.
 * @param suffix ending that is kept, e.g. `.pdf`
 */
export function shortenedArchiveName(name: string, suffix = ''): string {
  let stem = suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  while (Buffer.byteLength(stem + suffix) > maxNameBytes) stem = [...stem].slice(0, -1).join('');
  return stem + suffix;
}

const rowsPerFetch = 500;

/** Yields the rows of a table as lines. */
async function* linesOf(
  tx: Orm,
  { name, columns, order, where }: OrganizationTable,
  organizationId: number,
  reportRows: (rows: number) => void,
) {
  await tx.execute(
    sql.raw(
      `declare share_lines no scroll cursor for select ${textRow(columns)} as line from ${quoteIdentifier(name)}
        where ${where(organizationId)} order by ${order}`,
    ),
  );
  for (;;) {
    const fetchedLines = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${rowsPerFetch} from share_lines`));
    if (!fetchedLines.length) break;
    reportRows(fetchedLines.length);
    yield Buffer.from(fetchedLines.map(({ line }) => `${line}\n`).join(''));
  }
  await tx.execute(sql.raw('close share_lines'));
}

/** A table that is read after the snapshot, up to its last row in the snapshot. */
interface LaterTable {
  readonly table: OrganizationTable;
  readonly lastId: string;
}

/**
 * Yields the rows of an append-only table as lines, each slice in a transaction of its own, so that others have their
 * turn.
 */
async function* slicesOf(
  { database }: Pick<Services, 'database'>,
  { table: { name, columns, where }, lastId }: LaterTable,
  organizationId: number,
  reportRows: (rows: number) => void,
) {
  const condition = where(organizationId);
  for (let from = '0'; ;) {
    const rows = await database.transaction(async (tx) => {
      await startSnapshot(tx);
      return rowsOf<{ place: string; line: string }>(
        tx,
        sql.raw(
          `select id::text as place, ${textRow(columns)} as line from ${quoteIdentifier(name)}
            where id > ${from} and id <= ${lastId} and ${condition} order by id limit ${rowsPerFetch}`,
        ),
      );
    });
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    from = lastRow.place;
    reportRows(rows.length);
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
  }
}

type TableRows = OrganizationManifest['tables'][number];

/** Adds the rows of one table to the archive. */
async function writeTable(
  tar: RecordedKey,
  { name, columns }: OrganizationTable,
  linesFrom: (reportRows: (rows: number) => void) => EntryContent,
): Promise<TableRows> {
  let rows = 0;
  await tar.add(
    dataEntry(name),
    linesFrom((addedRows) => (rows += addedRows)),
  );
  return { name, columns: [...columns], rows };
}

/**
 * Writes the rows of one snapshot. The embedded database has one connection, so others wait meanwhile: append-only
 * tables, the longest among them, are left for `slicesOf`.
 */
async function writeRows(tx: Orm, tar: RecordedKey, organizationId: number, readsLater: boolean) {
  const references = await referencesOf(tx);
  const shares = await organizationTables(tx, references);
  const appendOnly = readsLater ? await appendOnlyTables(tx) : new Set<string>();
  const tables: TableRows[] = [];
  const laterTables: LaterTable[] = [];
  for (const table of shares) {
    if (appendOnly.has(table.name)) {
      const [last] = await rowsOf<{ id: string }>(
        tx,
        sql.raw(`select coalesce(max(id), 0)::text as id from ${quoteIdentifier(table.name)}`),
      );
      laterTables.push({ table, lastId: last?.id ?? '0' });
    } else tables.push(await writeTable(tar, table, (reportRows) => linesOf(tx, table, organizationId, reportRows)));
  }
  const commonRows = await publicRowsOf(tx, shares, references, organizationId);
  await tar.add(organizationEntries.public, bytesOf(commonRows.map((row) => `${JSON.stringify(row)}\n`).join('')));
  const files = shares.find(({ name }) => name === 'stored_file');
  return {
    tables,
    later: laterTables,
    migrations: await rowsOf<{ name: string; sha256: string }>(
      tx,
      sql`select name, sha256 from migration order by name collate "C"`,
    ),
    known: await rowsOf<KnownFile>(
      tx,
      sql.raw(
        `select id, name, sha256 from stored_file
          where purge_time is null and ${files?.where(organizationId) ?? 'false'} order by id`,
      ),
    ),
  };
}

const byName = (a: TableRows, b: TableRows): number => (a.name < b.name ? -1 : 1);

async function writeFiles(
  { files: store }: Pick<Services, 'files'>,
  tar: RecordedKey,
  knownFiles: readonly KnownFile[],
  request: ArchiveRequest,
) {
  const files: OrganizationManifest['files'] = [];
  const [missingIds, alteredIds]: [string[], string[]] = [[], []];
  for (const [index, { id, name, sha256 }] of knownFiles.entries()) {
    const content = await store.read(id);
    if (content) {
      const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
      const tarEntry = await tar.add(
        shortenedArchiveName(`files/${id}-${shownName(name)}`, extension),
        nodeStreamOf(content) as AsyncIterable<Uint8Array>,
      );
      files.push({ id, entry: tarEntry.name, name, size: tarEntry.size, sha256: tarEntry.sha256 });
      if (tarEntry.sha256 !== sha256) alteredIds.push(id);
    } else missingIds.push(id);
    request.onProgress?.(index + 1, knownFiles.length);
  }
  return { files, missing: missingIds, altered: alteredIds };
}

/**
 * Writes all data of one organization into one archive, which another installation can import
 * (docs/organization-archive.md). It contains the rows from one snapshot, the files, and documents for people. It
 * contains no secrets, no sign-ins and no rows of other organizations.
 * @throws BackupProblem for an unknown organization
 */
export async function makeOrganizationArchive(
  services: Pick<Services, 'database' | 'files' | 'now' | 'env'>,
  request: ArchiveRequest,
): Promise<OrganizationManifest> {
  const { database, now, env } = services;
  const { organizationId, path, extras } = request;
  const [organization] = await database.query<{ id: number; name: string }>(
    'select id, name from organization where id = $1',
    [organizationId],
  );
  if (!organization) throw new BackupProblem(texts.gone);
  const madeAt = now();
  const handle = await open(path, 'w', 0o600);
  try {
    const writer = new TarWriter(handle, madeAt);
    const tar: RecordedKey = {
      entries: [],
      async add(name, content) {
        const tarEntry = await writer.add(name, content);
        this.entries.push({ name, sha256: tarEntry.sha256 });
        return tarEntry;
      },
    };
    const head = { format: 'occhealth-lab-organization', formatVersion: organizationFormat, version } as const;
    const start = { ...head, madeAt: madeAt.toISOString(), house: organization };
    await tar.add(organizationEntries.first, jsonOf(start));
    const readmeText = organizationReadmeText({
      organization: organization.name,
      madeAt: formatMoment(madeAt, env.zone),
    });
    await tar.add(organizationReadme, bytesOf(readmeText));
    const { known, tables, later, migrations } = await database.transaction(async (tx) => {
      await startSnapshot(tx);
      return writeRows(tx, tar, organizationId, database.kind === 'pglite');
    });
    for (const one of later)
      tables.push(
        await writeTable(tar, one.table, (reportRows) => slicesOf(services, one, organizationId, reportRows)),
      );
    const rows = { tables: tables.sort(byName), migrations };
    const content = await writeFiles(services, tar, known, request);
    for await (const { name, content: bytes } of extras ?? []) await tar.add(name, bytes);
    const manifest: OrganizationManifest = { ...start, ...rows, ...content, entries: [...tar.entries] };
    const { sha256 } = await writer.add(organizationEntries.manifest, jsonOf(manifest));
    await writer.add(organizationEntries.sum, bytesOf(`${sha256}  ${organizationEntries.manifest}\n`));
    await writer.end();
    return manifest;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
