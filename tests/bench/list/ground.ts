import { join } from 'node:path';
import { pino } from 'pino';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { openSession } from '@server/auth/session';
import { parseEnv } from '@server/base/env';
import { migrate } from '@server/db/migrate';
import type { Database } from '@server/db/openDatabase';
import { snakeCase } from '@server/db/tableOf';
import { createPush } from '@server/features/notices/browserPush';
import { directoryStore } from '@server/files/directoryStore';
import type { Services } from '@server/services';
import { rowsOf } from '../../support/rows';
import { fillUnits } from './rows';

/** Columns that the server selects. */
export const columns = [
  'id',
  'organization_id',
  'version',
  'create_by',
  'create_time',
  'update_by',
  'update_time',
  'delete_time',
  ...Object.keys(inspectUnit.fields).map(snakeCase),
].join(', ');

export interface UnitGround {
  readonly services: Services;
  readonly token: string;
  readonly organizationId: number;
}

/** Creates 100,000 units of one organization, and a person who may list and export them. */
export async function unitGround(database: Database, dataDir: string): Promise<UnitGround> {
  await migrate(database);
  const env = parseEnv({ CAPTCHA: 'off', DEMO: 'off', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const services: Services = {
    env,
    database,
    files: directoryStore(join(dataDir, 'files')),
    push: createPush(database),
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  };
  const rows = rowsOf(services);
  const [organizationId, otherId] = [await rows.organization(), await rows.organization()];
  const role = await rows.role({ permissions: ['inspectUnit:list', 'inspectUnit:export'], organizationId });
  const people: number[] = [];
  for (let person = 0; person < 10; person += 1) people.push(await rows.user({ organizationId, roles: [role] }));
  const customers: number[] = [];
  for (let customer = 0; customer < 40; customer += 1) customers.push(await rows.customer({ organizationId }));
  await fillUnits(database, organizationId, otherId, people, customers);
  const token = await openSession(
    database.orm,
    { userId: people[0] ?? 0, ip: '127.0.0.1', agent: 'bench' },
    new Date(),
  );
  return { services, token, organizationId };
}
