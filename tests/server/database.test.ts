import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database } from '@server/db/openDatabase';
import { testDatabase } from '../support/database';

const sample = pgTable('database_sample', { id: integer('id').primaryKey(), name: text('name').notNull() });

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await database.execute(
    'create table database_sample (id int primary key, name text not null); create table database_types (big int8, exact numeric, day date, moment timestamptz, plain timestamp);',
  );
});
afterAll(() => database.close());

const names = async (): Promise<string[]> =>
  (await database.orm.select().from(sample).orderBy(sample.id)).map(({ name }) => name);

describe('database', () => {
  it('the database returns the same JavaScript values on both drivers, from raw SQL and through the ORM', async () => {
    await database.query('insert into database_types values ($1, $2, $3, $4, $5)', [
      9_007_199_254_740_991,
      '1.50',
      '2024-02-29',
      new Date('2024-05-01T08:30:00.123Z'),
      '2024-05-01 08:30:00',
    ]);
    const expected = {
      big: 9_007_199_254_740_991,
      exact: '1.50',
      day: '2024-02-29',
      moment: new Date('2024-05-01T08:30:00.123Z'),
      plain: '2024-05-01 08:30:00',
    };
    expect(await database.query('select * from database_types')).toEqual([expected]);
    const raw = await database.orm.execute(sql`select * from database_types`);
    expect((raw as unknown as { rows: unknown[] }).rows).toEqual([expected]);
    const inside = await database.transaction((tx) => tx.execute(sql`select * from database_types`));
    expect((inside as unknown as { rows: unknown[] }).rows).toEqual([expected]);
  });

  it('the database keeps a committed transaction, and nothing of a transaction that threw', async () => {
    await database.transaction((tx) => tx.insert(sample).values({ id: 1, name: 'kept' }));
    const broken = database.transaction(async (tx) => {
      await tx.insert(sample).values({ id: 2, name: 'lost' });
      throw new Error('on purpose');
    });
    await expect(broken).rejects.toThrow('on purpose');
    expect(await names()).toEqual(['kept']);
  });

  it('the database nests transactions by savepoint', async () => {
    await database.transaction(async (tx) => {
      await tx.insert(sample).values({ id: 3, name: 'outer' });
      await tx
        .transaction(async (inner) => {
          await inner.insert(sample).values({ id: 4, name: 'inner' });
          throw new Error('on purpose');
        })
        .catch(() => undefined);
    });
    expect(await names()).toEqual(['kept', 'outer']);
  });

  it('the database throws at once when the outer handle is used inside a transaction', async () => {
    const { orm } = database;
    await database.transaction(async (tx) => {
      expect(() => database.orm).toThrow('inside transaction()');
      await expect(orm.select().from(sample)).rejects.toThrow();
      await expect(database.query('select 1')).rejects.toThrow('inside transaction()');
      await expect(database.execute('select 1')).rejects.toThrow('inside transaction()');
      await expect(database.notify('x', 'y')).rejects.toThrow('inside transaction()');
      await expect(database.transaction(async () => 1)).rejects.toThrow('inside transaction()');
      await expect(orm.transaction(async () => 1)).rejects.toThrow('inside transaction()');
      // The transaction is still usable.
      await tx.insert(sample).values({ id: 5, name: 'after' });
    });
    expect(await names()).toContain('after');
  });

  it('a query that a transaction started without awaiting runs once the transaction is over', async () => {
    let later: Promise<number> = Promise.resolve(0);
    await database.transaction(async () => {
      later = new Promise((resolve, reject) =>
        setTimeout(() => names().then(({ length }) => resolve(length), reject), 100),
      );
    });
    expect(await later).toBeGreaterThan(0);
  });

  it('the database delivers notifications to listeners until they stop', async () => {
    const heard: string[] = [];
    const channel = `channel_${randomUUID().slice(0, 8)}`;
    const stop = await database.listen(channel, (payload) => heard.push(payload));
    const stopSecond = await database.listen(channel, (payload) => heard.push(`second ${payload}`));
    await database.notify(channel, '一');
    await expect.poll(() => heard).toEqual(['一', 'second 一']);
    await stopSecond();
    await database.notify(channel, '二');
    await expect.poll(() => heard).toEqual(['一', 'second 一', '二']);
    await stop();
    await database.notify(channel, '三');
    await database.query('select 1');
    expect(heard).toHaveLength(3);
  });

  it('a notification listener can use the database although a transaction triggered it', async () => {
    const channel = `woken_${randomUUID().slice(0, 8)}`;
    const counts: Promise<string[]>[] = [];
    // The listener has its own connection: a notification sent before it listens is lost.
    const stop = await database.listen(channel, () => counts.push(names()));
    await database.transaction(async (tx) => {
      await tx.execute(sql`select pg_notify(${channel}, '')`);
      await tx.execute(sql`select 1`);
    });
    await expect.poll(() => counts).toHaveLength(1);
    expect(await counts[0]).toContain('kept');
    await stop();
  });
});
