import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, brotliDecompressSync } from 'node:zlib';
import { and, asc, eq } from 'drizzle-orm';
import { machines } from '@contract/subjects';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import type { TableShape } from '@server/backup/tableCatalogue';
import type { Database } from '@server/db/openDatabase';
import { workflowStepTable } from '@server/db/schema';
import { verifySignatures } from '@server/signing/verifySignatures';
import type { TestServer } from './server';
import { contentOf } from './tableContent';

// Contents of an installation of an earlier version as hashes: calculated once by that version, and again by this one.

/** Removes the date of drawing, the only part of an issued paper that may differ. */
const undated = (pdf: Buffer): string =>
  pdf
    .toString('latin1')
    .replaceAll(/\(D:\d{14}[^)]*\)/g, '(D:)')
    .replaceAll(/\/ID \[[^\]]*\]/g, '/ID');

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

export interface InstallationHashes {
  /** Rows and content of each table, by the columns that it had then. */
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
  /** By machine, row and step: valid, invalid or past. */
  readonly signatures: Readonly<Record<string, string>>;
  readonly trail: { readonly count: number; readonly hash: string };
  /** Stored files by their ids. */
  readonly files: Readonly<Record<string, string>>;
  /** Papers drawn from frozen content by their call, without the date of drawing. */
  readonly papers: Readonly<Record<string, string>>;
}

/** Unpacks `data` (a data directory) and `backup.tar` into a directory. */
export function unpackInstallation(archive: string, into: string): void {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  execFileSync('tar', ['-x', '-C', into], { input: brotliDecompressSync(readFileSync(archive), { params }) });
}

async function tablesIn(database: Database, shapes: readonly TableShape[]): Promise<InstallationHashes['tables']> {
  const content = await contentOf(database, shapes);
  return Object.fromEntries(
    [...content].map(([name, rows]) => [name, { rows: rows.length, sha256: sha256(rows.join('\n')) }]),
  );
}

async function signaturesIn({ services, database: { orm, query } }: TestServer): Promise<Record<string, string>> {
  const signed = await query<{ machine: string; row: number }>(
    'select distinct machine, row_id as row from signature order by 1, 2',
  );
  const found: Record<string, string> = {};
  for (const { machine: name, row } of signed) {
    const machine = machines.find((machine) => machine.name === name);
    if (!machine) throw new Error(`no machine is called ${name}`);
    const of = and(eq(workflowStepTable.machine, name), eq(workflowStepTable.rowId, row));
    const steps = await orm.select().from(workflowStepTable).where(of).orderBy(asc(workflowStepTable.id));
    const verdicts = await verifySignatures(services, orm, machine, row, steps);
    for (const [step, { state }] of verdicts) found[`${name}/${row}/${step}`] = state;
  }
  return found;
}

async function filesIn({ services, database }: TestServer): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { id } of await database.query<{ id: string }>(
    'select id from stored_file where delete_time is null order by id',
  )) {
    const stream = await services.files.read(id);
    found[id] = stream ? sha256(Buffer.from(await new Response(stream).arrayBuffer())) : 'lost';
  }
  return found;
}

/** Returns the calls for issued reports, handed-in records and archived papers. */
async function callsIn({ database }: TestServer): Promise<{ path: string; body?: unknown }[]> {
  const reports = await database.query<{ id: number }>('select id from report where issued_on is not null order by id');
  const records = await database.query<{ id: number; project: number }>(
    'select sheet_id as id, project from record_content join lab_sheet on lab_sheet.id = sheet_id order by sheet_id',
  );
  const archived = await database.query<{ project: number; key: string }>(
    'select project_id as project, jsonb_object_keys(papers) as key from archive_content order by 1, 2',
  );
  return [
    ...reports.map(({ id }) => ({ path: `api/report/pdf/${id}` })),
    ...records.map(({ id, project }) => ({ path: `api/records/${project}/pdf`, body: { keys: [`record-${id}`] } })),
    ...archived.map(({ project, key }) => ({ path: `api/archive/${project}/pdf/${key}` })),
  ];
}

async function papersIn(server: TestServer, isWanted: (call: string) => boolean): Promise<Record<string, string>> {
  const token = await server.login('admin');
  const found: Record<string, string> = {};
  for (const { path, body } of await callsIn(server)) {
    const call = `${path} ${body ? JSON.stringify(body) : ''}`.trim();
    if (!isWanted(call)) continue;
    const answer = await server.app.request(`https://lab.example.com/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    found[call] = sha256(undated(Buffer.from(await answer.arrayBuffer())));
  }
  return found;
}

/**
 * @param server on the migrated installation, before its first request
 * @param shapes tables as the installation's own version had them
 * @param isWanted whether the paper of a call (as in `papers`) is drawn
 */
export async function hashesOf(
  server: TestServer,
  shapes: readonly TableShape[],
  isWanted: (call: string) => boolean = () => true,
): Promise<InstallationHashes> {
  const tables = await tablesIn(server.database, shapes);
  const { count, last, broken } = await verifyAuditChain(server.database.orm);
  if (broken.length > 0) throw new Error(`the trail is broken: ${JSON.stringify(broken)}`);
  const [signatures, files] = [await signaturesIn(server), await filesIn(server)];
  const papers = await papersIn(server, isWanted);
  return { tables, trail: { count, hash: last?.hash ?? '' }, signatures, files, papers };
}
