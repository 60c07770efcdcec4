import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { dictDetail } from '@contract/features/system/entities/dict';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import type { ImportDone, ImportPreview } from '@contract/workbook/importWire';
import type { SheetView } from '@contract/workbook/mapping/columnMapping';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { builtInEntries } from '@server/seed/dictionaryEntries';
import { movingInFile, movingInFolder } from '../support/movingIn';
import { workbookOf } from '../support/ownLists';
import { type TestServer, testServer } from '../support/server';

// The holidays and the codes of a laboratory that moves in become entries of dictionaries, as they are.

let server: TestServer;
let token: string;
const ids = new Map<string, number>();

beforeAll(async () => {
  server = await testServer();
  for (const [name, description] of [
    ['publicHoliday', '法定节假日'],
    ['makeUpWorkday', '调休工作日'],
    ['projectType', '项目类型'],
  ] as const) {
    const [dict] = await server.database.orm
      .insert(dictTable)
      .values({ name, description })
      .returning({ id: dictTable.id });
    ids.set(name, dict?.id ?? 0);
    await server.database.orm
      .insert(dictDetailTable)
      .values(
        builtInEntries[name].map(([value, label], index) => ({ dict: dict?.id ?? 0, label, value, dictSort: index })),
      );
  }
  const permissions = (Object.keys(actions) as ActionName[]).map((action) => permissionOf(dictDetail, action));
  const organizationId = await server.rows.organization({});
  await server.rows.user({
    userName: 'mover',
    organizationId,
    roles: [await server.rows.role({ permissions, level: 1 })],
  });
  token = await server.login('mover');
});
afterAll(() => server.close());

async function send<B>(what: string, fields: Record<string, string>, given?: Uint8Array): Promise<B> {
  const name = await movingInFile('06');
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  const bytes = given ?? (await readFile(join(movingInFolder, name)));
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  const response = await server.app.request(`/api/dictDetail/import/${what}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as B;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

/** What the console remembers of a mapping with an import. */
const sourceOf = ({ signature, mapping, sources, sheetName }: SheetView) => ({
  fileName: '06.xlsx',
  sheetName,
  signature,
  head: {
    columns: Object.fromEntries(
      Object.entries(mapping.columns).map(([header, at]) => [
        header,
        sources.find((source) => source.at === at)?.name ?? '',
      ]),
    ),
    fixed: mapping.fixed,
    repeated: mapping.repeated,
  },
});

/**
 * Imports the file into a dictionary without a correction; returns what was said and the organization's own entries.
 */
async function bring(dictionary: string) {
  const dict = ids.get(dictionary) ?? 0;
  const fixed = JSON.stringify({ dict });
  const look = await send<SheetView>('look', { fixed });
  expect(look.missing).toEqual([]);
  const mapping = JSON.stringify(look.mapping);
  const { rows, mappingNotes = [] } = await send<ImportPreview>('check', { fixed, mapping, sheet: look.sheetName });
  const { status, text } = await server.ask<Answer<ImportDone> & ErrorBody>('POST', 'api/dictDetail/import/rows', {
    token,
    body: {
      loose: true,
      fixed: { dict },
      source: sourceOf(look),
      rows: rows.map(({ line, cells }) => ({ line, cells })),
    },
  });
  expect(status, text).toBe(200);
  const list = await server.ask<Page<AnyRow>>('GET', `api/dictDetail?dictName=${dictionary}&page=0&size=9999`, {
    token,
  });
  const own = list.body.content.filter(({ organizationId }) => organizationId !== null);
  return { look, mappingNotes, rows, own: own.map(({ value, label }) => [value, label]) };
}

it('an imported list of holidays becomes dictionary entries, each with the year of the list’s title', async () => {
  const { look, rows, mappingNotes, own } = await bring('publicHoliday');
  expect(look.sheetName).toBe('放假安排');
  expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
  expect(mappingNotes).toContain('没有写年份的日期按2027年');
  expect(own).toEqual([
    ['2027-01-01至2027-01-03', '2027年元旦'],
    ['2027-02-05至2027-02-11', '2027年春节'],
    ['2027-04-03至2027-04-05', '2027年清明'],
    ['2027-10-01至2027-10-07', '2027年国庆'],
  ]);
});

it('the make-up working days of an imported list of holidays become dictionary entries, several from one row', async () => {
  const { rows, own } = await bring('makeUpWorkday');
  expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
  expect(own).toEqual([
    ['2027-01-31', '2027年春节调休'],
    ['2027-02-13', '2027年春节调休'],
    ['2027-09-26', '2027年国庆调休'],
  ]);
});

it('an import into one dictionary takes from a list of several kinds of codes only those of that dictionary', async () => {
  const { look, rows, mappingNotes, own } = await bring('projectType');
  expect(look.sheetName).toBe('内部编码');
  expect(mappingNotes.slice(-2)).toEqual([
    '只导入“项目类型”的5行；其余类别没有导入：客户来源',
    '字典中已有，不再导入：KX、XZ、WT',
  ]);
  expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
  expect(own).toEqual([
    ['DJ', '定期检测'],
    ['YP', '预评价'],
  ]);
});

/** Returns the days that a list of holidays in another form has for a dictionary. */
async function daysIn(dictionary: string, rows: string): Promise<string[]> {
  const fixed = JSON.stringify({ dict: ids.get(dictionary) ?? 0 });
  const list = workbookOf({ type: 'xlsx', sheets: [{ name: '2028年', rows }] });
  const look = await send<SheetView>('look', { fixed }, list);
  expect(look.missing).toEqual([]);
  const mapping = JSON.stringify(look.mapping);
  const preview = await send<ImportPreview>('check', { fixed, mapping, sheet: look.sheetName }, list);
  expect(preview.rows.flatMap(({ errors }) => errors)).toEqual([]);
  return preview.rows.map(
    ({ cells }) => `${cells[dictDetail.fields.value.label]} ${cells[dictDetail.fields.label.label]}`,
  );
}

it('an imported holiday notice with days off and working days in one cell fills both holiday dictionaries', async () => {
  const notice = `
国务院办公厅关于2028年部分节假日安排的通知
节日|放假时间
元旦|2028年1月1日（周六）至3日（周一）放假，共3天。
国庆节|10月1日（周日）至8日（周日）放假调休，共8天。9月24日（周日）、10月14日（周六）上班。
`;
  expect(await daysIn('publicHoliday', notice)).toEqual([
    '2028-01-01至2028-01-03 2028年元旦',
    '2028-10-01至2028-10-08 2028年国庆节',
  ]);
  expect(await daysIn('makeUpWorkday', notice)).toEqual(['2028-09-24 2028年国庆节调休', '2028-10-14 2028年国庆节调休']);
});

it('an imported list of single days fills both holiday dictionaries, by its column that marks working days', async () => {
  const list = `
日期|星期|节日|类型
@2028-01-01|六|元旦|放假
@2028-01-02|日|元旦|放假
@2028-09-24|日|国庆节|上班
`;
  expect(await daysIn('publicHoliday', list)).toEqual(['2028-01-01 2028年元旦', '2028-01-02 2028年元旦']);
  expect(await daysIn('makeUpWorkday', list)).toEqual(['2028-09-24 2028年国庆节调休']);
});
