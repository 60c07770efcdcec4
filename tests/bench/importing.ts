import type { ImportPreview } from '@contract/importing';
import { inspectUnit } from '@contract/entities/customer/inspectUnit';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import { readWorkbook } from '@server/sheet/readWorkbook';
import { utils, write } from 'xlsx';
import { testServer } from '../support/server';
import { type Line, median, round } from './line';

const count = 20_000;
const header = ['单位名称', '联系人', '手机号码', '职工总数', '接触职业病危害人数', '成立日期', '注册地址', '备注'];

/** A workbook of units that nobody has yet. */
function workbook(): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: count }, (_, at) => [`量测机械制造${at}有限公司`, '张三丰', `138${String(10_000_000 + at)}`, 200 + (at % 50), 20, '2020-05-01', `浙江省杭州市滨江区第${at}号`, '备注内容']);
  return new Uint8Array(write({ SheetNames: ['受检单位'], Sheets: { 受检单位: utils.aoa_to_sheet([header, ...rows]) } }, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

/** s of the processor, by all threads: what other programs do meanwhile does not count. */
async function spent<R>(work: () => Promise<R>): Promise<[number, R]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1e6, result];
}

/** PERFORMANCE.md, "import 20k rows with checking": the whole app on PGlite, against the parser alone. */
export async function measure(): Promise<Line[]> {
  const server = await testServer();
  try {
    const bytes = workbook();
    const parser = median([(await spent(() => readWorkbook(bytes)))[0], (await spent(() => readWorkbook(bytes)))[0], (await spent(() => readWorkbook(bytes)))[0]]);
    const permissions = (Object.keys(actions) as ActionName[]).map((action) => permissionOf(inspectUnit, action));
    await server.rows.user({ userName: 'worker', organizationId: await server.rows.organization(), roles: [await server.rows.role({ permissions })] });
    const token = await server.login('worker');
    const form = new FormData();
    form.append('file', new File([bytes], '受检单位.xlsx'));
    const [check, preview] = await spent(async () => {
      const response = await server.app.request('/api/inspectUnit/import/check', { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
      return (await response.json()) as ImportPreview;
    });
    const rows = preview.rows.map(({ line, cells }) => ({ line, cells }));
    const [written, answer] = await spent(() => server.ask('POST', 'api/inspectUnit/import/rows', { token, body: { mode: 'add', rows } }));
    if (preview.rows.length !== count || answer.status !== 200) throw new Error(`the import failed: ${answer.text.slice(0, 300)}`);
    const line = (what: string, value: number, unit: Line['unit'], more: Pick<Line, 'goal' | 'note'> = {}): Line => ({ part: 'import', what, value: round(value, 2), unit, ...more });
    return [
      line(`${count} rows: the parser alone, processor`, parser, 's'),
      line('read and checked, processor', check, 's'),
      line('read and checked, against the parser', check / parser, 'x', { goal: 3 }),
      line('written with a line of the trail for each, processor', written, 's', { note: 'one transaction, all or nothing' }),
      line('checked and written, against the parser', (check + written) / parser, 'x', { goal: 3 }),
    ];
  } finally {
    await server.close();
  }
}
