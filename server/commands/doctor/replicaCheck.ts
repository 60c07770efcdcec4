import pg from 'pg';
import { doctorTexts } from '@contract/features/system/doctorTexts';
import { StartRefusal } from '@server/base/startRefusal';
import { assertReplicaOf } from '@server/db/readReplica';
import { type DoctorFinding, failedCheck, passedCheck } from './doctorFinding';

/** Time in ms within which a database server has to answer. */
const answerWithinMs = 5_000;

const openCheckPool = (connectionString: string): pg.Pool =>
  new pg.Pool({
    connectionString,
    max: 1,
    application_name: 'occhealth-lab doctor',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });

/** Returns how many bytes of the first server's log the replica has not repeated yet. */
async function lagOf(primary: pg.Pool, replica: pg.Pool): Promise<number> {
  const { rows } = await replica.query<{ position: string }>('select pg_last_wal_replay_lsn()::text as position');
  const lag = await primary.query<{ bytes: string }>(
    'select greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn), 0)::bigint::text as bytes',
    [rows[0]?.position ?? '0/0'],
  );
  return Number(lag.rows[0]?.bytes ?? 0);
}

/** Checks that DATABASE_READ_URL is a replica of DATABASE_URL and answers. */
export async function replicaFinding(databaseUrl: string, readUrl: string): Promise<DoctorFinding> {
  const [primary, replica] = [openCheckPool(databaseUrl), openCheckPool(readUrl)];
  try {
    // `assertReplicaOf` accepts a server that does not answer, because the product may start before its replica.
    await replica.query('select 1');
    await assertReplicaOf(primary, replica);
    return passedCheck('replica', doctorTexts.replica(await lagOf(primary, replica)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failedCheck('replica', error instanceof StartRefusal ? reason : doctorTexts.replicaAway(reason));
  } finally {
    await Promise.allSettled([primary.end(), replica.end()]);
  }
}
