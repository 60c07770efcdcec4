import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLog } from '@server/base/log';
import { thisBuild } from '@server/base/version';
import { databaseForTest } from '../support/database';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

it('the log contains no secrets, one or two levels deep (IN15)', () => {
  const canary = 'Canary-1!';
  const text = logged((log) => {
    log.info(
      {
        password: canary,
        token: canary,
        body: { password: canary, code: canary, newPass: canary },
        request: { headers: { authorization: canary, cookie: canary } },
      },
      'login',
    );
  });
  expect(text).not.toContain(canary);
  expect(text).toContain('"msg":"login"');
});

it('each line of the log names the node and its build', () => {
  const lines = logged((log) => {
    log.info('first');
    log.error({ requestId: 'a' }, 'second');
  });
  for (const line of lines.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ node: hostname(), build: thisBuild(), time: expect.any(String) });
  expect(thisBuild()).toMatch(/^([0-9a-f]{12}|source)$/);
});

it('each log entry is one line of JSON, whatever the logged values contain (IN15)', () => {
  const text = logged((log) => log.warn({ userName: 'a\r\n{"level":60,"msg":"forged"}' }, 'line\nbreak'));
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(text).not.toContain('\r');
  expect(JSON.parse(text)).toMatchObject({ msg: 'line\nbreak' });
});

it('the log shows why a query failed, without its parameters (IN15)', async () => {
  const database = await databaseForTest();
  await database.execute('create table secret_holder (name text unique)');
  await database.query('insert into secret_holder values ($1)', ['canary-value']);
  const error: unknown = await database.orm
    .execute(sql`insert into secret_holder values (${'canary-value'})`)
    .catch((failure: unknown) => failure);
  const text = logged((log) => log.error({ err: error }, 'request failed'));
  expect(text).not.toContain('canary-value');
  expect(text).toContain('23505');
  expect(text).toContain('Failed query');
});
