import { sql } from 'drizzle-orm';
import type { ClockStep } from '@contract/features/system/auditChainReport';
import { formatMoment } from '@contract/zone';
import { type Orm, rowsOf } from '@server/db/orm';

/**
 * Time, s, by which a line of the audit trail may be earlier than the line before: lines are chained at the commit, and
 * have the time at which their transaction began.
 */
const leewaySeconds = 900;
const maxSteps = 20;
/** Number of links that one statement reads. */
const rowsPerBatch = 50_000;

interface StepRow {
  readonly seq: number;
  readonly auditId: number;
  readonly before: Date | string;
  readonly after: Date | string;
}

/**
 * Finds the places of the audit trail where time goes back: the clock was ahead until there and was then corrected. The
 * order of the chain does not depend on the clock. Lines that another installation wrote are ignored.
 * @param last number of the last link to read
 * @returns the newest places, in the trail's order
 */
export async function clockSteps(orm: Orm, last: number, zone: string): Promise<ClockStep[]> {
  const stepRows: StepRow[] = [];
  for (let end = last; end > 0 && stepRows.length < maxSteps; end -= rowsPerBatch)
    stepRows.unshift(
      ...(await rowsOf<StepRow>(
        orm,
        sql`
        with line as (
          select link.seq, log.id, log.create_time as after, lag(log.create_time) over (order by link.seq) as before
          from audit_chain link join audit_log log on log.id = link.audit_id
          where link.seq between ${end - rowsPerBatch}::int and ${end}::int and log.former is null
        )
        select seq, id as "auditId", before, after from line
        where seq > ${end - rowsPerBatch}::int and after < before - make_interval(secs => ${leewaySeconds})
        order by seq`,
      )),
    );
  return stepRows.slice(-maxSteps).map(({ seq, auditId, before, after }) => ({
    seq,
    auditId,
    before: formatMoment(new Date(before), zone),
    after: formatMoment(new Date(after), zone),
  }));
}

/** Number of newest lines that are compared with the clock. */
const newestLines = 1_000;

/** Returns how many of the newest lines are later than a moment: the clock was ahead when they were written. */
export async function linesAfter(orm: Orm, moment: Date): Promise<number> {
  const [laterLines] = await rowsOf<{ count: number }>(
    orm,
    sql`
    select count(*)::int as count from (
      select create_time from audit_log where former is null order by id desc limit ${newestLines}
    ) newest where create_time > ${moment.toISOString()}::timestamptz`,
  );
  return laterLines?.count ?? 0;
}
