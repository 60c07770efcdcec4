import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { headersOf } from '@contract/workbook/sheetCells';
import { registry } from '@server/app/resources';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { type SmallDisk, smallDisk } from '../support/smallDisk';
import { sendForm } from '../support/uploads';

// QUALITY FT3: a disk of eight megabytes for the uploads and for the table of the audit trail, filled to its last byte.
// It needs root and a PostgreSQL on this machine.

let disk: SmallDisk | undefined;
let postgres: PostgresDatabase;
let server: TestServer;
let token: string;

const command = (name: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${stderr}`);
};

beforeAll(async () => {
  disk = process.env['TEST_DATABASE_URL'] ? undefined : smallDisk(8);
  if (!disk) return;
  const [data, table] = [join(disk.path, 'data'), join(disk.path, 'table')];
  await mkdir(data);
  await mkdir(table);
  postgres = await createPostgresDatabase();
  server = await testServer({}, { dataDir: data, databaseUrl: postgres.url });
  const [owner] = await server.database.query<{ directory: string }>(
    `select setting as directory from pg_settings where name = 'data_directory'`,
  );
  command('chown', `--reference=${owner?.directory ?? ''}`, table);
  await server.database.query(`create tablespace full_disk location '${table}'`);
  await server.database.query('alter table audit_log set tablespace full_disk');
  const organizationId = await server.rows.organization();
  await server.rows.user({
    userName: 'sales',
    organizationId,
    roles: [await server.rows.role({ permissions: ['customer:list', 'customer:add', 'customer:export'] })],
  });
  token = await server.login('sales');
});
afterAll(async () => {
  if (!disk) return;
  disk.free();
  await server.database.query('alter table audit_log set tablespace pg_default');
  await server.database.query('drop tablespace full_disk');
  await server.close();
  await postgres.drop();
  disk.remove();
});

const noDisk = 'a small disk needs root, and a PostgreSQL on this machine';
const upload = () =>
  sendForm<Answer<{ id: string }> & ErrorBody>(server, 'api/file/upload', {
    token,
    name: '谱图.csv',
    content: new TextEncoder().encode('编号,数值\n1,0.05\n'.repeat(30_000)),
    fields: { fileClass: 'document' },
  });
const total = async (): Promise<number> =>
  (await server.ask<Page<AnyRow>>('GET', 'api/customer?size=1', { token })).body.totalElements;
const filesLeft = async (): Promise<string[]> =>
  (await readdir(join(disk?.path ?? '', 'data'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const exportAll = async (): Promise<Response> =>
  server.app.request('/api/customer/export', { headers: { authorization: `Bearer ${token}` } });
/** Returns the number of rows in a workbook of customers, read as an import reads it. */
const rowsIn = async (answer: Response): Promise<number> =>
  (
    await readWorkbook(new Uint8Array(await answer.arrayBuffer()), {
      fileName: '客户.xlsx',
      expected: headersOf(registry.named('customer').entity),
    })
  ).rows.length;
const exportLines = async (): Promise<number> =>
  (
    await server.database.query<{ lines: number }>(
      `select count(*)::int as lines from audit_log where action = 'export'`,
    )
  )[0]?.lines ?? -1;

it('an upload to a full disk is answered 507 in Chinese and leaves 0 files and 0 rows; the next one succeeds once there is space (FT3)', async ({
  skip,
}) => {
  if (!disk) return skip(noDisk);
  const before = await filesLeft();
  disk.fill();
  const refused = await upload();
  expect([refused.status, refused.body.message]).toEqual([507, '服务器存储空间不足，请联系管理员']);
  const [{ rows } = { rows: -1 }] = await server.database.query<{ rows: number }>(
    'select count(*)::int as rows from stored_file',
  );
  expect([rows, await filesLeft()]).toEqual([0, before]);
  disk.free();
  expect((await upload()).status).toBe(200);
  measured('上传：507，0 个残留文件，腾出空间后不重启即恢复');
});

it('a write without disk space for its audit line is rolled back with 507, and so is an export; both succeed with space (FT3)', async ({
  skip,
}) => {
  if (!disk) return skip(noDisk);
  disk.fill();
  let written = await total();
  let refused = 0;
  // Free space in the pages of the table holds some more lines.
  for (let round = 0; round < 2_000 && refused < 5; round += 1) {
    const answer = await server.ask<ErrorBody>('POST', 'api/customer/add', {
      token,
      body: { customerName: `满盘客户${round}`, contact: '周敏', remark: '很长的备注'.repeat(40) },
    });
    if (answer.status === 200) written += 1;
    else {
      expect([answer.status, answer.body.message]).toEqual([507, '服务器存储空间不足，请联系管理员']);
      refused += 1;
    }
  }
  expect(refused).toBe(5);
  expect(await total()).toBe(written);
  const [{ lines } = { lines: -1 }] = await server.database.query<{ lines: number }>(
    `select count(*)::int as lines from audit_log where action = 'add' and entity = 'customer'`,
  );
  expect(lines).toBe(written);
  // The line of an export is shorter than that of a customer: some more fit, each with its whole file, and then none.
  const before = await exportLines();
  let exported = 0;
  for (refused = 0; exported < 2_000 && refused < 5;) {
    const answer = await exportAll();
    if (answer.status === 200) {
      exported += 1;
      expect(await rowsIn(answer)).toBe(written);
    } else {
      expect([answer.status, ((await answer.json()) as ErrorBody).message]).toEqual([
        507,
        '服务器存储空间不足，请联系管理员',
      ]);
      refused += 1;
    }
  }
  expect([refused, await exportLines()]).toEqual([5, before + exported]);
  disk.free();
  expect(
    (await server.ask('POST', 'api/customer/add', { token, body: { customerName: '又有空间', contact: '周敏' } }))
      .status,
  ).toBe(200);
  const again = await exportAll();
  expect([again.status, await rowsIn(again)]).toEqual([200, written + 1]);
  measured(
    `审计写不进：5 次业务写入均 507 并回滚（${written} 行、${lines} 条审计一致），5 次导出均 507（此前 ${exported} 次各有完整文件和一条审计），腾出空间后不重启即恢复`,
  );
});
