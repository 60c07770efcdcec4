// npm run bench:seed [-- rows]: fills the database of the environment (DATABASE_URL, else DATA_DIR) with very many
// samples, to try the product. Refuses a database with rows.
import { join } from 'node:path';
import { pino } from 'pino';
import { parseEnv } from '@server/base/env';
import { migrate } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { createPush } from '@server/features/notices/browserPush';
import { directoryStore } from '@server/files/directoryStore';
import { seedDatabase } from '@server/seed/seedDatabase';
import type { Services } from '@server/services';
import { rowsOf, testPassword } from '../support/rows';
import { fillSamples, sampleGround } from './samples/seed';

const env = parseEnv({ DEMO: 'off', ...process.env, LOG_LEVEL: 'silent' });
const database = await openDatabase(env.databaseUrl ? { databaseUrl: env.databaseUrl } : { dataDir: env.dataDir });
const count = Number(process.argv[2] ?? (database.kind === 'postgres' ? 1_000_000 : 100_000));
if (!Number.isInteger(count) || count < 100 || count % 100 !== 0)
  throw new Error('the number of rows is a whole hundred');
await migrate(database);
const services: Services = {
  env,
  database,
  files: directoryStore(join(env.dataDir, 'files')),
  push: createPush(database),
  log: pino({ level: 'silent' }),
  now: () => new Date(),
};
const [{ projects = 0 } = {}] = await database.query<{ projects: number }>(
  'select count(*)::int as projects from project',
);
if (projects > 0) throw new Error('this database has projects of its own: take an empty one');
await seedDatabase(services);
const rows = rowsOf(services);
const started = Date.now();
await fillSamples(database, await sampleGround(rows, 'big'), await sampleGround(rows, 'other'), count);
console.log(
  `${count} samples in ${((Date.now() - started) / 1000).toFixed(0)} s; sign in as big1 with ${testPassword}`,
);
await services.push.close();
await database.close();
