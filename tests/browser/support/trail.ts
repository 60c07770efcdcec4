import { registry } from '@server/app/resources';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import { openDatabase } from '@server/db/openDatabase';
import { snakeCase } from '@server/db/tableOf';

/**
 * Entities whose rows have no events of their own, and why: the trail itself; the log of jobs (任务日志); and messages
 * with their copies per person, which the server creates for an action with an event of its own, and which store when
 * they were read.
 */
const leftOut: ReadonlySet<string> = new Set(['auditLog', 'jobRun', 'announcement', 'announcementSend']);

interface Row {
  readonly version: number;
  readonly deleted: boolean;
  /** Hash of all stored content. */
  readonly hash: string;
}

interface Line {
  readonly id: number;
  readonly entity: string | null;
  readonly entityId: number | null;
  readonly action: string;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** It names person, address and request. */
  readonly whole: boolean;
}

interface Signature {
  readonly entity: string;
  readonly rowId: number;
  readonly hash: string;
}

interface Kept {
  /** By `entity:id`. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly lines: readonly Line[];
  readonly signatures: readonly Signature[];
  /**
   * Ids of uploads by people. What the server generated (a report's PDF, its public copy) belongs to the event of its
   * row.
   */
  readonly uploads: readonly string[];
  readonly signIns: number;
  readonly chain: Awaited<ReturnType<typeof verifyAuditChain>>;
}

/** Reads a data directory that no server has open. */
async function keptIn(dataDir: string): Promise<Kept> {
  const database = await openDatabase({ dataDir });
  try {
    const rows = new Map<string, Row>();
    for (const { entity } of registry.all.filter((one) => 'version' in one.columns && !leftOut.has(one.entity.name))) {
      const table = `"${snakeCase(entity.name)}"`;
      const found = await database.query<Row & { id: number }>(
        `select id, version, delete_time is not null as deleted, md5(to_jsonb(${table}.*)::text) as hash from ${table}`,
      );
      for (const { id, ...row } of found) rows.set(`${entity.name}:${id}`, row);
    }
    const [counted] = await database.query<{ signIns: number }>('select count(*)::int as "signIns" from user_session');
    return {
      rows,
      lines: await database.query<Line>(
        `select id, entity, entity_id as "entityId", action, after, (create_by is not null and user_name is not null
          and ip is not null and request_id is not null) as whole from audit_log order by id`,
      ),
      signatures: await database.query<Signature>('select entity, row_id as "rowId", hash from signature order by id'),
      uploads: (
        await database.query<{ id: string }>(`
        select id::text as id from stored_file
        where id not in (select pdf from report where pdf is not null)
        and id not in (select report_file from report_formula where report_file is not null)`)
      ).map(({ id }) => id),
      signIns: counted?.signIns ?? 0,
      chain: await verifyAuditChain(database.orm),
    };
  } finally {
    await database.close();
  }
}

const creates: ReadonlySet<string> = new Set(['add', 'copy', 'import']);
/** The signatures by certificate that an issued report's PDF receives are recorded under the report. */
const isCreation = ({ action, after }: Line): boolean => creates.has(action) && !(after && 'signers' in after);
const changes: ReadonlySet<string> = new Set(['edit', 'status', 'restore', 'permission', 'reset']);
/** A reminder, and the reason for a missing archive document, are recorded under their project without changing it. */
const isChange = ({ action, after }: Line): boolean =>
  changes.has(action) && !(after && ('urged' in after || 'archive' in after));

/**
 * Returns what is wrong with the events of one row, or null. Version n needs 1 creation and n−1 changes, and a deletion
 * 1 more.
 */
function gapOf(was: Row | undefined, now: Row | undefined, lines: readonly Line[]): string | null {
  const created = lines.filter(isCreation).length;
  const changed = lines.filter(isChange).length;
  const deleted =
    lines.filter(({ action }) => action === 'del').length - lines.filter(({ action }) => action === 'restore').length;
  const told = `${created} created, ${changed} changed, ${deleted} deleted`;
  if (created !== (was ? 0 : 1)) return `${told}; the row is ${was ? 'older' : 'new'}`;
  // Permanently deleted: drafts of hand-overs.
  if (!now) return deleted === 1 ? null : `${told}; the row is gone`;
  if (deleted !== Number(now.deleted) - Number(was?.deleted ?? false))
    return `${told}; the row is ${now.deleted ? '' : 'not '}deleted`;
  if (changed !== now.version - (was?.version ?? 1))
    return `${told}; version ${was?.version ?? 'none'} → ${now.version}`;
  return was && was.hash !== now.hash && changed + Math.abs(deleted) === 0
    ? `${told}; the row is another one under the same version`
    : null;
}

export interface TrailReport {
  /** One sentence each. */
  readonly gaps: readonly string[];
  readonly rows: number;
  readonly lines: number;
  readonly signatures: number;
  readonly uploads: number;
  readonly signIns: number;
  readonly chain: Kept['chain'];
  readonly lineCount: number;
}

/** Compares what a stopped server has written on a copy of the directory `from` with its audit trail. */
export async function trailSince(dataDir: string, from: string): Promise<TrailReport> {
  const before = await keptIn(from);
  const after = await keptIn(dataDir);
  const last = before.lines.at(-1)?.id ?? 0;
  const lines = after.lines.filter(({ id }) => id > last);
  const gaps = lines
    .filter(({ whole }) => !whole)
    .map(({ id }) => `line ${id} does not tell who did it and from where`);

  const about = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.entity ?? ''}:${line.entityId ?? ''}`;
    about.set(key, [...(about.get(key) ?? []), line]);
  }
  const written = new Set([
    ...[...after.rows].flatMap(([key, row]) => (before.rows.get(key)?.hash === row.hash ? [] : [key])),
    ...[...before.rows.keys()].filter((key) => !after.rows.has(key)),
    ...[...about].flatMap(([key, of]) =>
      registry.all.some(({ entity }) => key.startsWith(`${entity.name}:`) && !leftOut.has(entity.name)) &&
      of.some((line) => creates.has(line.action) || isChange(line) || line.action === 'del')
        ? [key]
        : [],
    ),
  ]);
  for (const key of written) {
    const gap = gapOf(before.rows.get(key), after.rows.get(key), about.get(key) ?? []);
    if (gap) gaps.push(`${key}: ${gap}`);
  }

  const signatures = after.signatures.slice(before.signatures.length);
  // Samples move under the signature of their sheet: their events say that it was signed, the sheet's has the hash.
  const signed = lines
    .filter((line) => line.after?.['signed'] === true && line.after['hash'] !== undefined)
    .map((line) => `${line.entity}:${line.entityId}:${String(line.after?.['hash'])}`);
  const wanted = signatures.map(({ entity, rowId, hash }) => `${entity}:${rowId}:${hash}`);
  if (signed.sort().join() !== wanted.sort().join())
    gaps.push(`${signatures.length} signatures, ${signed.length} signed lines`);

  const uploads = after.uploads.filter((id) => !before.uploads.includes(id));
  const sent = lines.filter(({ action }) => action === 'upload').map((line) => String(line.after?.['id']));
  if (uploads.sort().join() !== sent.sort().join()) gaps.push(`files ${uploads.join()} and uploads ${sent.join()}`);

  const signIns = after.signIns - before.signIns;
  const came = lines.filter(({ action }) => action === 'login').length;
  if (signIns !== came) gaps.push(`${signIns} sessions, ${came} lines of coming`);
  return {
    gaps,
    rows: written.size,
    lines: lines.length,
    signatures: signatures.length,
    uploads: uploads.length,
    signIns,
    chain: after.chain,
    lineCount: after.lines.length,
  };
}
