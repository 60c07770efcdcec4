import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import type { Entity } from '@contract/entity';
import {
  date,
  dateTime,
  decimal,
  defaultMax,
  dict,
  type Field,
  flag,
  integer,
  longText,
  ref,
  refs,
  region,
  richText,
  text,
} from '@contract/field';
import { richTextOf } from '@contract/fields/richText';
import { rules } from '@contract/rules';
import { crossFieldErrors, fieldSchema } from '@contract/schema';
import { entities } from '@contract/subjects';
import { headersOf, rowToCells, type Lookups } from '@contract/workbook/sheetCells';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { columnsOf, displayWidth, type WrittenColumn } from '@server/workbook/workbookColumns';
import { textCell, writeText } from '@server/workbook/writeText';
import { writeWorkbook } from '@server/workbook/writeWorkbook';
import { analyseRows } from '../../support/analyseRows';
import { collect } from './workbooks';

const columns: WrittenColumn[] = [
  { header: '文字', width: 20, kind: 'text' },
  { header: '数', width: 10, kind: 'number' },
  { header: '日', width: 12, kind: 'date' },
];
const write = (rows: Parameters<typeof writeWorkbook>[0]['rows'], sheetName = '表') =>
  collect(writeWorkbook({ sheetName, columns, rows }));
const partsOf = async (rows: Parameters<typeof write>[0], name?: string) =>
  Object.fromEntries(
    Object.entries(unzipSync(await write(rows, name))).map(([part, content]) => [part, strFromU8(content)]),
  );
const pad = (value: number, length = 2) => String(value).padStart(length, '0');

const injections = [
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '=HYPERLINK("http://example.invalid")',
];

describe('writing a workbook', () => {
  it('an exported workbook keeps texts as texts and numbers as numbers, without a formula (IN5)', async () => {
    const values = [
      ...injections,
      '-0.5',
      '-',
      '<0.05',
      '0012',
      '13800001234',
      '913301060000123456',
      '_x0041_',
      'a\u0001\u0008b',
      '<&>"\'',
      ' 前后 ',
      '一\n二',
      '\ud800',
      '😀',
      '9.13E+17',
      'TRUE',
      '2024-05-01',
    ];
    const bytes = await write(values.map((value) => [value, null, null]));
    const table = await readWorkbook(bytes);
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(
      values.map((value) => ({ kind: 'text', text: value, value })),
    );
    expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).not.toMatch(/<f[ >/]/);
  });

  it('an exported workbook writes numbers with their decimals, and as text the values that a spreadsheet would change', async () => {
    const numeric = ['0', '-1.25', '1.50', '0.0010', '123456789012345', '0.00000000'];
    const texts = ['<0.05', '-', '007', '-0', '1234567890123456', '1e5', '+5', '1.00000000000'];
    const table = await readWorkbook(await write([...numeric, ...texts].map((value) => ['行', value, null])));
    expect(table.rows.slice(0, numeric.length).map(({ cells }) => cells[1])).toEqual(
      numeric.map((value) => ({ kind: 'number', text: value, value: Number(value) })),
    );
    expect(table.rows.slice(numeric.length).map(({ cells }) => cells[1])).toEqual(
      texts.map((value) => ({ kind: 'text', text: value, value })),
    );
    expect(
      (
        await readWorkbook(
          await write([
            ['行', 1796, null],
            ['行', 0.1, null],
          ]),
        )
      ).rows.map(({ cells }) => cells[1]?.value),
    ).toEqual([1796, 0.1]);
  });

  it('an exported workbook writes real dates, and days before 1900 as text', async () => {
    const table = await readWorkbook(
      await write(['2024-05-01', '1985-02-23 23:59:59', '1900-01-01', '2023-02-30'].map((day) => ['行', null, day])),
    );
    expect(table.rows.map(({ cells }) => [cells[2]?.kind, cells[2]?.text])).toEqual([
      ['date', '2024-05-01'],
      ['date', '1985-02-23 23:59:59'],
      ['text', '1900-01-01'],
      ['text', '2023-02-30'],
    ]);
  });

  it('an exported workbook has a frozen bold header, filters and column widths', async () => {
    const parts = await partsOf([['甲', 1, '2024-05-01']], "a/b:c*[d]'");
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<autoFilter ref="A1:C2"/>');
    expect(sheet).toContain('<col min="1" max="1" width="20"');
    expect(parts['xl/workbook.xml']).toContain('<sheet name="a b c  d"');
    const xf = (parts['xl/styles.xml'] ?? '').match(/<cellXfs.*<\/cellXfs>/)?.[0].match(/<xf [^>]*>/g) ?? [];
    const header = /<c r="A1" s="(\d+)"/.exec(sheet)?.[1];
    expect(xf[Number(header)]).toContain('fontId="1"');
    // A code typed below the last row stays a text: the column itself has text format.
    expect(xf[Number(/<col min="1"[^>]*style="(\d+)"/.exec(sheet)?.[1])]).toContain('numFmtId="49"');
  });

  it('an exported workbook marks wrong cells, also empty ones, with a fill', async () => {
    const parts = await partsOf([{ values: ['甲', null, '2024-05-01'], marks: new Set([1, 2]) }]);
    const xf = (parts['xl/styles.xml'] ?? '').match(/<cellXfs.*<\/cellXfs>/)?.[0].match(/<xf [^>]*>/g) ?? [];
    const fillAt = (address: string) =>
      /fillId="(\d)"/.exec(
        xf[Number(new RegExp(`<c r="${address}" s="(\\d+)"`).exec(parts['xl/worksheets/sheet1.xml'] ?? '')?.[1])] ?? '',
      )?.[1];
    expect([fillAt('A2'), fillAt('B2'), fillAt('C2')]).toEqual(['0', '2', '2']);
  });

  it('an exported workbook gives the same cells in the bare parser as in the product’s reader', async () => {
    const book = read(await write([['甲', 1.5, '2024-05-01']]), { cellDates: false });
    expect(book.SheetNames).toEqual(['表']);
    expect(book.Sheets['表']?.['!ref']).toBe('A1:C2');
    expect(book.Sheets['表']?.['C2']).toMatchObject({ t: 'n', v: 45413, w: '2024-05-01' });
  });

  it('an exported workbook fetches rows only as the download proceeds, and stops fetching when the download is abandoned', async () => {
    let asked = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;)
          yield [
            createHash('sha256')
              .update(String((asked += 1)))
              .digest('hex'),
            asked,
            '2024-05-01',
          ];
      } finally {
        closed = true;
      }
    }
    const reader = writeWorkbook({ sheetName: '表', columns, rows: endless() }).getReader();
    await reader.read();
    // Waits until it requests no more; a source that continues unread never stops.
    for (let before = 0; asked !== before; await new Promise((resolve) => setTimeout(resolve, 100))) before = asked;
    expect(asked).toBeLessThan(20_000);
    await reader.cancel();
    expect(closed).toBe(true);
  });

  it('an exported workbook fails if its source fails, or if a text is too long for a cell', async () => {
    async function* failing() {
      yield ['甲', 1, null];
      throw new Error('database gone');
    }
    await expect(write(failing())).rejects.toThrow('database gone');
    await expect(write([['甲'.repeat(32_768), 1, null]])).rejects.toThrow('A2');
  });

  it('an exported template workbook has headers and no rows', async () => {
    expect(unzipSync(await write([]))['xl/worksheets/sheet1.xml']).toBeDefined();
    expect(await readWorkbook(await write([]))).toMatchObject({ header: ['文字', '数', '日'], rows: [] });
  });

  it('an exported workbook counts a Chinese character as two for column widths', () => {
    expect(displayWidth('abc中文')).toBe(7);
    for (const entity of entities)
      for (const { header, width } of columnsOf(entity)) expect(width).toBeGreaterThanOrEqual(displayWidth(header) + 2);
  });
});

describe('writing a text file', () => {
  it('an exported text file puts an apostrophe before text that a spreadsheet might run as a formula, never before a measurement (IN5)', () => {
    expect(injections.map(textCell).every((cell) => cell.startsWith("'"))).toBe(true);
    expect(['-1.25', '-', '<0.05', '12', '甲=乙', '', '1+1'].map(textCell)).toEqual([
      '-1.25',
      '-',
      '<0.05',
      '12',
      '甲=乙',
      '',
      '1+1',
    ]);
    expect([null, undefined, -0.5, 'a\tb\r\nc', ' =1'].map(textCell)).toEqual(['', '', '-0.5', 'a b c', "' =1"]);
  });

  it('an exported text file has tabs, line ends and a byte order mark', async () => {
    const bytes = await collect(
      writeText(columns, [
        ['甲', 1, '2024-05-01'],
        ['=1', null, null],
      ]),
    );
    expect(bytes.toString('utf8')).toBe("\ufeff文字\t数\t日\r\n甲\t1\t2024-05-01\r\n'=1\t\t\r\n");
  });
});

// Generators of field values of each kind, normalised as after an import.
const word = fc.string({
  unit: fc.constantFrom('中', '文', 'a', 'Z', '0', '9', '-', '.', '（', '）', '=', '+', '@', '_x0041_', '&', ';', "'"),
  minLength: 1,
  maxLength: 20,
});
const day = fc
  .record({
    year: fc.integer({ min: 1850, max: 2100 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map((parts) => `${pad(parts.year, 4)}-${pad(parts.month)}-${pad(parts.day)}`);
const samples: Partial<Record<keyof typeof rules, fc.Arbitrary<string>>> = {
  email: fc.stringMatching(/^[a-z0-9]{1,10}@[a-z]{2,8}\.com$/),
  mobile: fc.stringMatching(/^1[3-8]\d{9}$/),
  phone: fc.stringMatching(/^1[2-9]\d{9}$/),
  telephone: fc.oneof(fc.stringMatching(/^1[2-9]\d{9}$/), fc.stringMatching(/^0571-8\d{7}-\d{2}$/)),
  unifiedCode: fc.oneof(
    fc.stringMatching(/^[0-9A-HJ-NP-Z]{2}\d{6}[0-9A-HJ-NP-Z]{10}$/),
    fc.stringMatching(/^91\d{16}$/),
  ),
  userName: fc.stringMatching(/^[A-Za-z0-9]{1,10}$/),
};
const entries = [
  { value: 'a', label: '金属（制品）业' },
  { value: 'b', label: '1.化工' },
  { value: 'c', label: '=纺织' },
];
const titles = ['甲公司', '007', '-乙', '=丙'];
const lookups: Lookups = { dict: () => entries, ref: (_, title) => titles.indexOf(title) + 1 || null };

function valueOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
      return (field.rule ? (samples[field.rule] ?? word) : word).filter(
        (value) => value.length <= (field.max ?? defaultMax.text),
      );
    case 'longText':
      return fc
        .tuple(word, word)
        .map((lines) => lines.join('\n').slice(0, 100))
        .filter((value) => value.trim() === value);
    case 'richText':
      return fc.tuple(word, word).map((lines) => richTextOf(lines.join('\n')));
    case 'integer':
      return fc.integer({ min: field.min ?? -1000, max: field.max ?? 1_000_000 });
    case 'decimal':
      return fc.oneof(fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,3})?$/), fc.stringMatching(/^[1-9]\d{17}$/));
    case 'date':
      return day;
    case 'dateTime':
      return fc
        .tuple(day, fc.integer({ min: 0, max: 86_399 }))
        .map(
          ([date, time]) =>
            `${date} ${pad(Math.floor(time / 3600))}:${pad(Math.floor(time / 60) % 60)}:${pad(time % 60)}`,
        );
    case 'flag':
      return fc.boolean();
    case 'dict':
      return fc.constantFrom('a', 'b', 'c');
    case 'ref':
      return fc.constantFrom(1, 2, 3, 4);
    case 'refs':
      return fc.uniqueArray(fc.constantFrom(1, 2, 3, 4));
    case 'region':
      return fc.constantFrom('浙江省', '浙江省/杭州市', '浙江省/杭州市/西湖区');
    default:
      throw new Error(`no samples of the kind ${field.kind}`);
  }
}

/** One entity with every kind that a workbook can hold; entities without a workbook have no other kinds. */
const everyKind: Entity = {
  name: 'everyKind',
  path: 'api/everyKind',
  label: '样样',
  titleField: 'name',
  scope: 'organization',
  fields: {
    name: text('名称', { required: true }),
    long: longText('说明'),
    rich: richText('正文'),
    count: integer('人数'),
    value: decimal('浓度', { digits: 3 }),
    day: date('日'),
    at: dateTime('时'),
    done: flag('完'),
    dict: dict('行业', { dict: 'industry' }),
    one: ref('单', { to: 'x' }),
    many: refs('多', { to: 'x' }),
    place: region('地区'),
  },
};
const everySheet = [...entities.filter(({ sheet }) => sheet), { ...everyKind, sheet: Object.keys(everyKind.fields) }];

describe('round trip', () => {
  it.each(everySheet.map((entity): [string, Entity] => [entity.name, entity]))(
    'the values of %s are the same after export and import',
    async (_, entity) => {
      const sheet = entity.sheet ?? [];
      // Besides its own fields a sheet may contain the time of a row.
      const fieldNamed = (name: string): Field => entity.fields[name] ?? dateTime(name);
      const shape = Object.fromEntries(
        sheet.map((name, index) => {
          const field = fieldNamed(name);
          const value = valueOf(field).filter((made) => fieldSchema(field).safeParse(made).success);
          return [
            name,
            field.required || index === 0 ? value : fc.option(value, { nil: field.kind === 'refs' ? [] : null }),
          ];
        }),
      );
      const distinct = sheet.filter((name, index) => index === 0 || fieldNamed(name).unique);
      const rows = fc.uniqueArray(
        fc.record(shape).filter((row) => crossFieldErrors(entity, row).length === 0),
        {
          maxLength: 40,
          minLength: 1,
          comparator: (one, other) => distinct.some((name) => one[name] !== null && one[name] === other[name]),
        },
      );
      const titleOf = (id: unknown) => (typeof id === 'number' ? titles[id - 1] : null);
      const named = (draft: Record<string, unknown>) =>
        sheet
          .filter((name) => fieldNamed(name).kind.startsWith('ref'))
          .map((name) => [`${name}Name`, Array.isArray(draft[name]) ? draft[name].map(titleOf) : titleOf(draft[name])]);
      await fc.assert(
        fc.asyncProperty(rows, async (drafts) => {
          const cells = drafts.map((draft) =>
            rowToCells(entity, { ...draft, ...Object.fromEntries(named(draft)) }, lookups),
          );
          const bytes = await collect(
            writeWorkbook({ sheetName: entity.label, columns: columnsOf(entity), rows: cells }),
          );
          const read = analyseRows(entity, await readWorkbook(bytes, { expected: headersOf(entity) }), lookups);
          expect(read.headers.message).toBeNull();
          expect(read.dropped).toEqual([]);
          expect(read.rows.flatMap(({ errors, notices }) => [...errors, ...notices])).toEqual([]);
          expect(read.rows.map(({ draft }) => draft)).toEqual(drafts);
        }),
        { numRuns: entity.name === everyKind.name ? 10 : 3 },
      );
    },
  );
});
