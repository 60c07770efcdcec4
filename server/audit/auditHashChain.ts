// Hash chain of the audit trail: hash = SHA-256 (hash before + every column of the line as JSON). The database computes
// it by the function `audit_hash`, in a trigger when a transaction commits (server/db/migrations/0015_audit_chain.sql,
// 0032_audit_pending.sql, 0086_link_audit_lines_together.sql); its tables are in server/db/tables/auditTables.ts. This
// file recomputes the chain and compares.

import { and, count, eq, inArray, lte, sql } from 'drizzle-orm';
import type { BrokenPlace, ChainEnd, ChainFault, ChainReport } from '@contract/features/system/auditChainReport';
import { type Orm, rowsOf } from '@server/db/orm';
import { auditChainTable, auditLogTable } from '@server/db/schema';

/** Number of links that one statement recomputes; the embedded database is blocked meanwhile. */
const rowsPerBatch = 20_000;
/** Maximum number of reported broken places; a tampered chain usually has more. */
const maxBrokenPlaces = 20;
/** Hash before the first link. */
const firstHash = '0'.repeat(64);

type FaultRow = { fault: ChainFault; seq: number | null; auditId: number | null };

/**
 * Returns the broken links after `from` up to `to`. Each link is compared with the previous link and with its line.
 */
const brokenLinks = (orm: Orm, from: number, to: number): Promise<FaultRow[]> =>
  rowsOf<FaultRow>(
    orm,
    sql`
    with link as (
      select *, lag(seq, 1, 0) over (order by seq) as seq_before, lag(hash, 1, ${firstHash}) over (order by seq) as hash_before from audit_chain where seq between ${from}::int and ${to}::int
    ), judged as (
      select link.seq, link.audit_id, case
        when link.seq <> link.seq_before + 1 then 'missing'
        when line.id is null then 'deleted'
        when link.hash <> audit_hash(link.previous, line) then 'altered'
        when link.previous <> link.hash_before then 'broken'
      end as fault
      from link left join audit_log line on line.id = link.audit_id
      where link.seq > ${from}::int
    )
    select fault, seq, audit_id as "auditId" from judged where fault is not null order by seq limit ${maxBrokenPlaces}`,
  );

/**
 * Recomputes the chain of the audit trail from its start. It finds altered, deleted, moved and inserted lines, and a
 * removed end (QUALITY AUD3). The next verification covers lines that are committed meanwhile.
 */
export async function verifyAuditChain(orm: Orm): Promise<ChainReport> {
  const [chainEnds] = await rowsOf<{
    seq: number | null;
    hash: string | null;
    lastSeq: number | null;
    lastHash: string | null;
    first: number | null;
  }>(
    orm,
    sql`
    select head.seq, head.hash, final.seq as "lastSeq", final.hash as "lastHash",
      (select min(id) from audit_log) as first
    from (select 1) one
    left join audit_head head on head.id = 1
    left join (select seq, hash from audit_chain order by seq desc limit 1) final on true`,
  );
  const last =
    chainEnds && chainEnds.seq !== null && chainEnds.hash !== null
      ? { seq: chainEnds.seq, hash: chainEnds.hash }
      : null;
  const end = Math.max(last?.seq ?? 0, chainEnds?.lastSeq ?? 0);
  const brokenPlaces: BrokenPlace[] = [];
  for (let from = 0; from < end && brokenPlaces.length < maxBrokenPlaces; from += rowsPerBatch)
    brokenPlaces.push(...(await brokenLinks(orm, from, Math.min(from + rowsPerBatch, end))));
  if (!last && (chainEnds?.lastSeq ?? chainEnds?.first ?? null) !== null)
    brokenPlaces.push({ fault: 'headless', seq: null, auditId: null });
  if (last && last.seq > (chainEnds?.lastSeq ?? 0)) brokenPlaces.push({ fault: 'cut', seq: last.seq, auditId: null });
  if (last && last.seq < (chainEnds?.lastSeq ?? 0))
    brokenPlaces.push({ fault: 'beyond', seq: chainEnds?.lastSeq ?? null, auditId: null });
  if (last && last.seq === chainEnds?.lastSeq && last.hash !== chainEnds.lastHash)
    brokenPlaces.push({ fault: 'broken', seq: last.seq, auditId: null });
  brokenPlaces.push(
    ...(await rowsOf<FaultRow>(
      orm,
      sql`
    select 'unlinked' as fault, null::int as seq, id as "auditId" from audit_log
    where not exists (select from audit_chain where audit_id = audit_log.id and seq > 0)
    order by id limit ${maxBrokenPlaces}`,
    )),
  );
  const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
    orm,
    sql`select count(*)::int as count from audit_chain where seq between 1 and ${end}::int`,
  );
  return { count, last, broken: brokenPlaces.slice(0, maxBrokenPlaces) };
}

/**
 * Reduces a verification to one organization: the number of its own lines, and the broken places that concern them or
 * a missing line. It contains no number of the chain and no number of a line that is not the organization's.
 * @param organizationId organization of the viewer
 */
export async function reportFor(orm: Orm, report: ChainReport, organizationId: number): Promise<ChainReport> {
  const clockSteps = report.clockSteps ?? [];
  const auditIds = [
    ...report.broken.flatMap(({ auditId }) => auditId ?? []),
    ...clockSteps.map(({ auditId }) => auditId),
  ];
  const existingLines = auditIds.length
    ? await orm
        .select({ id: auditLogTable.id, organizationId: auditLogTable.organizationId })
        .from(auditLogTable)
        .where(inArray(auditLogTable.id, auditIds))
    : [];
  const organizationOf = new Map(existingLines.map((line) => [line.id, line.organizationId]));
  const isForeign = (id: number): boolean => organizationOf.has(id) && organizationOf.get(id) !== organizationId;
  const [ownTotal] = await orm
    .select({ count: count() })
    .from(auditLogTable)
    .innerJoin(auditChainTable, eq(auditChainTable.auditId, auditLogTable.id))
    .where(and(eq(auditLogTable.organizationId, organizationId), lte(auditChainTable.seq, report.last?.seq ?? 0)));
  const ownSteps = clockSteps.filter(({ auditId }) => organizationOf.get(auditId) === organizationId);
  return {
    ...(ownSteps.length ? { clockSteps: ownSteps.map((step) => ({ ...step, seq: null })) } : {}),
    count: ownTotal?.count ?? 0,
    last: report.last && { seq: null, hash: report.last.hash },
    broken: report.broken
      .filter(({ auditId }) => auditId === null || !isForeign(auditId))
      .map(({ fault, auditId }) => ({
        fault,
        seq: null,
        auditId: auditId !== null && organizationOf.has(auditId) ? auditId : null,
      })),
    own: true,
  };
}

/**
 * Returns whether the chain still has a hash that was noted earlier, at its number where that was noted too. This
 * proves that nothing before it was rewritten.
 */
export async function stillHolds(orm: Orm, { seq, hash }: ChainEnd): Promise<boolean> {
  const matchingRows = await rowsOf<{ hash: string }>(
    orm,
    seq === null
      ? sql`select hash from audit_chain where hash = ${hash} and seq > 0`
      : sql`select hash from audit_chain where seq = ${seq}`,
  );
  return matchingRows[0]?.hash === hash;
}

/** Returns the current end of the chain; null for an empty trail. */
export async function chainEnd(orm: Orm): Promise<{ seq: number; hash: string } | null> {
  const [head] = await rowsOf<{ seq: number; hash: string }>(orm, sql`select seq, hash from audit_head where id = 1`);
  return head ?? null;
}
