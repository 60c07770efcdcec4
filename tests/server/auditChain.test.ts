import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFor, stillHolds, verifyAuditChain } from '@server/audit/auditHashChain';
import { recordAudit } from '@server/audit/auditTrail';
import { clockSteps, linesAfter } from '@server/audit/clockSteps';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { tamperings } from '../support/chainTamperings';
import { testDatabase } from '../support/database';
import { measured } from '../support/measured';
import { proofs } from '../support/proofs';
import { rowsOf } from '../support/rows';

const actor = {
  userId: 1,
  userName: '检测员（analyst）',
  organizationId: null,
  ip: '192.0.2.1',
  requestId: 'r',
  reason: null,
};
const entity = { name: 'labSheet', label: '原始记录' };
const line = (title: string) => ({
  action: 'edit' as const,
  entity,
  entityId: 7,
  title,
  before: { reading: '0.051' },
  after: { reading: '0.052', note: '笔误"\\\n' },
});

let database: Database;
const rows = async <R>(orm: Orm, text: string): Promise<R[]> =>
  ((await orm.execute(sql.raw(text))) as unknown as { rows: R[] }).rows;
const record = (titles: readonly string[]) => database.transaction((tx) => recordAudit(tx, actor, titles.map(line)));

beforeAll(async () => {
  database = await testDatabase();
  await record(['一']);
  await record(['二', '三', '四']);
  await database.transaction(async (tx) => {
    await recordAudit(tx, actor, [line('五')]);
    await tx.transaction((inner) => recordAudit(inner, actor, [line('六')]));
    await recordAudit(tx, actor, [line('七')]);
  });
  // Outside of a transaction, as a refused password is recorded.
  await recordAudit(database.orm, actor, [line('八')]);
  await record(Array.from({ length: 12 }, (_, index) => `批量 ${index}`));
});
afterAll(() => database.close());

/** Applies statements of a database superuser, verifies the chain, and rolls back. */
async function afterTampering(statements: readonly string[]) {
  const undone = new Error('undone');
  let report: Awaited<ReturnType<typeof verifyAuditChain>> | undefined;
  await database
    .transaction(async (tx) => {
      await tx.execute(sql.raw('set local session_replication_role = replica'));
      for (const statement of statements) await tx.execute(sql.raw(statement));
      report = await verifyAuditChain(tx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return report as NonNullable<typeof report>;
}

describe('chain of the audit trail', () => {
  it('the chain of the audit trail has one link per committed line, in the order of the transaction, and none for a rollback', async () => {
    const gone = new Error('rolled back');
    await expect(
      database.transaction(async (tx) => {
        await recordAudit(tx, actor, [line('不成')]);
        throw gone;
      }),
    ).rejects.toBe(gone);
    const titles = await rows<{ title: string }>(
      database.orm,
      'select title from audit_chain join audit_log on audit_log.id = audit_id order by seq',
    );
    expect(titles.slice(0, 8).map(({ title }) => title)).toEqual(['一', '二', '三', '四', '五', '六', '七', '八']);
    const report = await verifyAuditChain(database.orm);
    expect(report).toMatchObject({
      count: 20,
      last: { seq: 20, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      broken: [],
    });
    expect(await stillHolds(database.orm, report.last as NonNullable<typeof report.last>)).toBe(true);
    expect(await stillHolds(database.orm, { seq: 20, hash: '0'.repeat(64) })).toBe(false);
  });

  it('the chain of the audit trail stays intact with many simultaneous writers', async () => {
    const { count } = await verifyAuditChain(database.orm);
    await Promise.all(Array.from({ length: 12 }, (_, index) => record([`同时 ${index}`, `同时 ${index} 之二`])));
    expect(await verifyAuditChain(database.orm)).toMatchObject({ count: count + 24, broken: [] });
  });

  it('the chain of the audit trail has the same hashes in another time zone and date style of the session', async () => {
    await database.transaction(async (tx) => {
      for (const setting of [
        "set local time zone 'America/St_Johns'",
        "set local datestyle = 'German'",
        'set local extra_float_digits = 0',
        'set local bytea_output = escape',
      ])
        await tx.execute(sql.raw(setting));
      expect((await verifyAuditChain(tx)).broken).toEqual([]);
    });
  });

  it('the chain of the audit trail includes lines written before the chain existed', async () => {
    const written = await afterTampering([
      'delete from audit_chain',
      'delete from audit_head',
      'select audit_chain_append(-2147483648)',
    ]);
    expect(written).toMatchObject({ broken: [] });
    expect(written.count).toBeGreaterThan(20);
  });

  it.each(['audit_log', 'audit_chain', 'audit_head'])(
    'the chain of the audit trail refuses update, delete and truncate of %s by any database user (AUD2)',
    async (table) => {
      const column = { audit_log: 'title', audit_chain: 'hash', audit_head: 'hash' }[table] as string;
      const before = await rows(database.orm, `select * from ${table}`);
      const statements = [
        `update ${table} set ${column} = 'x'`,
        `delete from ${table}`,
        `truncate ${table}`,
        ...(table === 'audit_head'
          ? ['update audit_head set seq = seq - 1', 'update audit_head set seq = seq + 1']
          : []),
      ];
      for (const statement of statements) {
        await expect(database.query(statement), statement).rejects.toThrow('审计日志只能追加');
      }
      expect(await rows(database.orm, `select * from ${table}`)).toEqual(before);
      measured(`${table}：${statements.length} 种改动均被数据库拒绝`);
    },
  );

  it('the chain of the audit trail cannot continue after its end was deleted, and the write is refused', async () => {
    await expect(afterTampering(['delete from audit_head', 'select audit_chain_append(1)'])).rejects.toThrow();
  });

  it('the chain of the audit trail detects a change in any column of a line (AUD3)', async () => {
    const columns = await rows<{ name: string; type: string }>(
      database.orm,
      `select column_name as name, data_type as type from information_schema.columns where table_name = 'audit_log'
        order by ordinal_position`,
    );
    expect(columns.length).toBeGreaterThan(20);
    const other = (type: string, name: string) =>
      type === 'integer'
        ? `coalesce(${name}, 0) + 100000`
        : type === 'jsonb'
          ? `'{"reading":"0.053"}'`
          : type.startsWith('timestamp')
            ? `coalesce(${name}, now()) + interval '1 millisecond'`
            : `coalesce(${name}, '') || '。'`;
    for (const { name, type } of columns) {
      const { broken } = await afterTampering([
        `update audit_log set ${name} = ${other(type, name)}
          where id = (select audit_id from audit_chain where seq = 5)`,
      ]);
      expect(broken[0], name).toMatchObject({ seq: 5, fault: name === 'id' ? 'deleted' : 'altered' });
    }
  });

  it.each([
    [
      'a deleted line',
      ['delete from audit_log where id = (select audit_id from audit_chain where seq = 4)'],
      { fault: 'deleted', seq: 4 },
    ],
    [
      'a deleted line with its link',
      [
        'delete from audit_log where id = (select audit_id from audit_chain where seq = 4)',
        'delete from audit_chain where seq = 4',
      ],
      { fault: 'missing', seq: 5 },
    ],
    [
      'two lines that changed places',
      [
        'update audit_chain set audit_id = -audit_id where seq in (3, 4)',
        `update audit_chain set audit_id = (select -audit_id from audit_chain other
          where other.seq = 7 - audit_chain.seq) where seq = 3`,
        `update audit_chain set audit_id = (select max(id) from audit_log
          where id not in (select audit_id from audit_chain)) where seq = 4`,
      ],
      { fault: 'altered', seq: 3 },
    ],
    [
      'a line that was put in past the chain',
      ["insert into audit_log (action, entity, title) values ('edit', 'labSheet', '伪造')"],
      { fault: 'unlinked', seq: null },
    ],
    [
      'an end that was cut off',
      [
        'delete from audit_log where id in (select audit_id from audit_chain where seq > 15)',
        'delete from audit_chain where seq > 15',
      ],
      { fault: 'cut' },
    ],
    [
      'an altered line whose link was made to fit',
      [
        "update audit_log set title = '改' where id = (select audit_id from audit_chain where seq = 6)",
        `update audit_chain set hash = audit_hash(previous, audit_log) from audit_log
          where audit_log.id = audit_id and seq = 6`,
      ],
      { fault: 'broken', seq: 7 },
    ],
    ['an end that was taken away', ['delete from audit_head'], { fault: 'headless' }],
  ])('the chain of the audit trail detects %s (AUD3)', async (_what, statements, expected) => {
    expect((await afterTampering(statements)).broken).toEqual(
      expect.arrayContaining([expect.objectContaining(expected)]),
    );
  });

  it('the chain of the audit trail detects 1,000 of 1,000 random tamperings: edited, deleted, moved, inserted (AUD3)', async () => {
    const { count } = await verifyAuditChain(database.orm);
    const made = tamperings(proofs ? 1_000 : 40, count);
    for (const { kind, statements } of made)
      expect((await afterTampering(statements)).broken.length, `${kind}: ${statements.join('; ')}`).toBeGreaterThan(0);
    expect((await verifyAuditChain(database.orm)).broken).toEqual([]);
    measured(`${made.length}/${made.length} 次篡改均被检出`, true, made.length >= 1_000);
  });

  it('the hash of an audit line covers every column as jsonb writes it, which no version may change', async () => {
    const said = `jsonb_build_array(${[
      'id',
      'organization_id',
      'version',
      'create_by',
      '(extract(epoch from create_time) * 1000)::bigint',
      'update_by',
      '(extract(epoch from update_time) * 1000)::bigint',
      '(extract(epoch from delete_time) * 1000)::bigint',
      'delete_by',
      'pinyin',
      'initials',
      'user_name',
      'action',
      'entity',
      'entity_label',
      'entity_id',
      'title',
      'reason',
      'ip',
      'request_id',
      'before',
      'after',
    ].join()})::text`;
    await database.query(
      `insert into audit_log (action, entity, title, after)
        values ('edit', 'x', E'引号" 反斜\\\\ 制表\\t 换行\\n \\u0001 🧪', '{"b": [1.50, -0, 1e3, null, true, {"z": "\\u0007<p>"}], "a": ""}')`,
    );
    const wrong = await rows(
      database.orm,
      `select seq from audit_chain join audit_log on audit_log.id = audit_id
        where hash <> encode(sha256(convert_to(previous || E'\\n' || ${said}, 'UTF8')), 'hex')`,
    );
    expect(wrong).toEqual([]);
  });

  it('the audit chain links all lines of a transaction, whatever their ids, whether they were written before or after the links were requested', async () => {
    const { count } = await verifyAuditChain(database.orm);
    const put = (id: number) =>
      sql.raw(`insert into audit_log (id, action, entity, title) values (${id}, 'edit', 'x', '编号 ${id}')`);
    await database.transaction(async (tx) => {
      for (const id of [900_005, 900_002, 900_009]) await tx.execute(put(id));
      await tx.execute(sql`set constraints all immediate`);
      expect(await verifyAuditChain(tx)).toMatchObject({ count: count + 3, broken: [] });
      await tx.execute(put(900_001));
      await tx.execute(sql`set constraints all deferred`);
      await tx.execute(put(900_007));
      await tx.execute(sql`insert into audit_log (action, entity) select 'edit', 'x' where false`);
    });
    expect(await verifyAuditChain(database.orm)).toMatchObject({ count: count + 5, broken: [] });
    expect(await rows(database.orm, 'select * from audit_pending')).toEqual([]);
  });

  it('the audit trail’s chain finds the lines to link by an index, however short the trail was when the database session began', async () => {
    await database.query('vacuum analyze audit_log, audit_chain');
    await record(['短']);
    await database.transaction(async (tx) => {
      const scanned = async () =>
        (
          await rows<{ lines: number }>(
            tx,
            `select coalesce(sum(seq_tup_read), 0)::int as lines from pg_stat_xact_user_tables
              where relname in ('audit_log', 'audit_chain')`,
          )
        )[0]?.lines;
      const before = await scanned();
      await recordAudit(
        tx,
        actor,
        Array.from({ length: 300 }, (_, index) => line(`长 ${index}`)),
      );
      await tx.execute(sql`set constraints all immediate`);
      expect(await scanned()).toBe(before);
    });
  });
});

it('a clock that was ahead and was corrected is found in the order of the audit trail, with its times and one place for each correction', async () => {
  const zone = 'Asia/Shanghai';
  const undone = new Error('undone');
  const insert = (moment: string) =>
    sql.raw(
      `insert into audit_log (action, entity, entity_label, title, create_time)
        values ('edit', 'x', '甲', '乙', timestamptz '${moment}')`,
    );
  const found = await database
    .transaction(async (tx) => {
      const end = async () => (await rows<{ seq: number }>(tx, 'select seq from audit_head'))[0]?.seq ?? 0;
      const times = ['2031-01-01 00:00+08', '2031-01-01 00:10+08', '2031-01-01 00:05+08', '2027-01-01 00:00+08'];
      for (const time of times) await tx.execute(insert(time));
      await tx.execute(sql`set constraints all immediate`);
      const seq = await end();
      throw Object.assign(undone, {
        steps: await clockSteps(tx, seq, zone),
        seq,
        later: await linesAfter(tx, new Date('2028-01-01')),
        latest: await linesAfter(tx, new Date('2032-01-01')),
      });
    })
    .catch((error: unknown) => error as Record<string, unknown>);
  expect(found).toMatchObject({
    steps: [{ seq: found['seq'], before: '2031-01-01 00:05:00', after: '2027-01-01 00:00:00' }],
    later: 3,
    latest: 0,
  });
});

it('the verification report of the audit trail shows an organization only its own broken places, and corrections of the clock (SEC-19)', async () => {
  const { organization } = rowsOf({ database });
  const [own, other] = [await organization(), await organization()];
  for (const organizationId of [own, other])
    await recordAudit(database.orm, { ...actor, organizationId }, [line('九')]);
  const lines = await rows<{ id: number; organization_id: number }>(
    database.orm,
    `select id, organization_id from audit_log where organization_id in (${own}, ${other}) order by id`,
  );
  expect(lines.map((row) => row.organization_id)).toEqual([own, other]);
  const steps = lines.map(({ id }) => ({
    seq: 3,
    auditId: Number(id),
    before: '2031-01-01 00:05:00',
    after: '2027-01-01 00:00:00',
  }));
  const broken = steps.map(({ seq, auditId }) => ({ fault: 'cut' as const, seq, auditId }));
  const report = await reportFor(database.orm, { count: 9, last: null, broken, clockSteps: steps }, own);
  expect(report.clockSteps).toEqual([{ ...steps[0], seq: null }]);
  expect(report.broken).toEqual([{ fault: 'cut', seq: null, auditId: Number(lines[0]?.id) }]);
});
