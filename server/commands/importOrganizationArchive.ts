import { sql } from 'drizzle-orm';
import { organization } from '@contract/features/system/entities/organization';
import { organizationArchiveTexts as texts } from '@contract/features/system/organizationArchive';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { hashPassword } from '@server/auth/passwordHash';
import { randomPassword } from '@server/auth/randomPassword';
import { BackupProblem } from '@server/backup/backupProblem';
import { withoutReferences, withoutTriggers } from '@server/backup/loadTables';
import { findPublicRows, type NewIds } from '@server/backup/organization/findPublicRows';
import { openOrganizationArchive, type OrganizationArchive } from '@server/backup/organization/openOrganizationArchive';
import {
  type OrganizationManifest,
  organizationRows,
  type TextRow,
} from '@server/backup/organization/organizationFormat';
import { type Reference, referencesOf } from '@server/backup/organization/organizationTables';
import { putFiles } from '@server/backup/restoreBackup';
import { fixTextFormat, quoteIdentifier, tablesOf } from '@server/backup/tableCatalogue';
import { sqlStateOf } from '@server/db/errorCode';
import { migrationsDirectory, readMigrations } from '@server/db/migrate';
import { type Orm, rowsOf } from '@server/db/orm';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';
import { formerSeal } from '@server/signing/formerSeal';

type ImportServices = Pick<Services, 'database' | 'files' | 'env' | 'now'>;

interface TakenIn {
  readonly manifest: OrganizationManifest;
  readonly rows: number;
  /** Number of common rows that the installation lacked; they became rows of the organization. */
  readonly added: number;
  /** Number of references to common rows that were not found; they are empty now. */
  readonly dropped: number;
}

/** Tables whose rows have their own insert functions. */
const specialTables: ReadonlySet<string> = new Set(['audit_log', 'former_signature', 'stored_file']);
const batchRows = 500;

interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

async function insertRows(
  tx: Orm,
  { name, columns }: TableShape,
  rows: readonly TextRow[],
  with_: TextRow = {},
): Promise<void> {
  if (!rows.length) return;
  const extraNames = Object.keys(with_);
  const names = [...columns.map((column) => column.name), ...extraNames].map(quoteIdentifier).join(', ');
  const values = [
    ...columns.map((column) => `(line ->> '${column.name}')::${column.type}`),
    ...extraNames.map((column) => `'${(with_[column] ?? '').replaceAll("'", "''")}'`),
  ].join(', ');
  await tx.execute(
    sql`${sql.raw(`insert into ${quoteIdentifier(name)} (${names}) overriding system value select ${values} from json_array_elements(`)}${JSON.stringify(rows)}${sql.raw('::text::json) with ordinality as given(line, place) order by place')}`,
  );
}

/** Assigns new ids to rows of the organization whose id belongs to a common row of this installation. */
async function ownIds(tx: Orm, archive: OrganizationArchive, newIds: NewIds): Promise<void> {
  for (const { name, columns, rows } of archive.manifest.tables) {
    if (
      !rows ||
      specialTables.has(name) ||
      !columns.some((column) => column.name === 'id' && column.type === 'integer')
    )
      continue;
    const takenIds = new Set(
      (await rowsOf<{ id: string }>(tx, sql.raw(`select id::text from ${quoteIdentifier(name)}`))).map(({ id }) => id),
    );
    if (!takenIds.size) continue;
    const ids: string[] = [];
    for await (const row of archive.rows(name)) ids.push(row['id'] ?? '');
    let next = Math.max(0, ...[...takenIds, ...ids].map(Number));
    for (const id of ids.filter((oldId) => takenIds.has(oldId))) newIds.set(`${name} ${id}`, String((next += 1)));
  }
}

/** Returns a row with this installation's ids; undefined where it needs a common row that does not exist here. */
function renumberRow(
  row: TextRow,
  table: string,
  references: readonly Reference[],
  newIds: NewIds,
  dropRow: () => void,
): TextRow | undefined {
  const copy = { ...row };
  const newId = newIds.get(`${table} ${row['id'] ?? ''}`);
  if (newId) copy['id'] = newId;
  for (const { column, target, required } of references) {
    const value = copy[column];
    const newId = value ? newIds.get(`${target} ${value}`) : undefined;
    if (newId === undefined) continue;
    if (newId === null) dropRow();
    if (newId === null && required) return undefined;
    copy[column] = newId;
  }
  return copy;
}

async function insertTables(
  tx: Orm,
  archive: OrganizationArchive,
  references: readonly Reference[],
  newIds: NewIds,
): Promise<number> {
  // These people chose their passwords elsewhere, so a slip here is a reset and delays their signatures.
  const secret = {
    password_hash: await hashPassword(randomPassword()),
    password_own: 'false',
    password_reset_time: new Date().toISOString(),
  };
  let droppedCount = 0;
  for (const table of archive.manifest.tables) {
    if (specialTables.has(table.name)) continue;
    const ownReferences = references.filter((reference) => reference.table === table.name);
    const extraColumns = table.name === 'user' ? secret : {};
    let batch: TextRow[] = [];
    for await (const row of archive.rows(table.name)) {
      const copy = renumberRow(row, table.name, ownReferences, newIds, () => (droppedCount += 1));
      if (copy) batch.push(copy);
      if (batch.length >= batchRows) {
        await insertRows(tx, table, batch, extraColumns);
        batch = [];
      }
    }
    await insertRows(tx, table, batch, extraColumns);
  }
  return droppedCount;
}

/** Inserts the files. They precede the rows that refer to them. */
async function insertFiles(tx: Orm, archive: OrganizationArchive): Promise<void> {
  const table = archive.manifest.tables.find(({ name }) => name === 'stored_file');
  if (!table) return;
  const rows: TextRow[] = [];
  for await (const row of archive.rows(table.name)) rows.push(row);
  for (let from = 0; from < rows.length; from += batchRows)
    await insertRows(tx, table, rows.slice(from, from + batchRows));
}

/**
 * Appends the lines of the audit trail to this installation's own, in their order, each with the organization of its
 * origin.
 */
async function insertTrail(tx: Orm, archive: OrganizationArchive): Promise<void> {
  const table = archive.manifest.tables.find(({ name }) => name === 'audit_log');
  if (!table) return;
  const tableWithoutId = { ...table, columns: table.columns.filter(({ name }) => name !== 'id') };
  const organizationName = archive.manifest.house.name;
  let batch: TextRow[] = [];
  for await (const row of archive.rows(table.name)) {
    batch.push({ ...row, former: row['former'] ?? organizationName });
    if (batch.length < batchRows) continue;
    await insertRows(tx, tableWithoutId, batch);
    batch = [];
  }
  await insertRows(tx, tableWithoutId, batch);
}

/** Seals each imported signature, together with the organization that made it. */
async function sealFormer(tx: Orm, { env, now }: ImportServices, archive: OrganizationArchive): Promise<void> {
  const before = new Map<string, string>();
  for await (const row of archive.rows('former_signature')) before.set(row['signature_id'] ?? '', row['house'] ?? '');
  const signatureRows = await rowsOf<{ id: number; seal: string; hash: string }>(
    tx,
    sql`select id, seal, hash from signature where organization_id = ${archive.manifest.house.id} order by id`,
  );
  const rows = signatureRows.map(({ id, seal, hash }): TextRow => {
    const organizationName = before.get(String(id)) ?? archive.manifest.house.name;
    return {
      signature_id: String(id),
      house: organizationName,
      time: now().toISOString(),
      seal: formerSeal(env, { signatureId: id, house: organizationName, seal, hash }),
    };
  });
  const columns = [
    { name: 'signature_id', type: 'integer' },
    { name: 'house', type: 'text' },
    { name: 'time', type: 'timestamptz' },
    { name: 'seal', type: 'text' },
  ];
  for (let from = 0; from < rows.length; from += batchRows)
    await insertRows(tx, { name: 'former_signature', columns }, rows.slice(from, from + batchRows));
}

/** Sets each sequence to a value above the highest id of its table. */
async function moveSequences(tx: Orm): Promise<void> {
  for (const { name, columns } of await tablesOf(tx)) {
    if (!columns.some((column) => column.name === 'id' && column.type === 'integer')) continue;
    await tx.execute(
      sql.raw(
        `select setval(seq, greatest(top, 1), top > 0)
          from (select pg_get_serial_sequence('${quoteIdentifier(name)}', 'id') as seq, (select coalesce(max(id), 0)
          from ${quoteIdentifier(name)}) as top) found where seq is not null`,
      ),
    );
  }
}

async function assertFits(tx: Orm, { manifest }: OrganizationArchive, path: string): Promise<void> {
  const ownMigrations = readMigrations(migrationsDirectory);
  const isSameSchema =
    ownMigrations.length === manifest.migrations.length &&
    ownMigrations.every(
      ({ name, sha256 }, index) =>
        manifest.migrations[index]?.name === name && manifest.migrations[index].sha256 === sha256,
    );
  if (!isSameSchema) throw new BackupProblem(texts.newer(path, manifest.version));
  const [existingOrganization] = await rowsOf<{ name: string }>(tx, sql`select name from organization limit 1`);
  if (existingOrganization) throw new BackupProblem(texts.notEmpty(existingOrganization.name));
}

async function loadArchive(
  tx: Orm,
  services: ImportServices,
  archive: OrganizationArchive,
  path: string,
): Promise<Omit<TakenIn, 'manifest'>> {
  await fixTextFormat(tx);
  await assertFits(tx, archive, path);
  const newIds: NewIds = new Map();
  // References are read before they are dropped.
  const references = await referencesOf(tx);
  let counts = { added: 0, dropped: 0 };
  const tables = archive.manifest.tables.filter(({ name }) => !specialTables.has(name));
  await withoutReferences(tx, () =>
    withoutTriggers(tx, tables, async () => {
      const addedCount = await findPublicRows(tx, archive, references, newIds);
      await ownIds(tx, archive, newIds);
      await insertFiles(tx, archive);
      counts = { added: addedCount, dropped: await insertTables(tx, archive, references, newIds) };
    }),
  );
  await sealFormer(tx, services, archive);
  await insertTrail(tx, archive);
  await moveSequences(tx);
  const { house: restoredOrganization } = archive.manifest;
  await recordAudit(tx, actorOf(systemCall(texts.worker)), [
    {
      action: 'import',
      entity: organization,
      entityId: restoredOrganization.id,
      title: restoredOrganization.name,
      organizationId: restoredOrganization.id,
      after: { version: archive.manifest.version, madeAt: archive.manifest.madeAt, ...counts },
      reason: texts.trail(restoredOrganization.name),
    },
  ]);
  return { rows: organizationRows(archive.manifest), ...counts };
}

/**
 * Imports the archive of an organization into an installation that has no organization: everything or nothing. Ids
 * stay the same, so that signatures match the signed content. Signatures and audit lines name the organization of
 * their origin. Nobody has a password afterwards; the platform administrator issues new ones.
 * @param services services with a migrated database that contains the product's own rows
 * @throws BackupProblem with one sentence
 */
export async function importOrganizationArchive(services: ImportServices, path: string): Promise<TakenIn> {
  const archive = await openOrganizationArchive(path);
  try {
    const { files } = archive.manifest;
    const takeBack = await putFiles(services.files, {
      files,
      read: (id) => archive.file(files.find((file) => file.id === id)?.entry ?? ''),
    });
    const counts = await services.database
      .transaction((tx) => loadArchive(tx, services, archive, path))
      .catch(async (error: unknown) => {
        await takeBack().catch(() => undefined);
        const code = error instanceof BackupProblem ? undefined : sqlStateOf(error);
        throw code ? new BackupProblem(texts.refused(code), { cause: error }) : error;
      });
    await services.database.execute('analyze');
    return { manifest: archive.manifest, ...counts };
  } finally {
    await archive.close();
  }
}
