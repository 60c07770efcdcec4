import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let organizationId: number;

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization();
  await server.rows.user({
    userName: 'exporter',
    organizationId,
    roles: [
      await server.rows.role({ permissions: ['customer:list', 'customer:export', 'auditLog:list', 'auditLog:export'] }),
    ],
  });
  token = await server.login('exporter');
});
afterAll(() => server.close());

/** What a spreadsheet would run as a formula, half and full width, after a space as well. */
const formulas = [
  '=1+1',
  '+1+1',
  '-1+2',
  '@SUM(A1)',
  '=HYPERLINK("http://evil.example","x")',
  "=cmd|'/C calc'!A0",
  '=IMPORTXML("http://evil.example","//a")',
  '+cmd|x',
  '-cmd|x',
  '＝1+1',
  '＋1+1',
  '－1+2',
  '＠SUM(A1)',
  ' =1+1',
  '=',
];
/** What a laboratory writes, and must get back unchanged. */
const measurements = [
  '-1.25',
  '-',
  '<0.05',
  '＜0.05',
  '0012',
  '13800001234',
  '91330106MA27X0TL5X',
  '1.50',
  '9.13E+17',
  'TRUE',
  '2024-05-01',
  '甲=乙',
];

async function exported(format: 'xlsx' | 'txt'): Promise<Uint8Array> {
  const response = await server.app.request(`/api/customer/export?sort=id,asc&format=${format}`, {
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7' },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

it('an export contains 0 formulas of 15 typed ones, texts stay texts, and 12 of 12 measurements come back unchanged (IN5)', async () => {
  expect([formulas.length, measurements.length]).toEqual([15, 12]);
  const typed = [...formulas, ...measurements];
  for (const [at, address] of typed.entries())
    await server.rows.customer({ organizationId, customerName: `客户${at}`, address });

  const bytes = await exported('xlsx');
  const cells = Object.entries(unzipSync(bytes))
    .filter(([name]) => name.startsWith('xl/worksheets/'))
    .flatMap(([, content]) => strFromU8(content).match(/<f[ >/]/g) ?? []);
  expect(cells).toEqual([]);
  const { rows, header } = await readWorkbook(bytes, { fileName: 'x.xlsx' });
  const column = header.findIndex((name) => name.includes('地址'));
  const read = rows.map(({ cells: row }) => row[column]);
  expect(read.map((cell) => cell?.kind)).toEqual(typed.map(() => 'text'));
  expect(read.map((cell) => cell?.text)).toEqual(typed);

  const lines = strFromU8(await exported('txt'))
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split('\t')[column] ?? '');
  expect(lines.slice(0, formulas.length).filter((cell) => !cell.startsWith("'"))).toEqual([]);
  const kept = lines.slice(formulas.length).filter((cell, index) => cell === measurements[index]);
  expect(kept).toHaveLength(measurements.length);
  measured(
    `xlsx 中 ${formulas.length} 段公式文字成为公式 ${cells.length} 个，${read.length} 格仍为文本；txt 均加撇号；测量值 ${kept.length}/${measurements.length} 往返不变`,
  );
});
