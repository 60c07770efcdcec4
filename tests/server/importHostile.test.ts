import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import type { Answer, ErrorBody, ImportItem, Page } from '@contract/wire';
import type { ImportPreview } from '@contract/workbook/importWire';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { inspectUnitTable, unitContactTable } from '@server/db/schema';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { hostileFiles } from './sheet/hostileFiles';
import { inline, row, textRow, xlsx } from './sheet/workbooks';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  const all = (Object.keys(actions) as ActionName[]).map((action) => permissionOf(inspectUnit, action));
  await server.rows.user({
    userName: 'worker',
    organizationId: await server.rows.organization(),
    roles: [await server.rows.role({ permissions: all })],
  });
  token = await server.login('worker');
});
afterAll(() => server.close());
afterEach(async () => {
  await server.database.orm.delete(unitContactTable);
  await server.database.orm.delete(inspectUnitTable);
});

async function send<B>(path: string, bytes: Uint8Array, name = '受检单位.xlsx'): Promise<{ status: number; body: B }> {
  const form = new FormData();
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  const response = await server.app.request(`/api/inspectUnit/${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as B };
}
const total = async () =>
  (await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?size=1', { token })).body.totalElements;

/** Returns ms of CPU time of all threads, which excludes other load of the machine. */
const spent = (started: NodeJS.CpuUsage): number =>
  Object.values(process.cpuUsage(started)).reduce((sum: number, part: number) => sum + part, 0) / 1000;
const objectKeys = Object.getOwnPropertyNames(Object.prototype).join();

it('the set of hostile import files has at least 40 files (IN6)', () =>
  expect(hostileFiles.length).toBeGreaterThanOrEqual(40));

describe('hostile workbook is refused by the running import within 5 s, in Chinese, and writes nothing (IN6)', () => {
  const took: number[] = [];

  it.each(hostileFiles)(
    'a hostile workbook is refused within 5 s in Chinese, and nothing is written: %s',
    async (_, make, sentence) => {
      const bytes = make();
      const started = process.cpuUsage();
      const { status, body } = await send<ErrorBody>('import', bytes);
      took.push(spent(started));
      expect(took.at(-1)).toBeLessThan(5000);
      expect([status, body.code, body.message]).toEqual([400, 'workbook', sentence]);
      expect(await total()).toBe(0);
      expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(objectKeys);
    },
  );

  it('the test of hostile workbooks covers every file of the set', () => {
    expect(took).toHaveLength(hostileFiles.length);
    measured(`${took.length} 份均以中文拒绝，0 行写入；最久的一份用处理器 ${(Math.max(...took) / 1000).toFixed(1)} s`);
  });

  it('a cell of 32,000 characters is shown by its first 5,001 and refused by its field, in the list and after its correction (SEC-3)', async () => {
    const long = '　'.repeat(32_000);
    const { status, body } = await send<ImportPreview>(
      'import/check',
      xlsx(textRow('单位名称', '注册地址', '备注') + textRow('甲机械厂', `浙${long}江`, `备${long}注`)),
    );
    expect(status).toBe(200);
    const [row] = body.rows;
    expect(row?.errors.map(({ header, message }) => [header, message])).toEqual([
      ['注册地址', '注册地址不能超过200个字'],
      ['备注', '备注不能超过500个字'],
    ]);
    expect(Object.values(row?.cells ?? {}).map(({ length }) => length)).toEqual(expect.arrayContaining([4, 5001]));
    const again = (length: number) =>
      server.ask('POST', 'api/inspectUnit/import/recheck', {
        token,
        body: { mode: 'add', rows: [{ line: 2, cells: { 单位名称: '　'.repeat(length) } }] },
      });
    expect([(await again(5001)).status, (await again(5002)).status]).toEqual([200, 400]);
  });

  it('an imported workbook with headers and values called __proto__ or constructor is read like any other', async () => {
    const { status, body } = await send<ImportPreview>(
      'import/check',
      xlsx(
        textRow('单位名称', '__proto__', 'constructor') +
          textRow('甲机械厂', 'polluted', '__proto__') +
          textRow('__proto__', 'x', 'toString'),
      ),
    );
    expect(status).toBe(200);
    expect(body.headers.unknown).toEqual(['__proto__', 'constructor']);
    expect(body.rows.map(({ state }) => state)).toEqual(['add', 'add']);
    const rows = body.rows.map(
      ({ line }, index) =>
        `{"line":${line},"cells":{"单位名称":"${index ? '乙' : '甲'}机械厂","__proto__":{"polluted":"1"}}}`,
    );
    const response = await server.app.request('/api/inspectUnit/import/rows', {
      method: 'POST',
      body: `{"mode":"add","rows":[${rows.join()}]}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect([200, 400]).toContain(response.status);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('the import checks texts that slow down careless regular expressions as fast as other texts', async () => {
    const nasty = [
      'a'.repeat(30_000),
      `${' '.repeat(30_000)}x`,
      `${'0'.repeat(30_000)}!`,
      `${'a@'.repeat(15_000)}`,
      '１'.repeat(30_000),
    ];
    const headers = ['统一社会信用代码', '手机号码', '职工总数', '电子邮箱', '成立日期'];
    const lines = nasty
      .map((text, index) =>
        textRow(`单位${index}`, ...headers.map((_header, column) => (column === index ? text : ''))),
      )
      .join('');
    const started = process.cpuUsage();
    const { status, body } = await send<ImportPreview>('import/check', xlsx(textRow('单位名称', ...headers) + lines));
    expect(spent(started)).toBeLessThan(5000);
    expect(status).toBe(200);
    expect(body.rows.map(({ state }) => state)).toEqual(nasty.map(() => 'error'));
  });

  it.each([
    ['a header without a row', textRow('单位名称', '联系人')],
    ['rows without a name', textRow('单位名称', '联系人') + textRow('', '张三')],
  ])('the import refuses the file %s within 5 s, in Chinese, and writes nothing', async (_, rows) => {
    const { status, body } = await send<ErrorBody>('import', xlsx(rows));
    expect([status, body.message]).toEqual([400, sheetMessages.empty]);
  });
});

describe('honest workbook with traps is imported correctly or reported by row and column, never changed silently (IN7)', () => {
  const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
  const headers = [
    '单位名称',
    '统一社会信用代码',
    '联系人',
    '手机号码',
    '职工总数',
    '接触职业病危害人数',
    '成立日期',
    '备注',
  ];

  it('the import reports each faulty cell of a user’s workbook, such as a code turned into a number, and writes only correct rows', async () => {
    const lines = [
      // 2: Excel's number of an 18-digit code; 3: a formula; 4: a real day of 1900; 5: a day as text; 6: full width and
      // spaces.
      row(inline('甲机械厂'), number('9.133010600001234E+17')),
      row(inline('乙机械厂'), inline(''), '<c><f>A1&amp;"x"</f><v>1</v></c>'),
      row(
        inline('丙机械厂'),
        inline(''),
        inline('王五'),
        number(13800001234),
        number(20),
        number(3),
        number(45413, 1),
        inline('００１楼'),
      ),
      row(
        inline('丁机械厂'),
        inline(''),
        inline('赵六'),
        inline('13800001234'),
        inline('200'),
        inline('30'),
        inline('2024年5月1日'),
        inline(' 保留 '),
      ),
      row(
        inline(' 戊机械厂 '),
        inline(''),
        inline('钱七'),
        inline('１３８００００１２３４'),
        inline('２００'),
        inline('3'),
      ),
      // 7: no name; 8: a number for a day; 9: more exposed than employed; 10: the same name again; 11: an error value.
      row(inline('\u3000'), inline(''), inline('无名')),
      row(inline('己机械厂'), inline(''), inline('孙八'), inline(''), inline(''), inline(''), number(45292)),
      row(inline('庚机械厂'), inline(''), inline('李九'), inline(''), inline('5'), inline('50')),
      row(inline('丁机械厂')),
      row(inline('辛机械厂'), inline(''), '<c t="e"><v>#N/A</v></c>'),
    ];
    const { status, body } = await send<ImportPreview>('import/check', xlsx(textRow(...headers) + lines.join('')));
    expect(status).toBe(200);
    expect(body.dropped).toEqual([7]);
    expect(
      Object.fromEntries(
        body.rows
          .filter(({ errors }) => errors.length)
          .map(({ line, errors }) => [line, errors.map(({ header, message }) => `${header}：${message}`)]),
      ),
    ).toEqual({
      2: [`统一社会信用代码：${sheetMessages.becameNumber('9.133010600001234E+17')}`],
      3: [`联系人：${sheetMessages.formula}`],
      8: [`成立日期：${sheetMessages.numberForDate('45292', '2024-01-01')}`],
      9: ['接触职业病危害人数：接触职业病危害人数不能大于职工总数'],
      10: [`单位名称：${sheetMessages.duplicateOf(5)}`],
      11: [`联系人：${sheetMessages.errorValue('#N/A')}`],
    });
    expect(
      body.rows.flatMap(({ line, notices }) => notices.map(({ header, to }) => `${line} ${header} ${to}`)),
    ).toEqual([
      '5 成立日期 2024-05-01',
      '5 备注 保留',
      '6 单位名称 戊机械厂',
      '6 手机号码 13800001234',
      '6 职工总数 200',
    ]);
    const rows = body.rows.filter(({ state }) => state !== 'error').map(({ line, cells }) => ({ line, cells }));
    expect(
      (await server.ask('POST', 'api/inspectUnit/import/rows', { token, body: { mode: 'add', rows } })).status,
    ).toBe(200);
    const { content } = (await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?sort=id,asc', { token })).body;
    expect(
      content.map(({ unitName, mobile, workerCount, foundedOn, remark }) => [
        unitName,
        mobile,
        workerCount,
        foundedOn,
        remark,
      ]),
    ).toEqual([
      ['丙机械厂', '13800001234', 20, '2024-05-01', '００１楼'],
      ['丁机械厂', '13800001234', 200, '2024-05-01', '保留'],
      ['戊机械厂', '13800001234', 200, null, null],
    ]);
  });

  it('the import of 500 rows with faulty cells of many kinds changes 0 cells silently: each is stored as meant, or reported', async () => {
    /** A cell as in the workbook, and its meaning; undefined where nobody could know. */
    type Trap = readonly [cell: string, meant?: string | number];
    const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
    const wide = (text: string): string =>
      text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    const traps = (at: number): Record<string, Trap> => {
      const code = `91330106${String(at).padStart(10, '0')}`;
      const mobile = `138${String(at).padStart(8, '0')}`;
      return {
        统一社会信用代码: pick<Trap>(
          [
            [inline(code), code],
            [inline(wide(code)), code],
            [inline(` ${code} `), code],
            [inline(code), code],
            [number(Number(code))],
          ],
          at,
        ),
        手机号码: pick<Trap>(
          [
            [inline(mobile), mobile],
            [number(mobile), mobile],
            [inline(wide(mobile)), mobile],
          ],
          at,
        ),
        职工总数: pick<Trap>(
          [
            [number(at), at],
            [inline(String(at)), at],
            [inline(wide(String(at))), at],
            [number(at), at],
            [inline(` ${at}`), at],
            [number(`${at}.5`)],
            [`<c><f>${at}+1</f><v>${at + 1}</v></c>`],
            [inline('＜０．０５')],
          ],
          at,
        ),
        成立日期: pick<Trap>(
          [
            [number(45413, 1), '2024-05-01'],
            [inline('2024年5月1日'), '2024-05-01'],
            [inline('2024/5/1'), '2024-05-01'],
            [number(45413, 2), '2024-05-01'],
            [inline('2024-05-01'), '2024-05-01'],
            [inline('2024.5.1'), '2024-05-01'],
            [number(45292)],
            [inline('2024-02-30')],
          ],
          at + 1,
        ),
        备注: pick<Trap>(
          [
            [inline('00123'), '00123'],
            [number(123, 3), '00123'],
            [inline('-1.25'), '-1.25'],
            [inline('&lt;0.05'), '<0.05'],
            [inline('＜０．０５'), '＜０．０５'],
            [inline(' 东侧 '), '东侧'],
            [number(0.1), '0.1'],
            [inline('=甲'), '=甲'],
            ['<c t="e"><v>#N/A</v></c>'],
          ],
          at,
        ),
      };
    };
    const rows = Array.from({ length: 500 }, (_row, index) => traps(index));
    const names = Object.keys(rows[0] ?? {});
    const { body } = await send<ImportPreview>(
      'import/check',
      xlsx(
        textRow('单位名称', ...names) +
          rows
            .map((trap, index) => row(inline(`第${index}单位`), ...names.map((name) => trap[name]?.[0] ?? '')))
            .join(''),
      ),
    );
    const right = body.rows.filter(({ state }) => state !== 'error');
    expect(
      (
        await server.ask('POST', 'api/inspectUnit/import/rows', {
          token,
          body: { mode: 'add', rows: right.map(({ line, cells }) => ({ line, cells })) },
        })
      ).status,
    ).toBe(200);
    const { content } = (await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?size=5000', { token })).body;
    const stored = new Map(content.map((unit) => [unit['unitName'], unit]));
    const fields: Record<string, string> = {
      统一社会信用代码: 'iuiCode',
      手机号码: 'mobile',
      职工总数: 'workerCount',
      成立日期: 'foundedOn',
      备注: 'remark',
    };

    const silent: string[] = [];
    let [kept, told] = [0, 0];
    for (const [at, trap] of rows.entries()) {
      const seen = body.rows.find(({ line }) => line === at + 2);
      const unit = stored.get(`第${at}单位`);
      for (const [name, [, meant]] of Object.entries(trap)) {
        const error = seen?.errors.some(({ header }) => header === name) ?? false;
        if (error !== (meant === undefined))
          silent.push(
            `${at + 2} ${name}: ${error ? 'refused, although it was clear' : 'taken, although nobody could know it'}`,
          );
        if (error) told += 1;
        else if (unit) {
          kept += 1;
          if (unit[fields[name] ?? ''] !== meant)
            silent.push(`${at + 2} ${name}: ${String(unit[fields[name] ?? ''])} instead of ${String(meant)}`);
        }
      }
      if (Boolean(unit) === seen?.errors.some(() => true))
        silent.push(`${at + 2}: ${unit ? 'written with a fault' : 'not written'}`);
    }
    expect(silent).toEqual([]);
    expect([kept, told].every((count) => count > 300)).toBe(true);
    measured(
      `500 行 ${kept + told} 个可核对的单元格：${kept} 个原样存入，${told} 个指明行列拒绝，${silent.length} 处静默改变`,
    );
  });

  it('the import reads nothing if a column is repeated or the name column is missing', async () => {
    for (const names of [
      ['单位名称', '联系人', '联系人'],
      ['联系人', '备注'],
    ]) {
      const { status, body } = await send<ErrorBody & Answer<ImportItem[]>>(
        'import',
        xlsx(textRow(...names) + textRow(...names.map(() => '一'))),
      );
      expect(status).toBe(400);
      expect(body.message).toMatch(/重复的列：联系人|缺少列：单位名称/);
      expect(await total()).toBe(0);
    }
  });
});
