import { randomUUID } from 'node:crypto';
import { doctorTexts } from '@contract/features/system/doctorTexts';
import { formatMoment } from '@server/base/zone';
import type { Services } from '@server/services';
import { type OperatorCommand, commandSucceeded } from '../operator/operatorCommand';
import { type DoctorFinding, failedCheck, passedCheck } from './doctorFinding';
import { replicaFinding } from './replicaCheck';

/** Number of database connections of one node: its pool and the connection that listens. */
const perNode = 11;
/** Difference between the clocks of two machines, s, from which it is a fault. */
const maxClockDifferenceS = 5;

async function databaseFindings({ database, env }: Services): Promise<DoctorFinding[]> {
  const [row] = await database.query<{ version: string }>(`select current_setting('server_version') as version`);
  const kind = database.kind === 'postgres' ? 'PostgreSQL' : 'PGlite';
  const versionFinding = passedCheck('database', doctorTexts.version(kind, row?.version ?? ''));
  if (database.kind !== 'postgres') return [versionFinding];
  const [line] = await database.query<{ used: number; most: number }>(
    `select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  );
  const { used = 0, most = 0 } = line ?? {};
  return [
    versionFinding,
    most - used < perNode
      ? failedCheck('connections', doctorTexts.fewConnections(used, most))
      : passedCheck('connections', doctorTexts.connections(used, most)),
    ...(env.databaseUrl && env.databaseReadUrl ? [await replicaFinding(env.databaseUrl, env.databaseReadUrl)] : []),
  ];
}

/** Checks the file store: writes, reads and removes a file. */
async function fileFinding({ files, env }: Services): Promise<DoctorFinding> {
  const id = randomUUID();
  try {
    await files.put(id, Buffer.from(id));
    const content = await files.read(id);
    const text = content ? await new Response(content).text() : '';
    if (text !== id) return failedCheck('files', doctorTexts.filesFault(text ? '内容不同' : '读不到刚写入的文件'));
    return passedCheck('files', doctorTexts.files(env.fileStore === 'file' ? env.dataDir : env.fileStore));
  } catch (error) {
    return failedCheck('files', doctorTexts.filesFault(error instanceof Error ? error.message : String(error)));
  } finally {
    await files.remove(id).catch(() => undefined);
  }
}

/** Compares the clock of this machine with the clock of the database. */
async function clockFinding({ database, env, now }: Services): Promise<DoctorFinding> {
  const before = now().getTime();
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
  const localTime = (before + now().getTime()) / 2;
  const seconds = Math.round(Math.abs((row?.at.getTime() ?? localTime) - localTime) / 1000);
  return seconds > maxClockDifferenceS
    ? failedCheck('clock', doctorTexts.clockApart(seconds))
    : passedCheck('clock', doctorTexts.clock(env.zone, formatMoment(now(), env.zone)));
}

/** Checks of `doctor` that need the database. The server that uses the database runs them, or a separate process. */
export const installationFindings: OperatorCommand = async (services) => {
  const findings = [...(await databaseFindings(services)), await fileFinding(services), await clockFinding(services)];
  return {
    ...commandSucceeded(...findings.map(({ line }) => line)),
    code: findings.filter((finding) => finding.fault).length,
  };
};
