import { sql } from 'drizzle-orm';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import { migrate } from '@server/db/migrate';
import type { Database } from '@server/db/openDatabase';
import { type Line, round } from './line';
import { onPostgres } from './onPostgres';

/** s (QUALITY AUD3) */
const goal = 60;
const count = Number(process.env['BENCH_AUDIT'] ?? 1_000_000);
/** Events per transaction; their chain links are created at its end. */
const together = 20_000;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Inserts events as edits of results leave them, chained by the database. */
async function fill({ orm }: Database): Promise<void> {
  for (let from = 0; from < count; from += together) {
    const upTo = Math.min(from + together, count);
    await orm.execute(sql`
      insert into audit_log (user_name, ip, request_id, reason, action, entity, entity_label, entity_id, title, before, after)
      select '检测员（analyst）', '192.0.2.' || n % 250, gen_random_uuid(), '复核后更正', 'edit', 'labSheetRow', '检测数据', n, '样品' || n, jsonb_build_object('reading', n % 997), jsonb_build_object('reading', n % 991)
      from generate_series(${from + 1}::int, ${upTo}::int) as n`);
  }
}

async function measureOn(open: () => Promise<Database>): Promise<Line[]> {
  const database = await open();
  try {
    await migrate(database);
    const written = await seconds(() => fill(database));
    let report: Awaited<ReturnType<typeof verifyAuditChain>> | undefined;
    const verified = await seconds(async () => {
      report = await verifyAuditChain(database.orm);
    });
    if (report?.count !== count || report.broken.length)
      throw new Error(`the chain of ${count} lines does not hold: ${JSON.stringify(report)}`);
    const what = `PostgreSQL, ${count.toLocaleString('en')} lines of the trail`;
    return [
      { part: 'auditTrail', what: `${what}: written with their links`, value: round(written), unit: 's' },
      { part: 'auditTrail', what: `${what}: verified from the first`, value: round(verified), unit: 's', goal },
    ];
  } finally {
    await database.close();
  }
}

/** QUALITY AUD3: duration of `npm run verify-audit` over a million events. */
export const measure = (): Promise<Line[]> => onPostgres(measureOn);
