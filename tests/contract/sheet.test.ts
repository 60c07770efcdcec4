import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineEntity } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { date, dict, ref, refs, region, text } from '@contract/field';
import { cellsToDraft } from '@contract/workbook/cellsToDraft';
import { reportHeaders } from '@contract/workbook/readTableRows';
import { cellMarks, headersOf, rowToCells, type Lookups, type RawCell } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { nearLabels } from '@contract/workbook/similarLabels';
import { analyseAgain, analyseRows } from '../support/analyseRows';

const industries = [
  { value: '1', label: '金属制品业' },
  { value: '2', label: '非金属矿物制品业' },
  { value: '3', label: '纺织业' },
];
const lookups: Lookups = {
  dict: (name) => (name === 'industry' ? industries : []),
  ref: (entity, title) =>
    entity !== 'customer'
      ? null
      : title === '甲公司'
        ? 7
        : title === '乙公司'
          ? 8
          : title === '重名'
            ? 'ambiguous'
            : null,
  region: (path) => ['浙江省', '浙江省/杭州市', '浙江省/杭州市/西湖区'].includes(path),
};
const linked = defineEntity({
  name: 'linked',
  path: 'api/linked',
  label: '关联',
  titleField: 'name',
  scope: 'organization',
  fields: {
    name: text('名称'),
    owner: ref('委托单位', { to: 'customer', required: true }),
    others: refs('其他单位', { to: 'customer' }),
    home: region('所在地'),
    work: region('工作地'),
    day: date('日期', { required: true }),
    kind: dict('行业', { dict: 'industry' }),
  },
  sheet: ['name', 'owner', 'others', 'home', 'work', 'day', 'kind'],
});
const draftOf = (cells: Record<string, string>, entity: Parameters<typeof cellsToDraft>[0] = inspectUnit) =>
  cellsToDraft(entity, new Map(Object.entries(cells)), lookups);

describe('sheet codec', () => {
  it('a workbook has three columns for a region, with distinct names if the entity has two regions', () => {
    expect(headersOf(inspectUnit).slice(0, 7)).toEqual([
      '单位名称',
      '统一社会信用代码',
      '所属行业',
      '省',
      '市',
      '区县',
      '企业规模',
    ]);
    expect(headersOf(linked)).toEqual([
      '名称',
      '委托单位',
      '其他单位',
      '所在地省',
      '所在地市',
      '所在地区县',
      '工作地省',
      '工作地市',
      '工作地区县',
      '日期',
      '行业',
    ]);
    expect(headersOf({ ...linked, sheet: undefined })).toEqual([]);
  });

  it('an exported workbook shows labels and titles, 是 and 否, and numbers as numbers', () => {
    const row = {
      name: '甲',
      owner: 7,
      ownerName: '甲公司',
      others: [7, 8],
      othersName: ['甲公司', '乙公司'],
      home: '浙江省/杭州市',
      work: null,
      day: '2024-05-01',
      kind: '3',
    };
    expect(rowToCells(linked, row, lookups)).toEqual([
      '甲',
      '甲公司',
      '甲公司、乙公司',
      '浙江省',
      '杭州市',
      null,
      null,
      null,
      null,
      '2024-05-01',
      '纺织业',
    ]);
    expect(rowToCells(inspectUnit, { workerCount: 12 }, lookups)[headersOf(inspectUnit).indexOf('职工总数')]).toBe(12);
  });

  it('the import proposes similar dictionary labels, and accepts the same label in another character width', () => {
    expect(
      nearLabels(
        '金属制造业',
        industries.map(({ label }) => label),
      ),
    ).toEqual(['金属制品业']);
    expect(draftOf({ 所属行业: '金属业' }).errors).toEqual([
      {
        header: '所属行业',
        value: '金属业',
        message: sheetMessages.unknownLabel('金属业', '所属行业', ['金属制品业']),
      },
    ]);
    expect(draftOf({ 所属行业: ' 纺织 业' })).toMatchObject({
      draft: { industry: '3' },
      notices: [{ from: ' 纺织 业', to: '纺织业' }],
    });
  });

  it('the import links a row to another row by that row’s title', () => {
    expect(draftOf({ 委托单位: ' 甲公司', 其他单位: '甲公司，乙公司' }, linked)).toMatchObject({
      draft: { owner: 7, others: [7, 8] },
      errors: [],
      notices: [{ header: '委托单位' }],
    });
    expect(draftOf({ 委托单位: '丙公司', 其他单位: '甲公司、重名' }, linked).errors).toEqual([
      { header: '委托单位', value: '丙公司', message: sheetMessages.unknownRef('丙公司', '委托单位') },
      { header: '其他单位', value: '甲公司、重名', message: sheetMessages.ambiguousRef('重名', '其他单位') },
    ]);
  });

  it('the import reports an empty required column with the message of the form', () => {
    expect(draftOf({ 名称: '甲', 委托单位: '', 日期: ' ' }, linked).errors).toEqual([
      { header: '委托单位', value: '', message: '请选择委托单位' },
      { header: '日期', value: ' ', message: '请选择日期' },
    ]);
  });

  it.each([
    [{ 省: '浙江省', 市: '杭州市', 区县: '西湖区' }, '浙江省/杭州市/西湖区', []],
    [{ 省: '浙江省', 市: '', 区县: '' }, '浙江省', []],
    [{ 省: '', 市: '', 区县: '' }, null, []],
    [{ 省: '浙江省', 市: '', 区县: '西湖区' }, null, [['市', sheetMessages.regionGap('市')]]],
    [{ 省: '浙江省', 市: '宁波市', 区县: '西湖区' }, null, [['市', sheetMessages.unknownRegion('浙江省/宁波市')]]],
    [{ 省: '浙江省/杭州市', 市: '', 区县: '' }, null, [['省', sheetMessages.regionSlash]]],
  ])('the import reads the region columns %j', (cells, path, errors) => {
    const result = draftOf(cells);
    expect(result.draft['region']).toBe(path);
    expect(result.errors.map(({ header, message }) => [header, message])).toEqual(errors);
  });

  it('the import leaves columns that the sheet lacks out of the draft', () => {
    expect(draftOf({ 单位名称: '甲' }).draft).toEqual({ unitName: '甲' });
  });

  it('the import compares two fields only if both are valid', () => {
    expect(draftOf({ 职工总数: '10', 接触职业病危害人数: '11' }).errors).toEqual([
      { header: '接触职业病危害人数', value: '11', message: '接触职业病危害人数不能大于职工总数' },
    ]);
    expect(draftOf({ 职工总数: '约10', 接触职业病危害人数: '11' }).errors.map(({ header }) => header)).toEqual([
      '职工总数',
    ]);
  });

  it.each([
    [`${cellMarks.formula}=A1`, sheetMessages.formula],
    [cellMarks.merged, sheetMessages.merged],
    [`${cellMarks.date}2024-05-01`, sheetMessages.becameDate('2024-05-01')],
    ['#REF!', sheetMessages.errorValue('#REF!')],
    ['9.13E+17', sheetMessages.becameNumber('9.13E+17')],
  ])('the import refuses a cell with the typed text %s, the mark of a faulty cell', (written, message) =>
    expect(draftOf({ 单位名称: written }).errors).toEqual([{ header: '单位名称', value: written, message }]),
  );

  it('the import does not report its own error column as unknown', () => {
    expect(reportHeaders(inspectUnit, ['错误', ...headersOf(inspectUnit)])).toMatchObject({
      unknown: [],
      fatal: false,
      message: null,
    });
  });

  it('the import reports an emptied key column of a corrected row, and ignores unknown columns', () => {
    const [row] = analyseAgain(
      inspectUnit,
      [{ line: 5, cells: { 单位名称: ' ', __proto__: 'x', 别的: 'y' } }],
      lookups,
    );
    expect(row).toMatchObject({
      line: 5,
      cells: { 单位名称: ' ' },
      errors: [{ header: '单位名称', message: '请输入单位名称' }],
    });
    expect(Object.keys(row?.cells ?? {})).toEqual(['单位名称']);
  });

  it('the import gives the same result for any cell when the browser sends its text back', () => {
    const cell: fc.Arbitrary<RawCell> = fc.oneof(
      fc
        .string({
          unit: fc.constantFrom('甲', '１', '9', '.', '-', '/', '年', ' ', '\u3000', 'E', '+', '%', '=', '<', 'A'),
        })
        .map((value): RawCell => ({ kind: 'text', text: value, value })),
      fc
        .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
        .map((value): RawCell => ({ kind: 'number', text: String(value), value })),
      fc
        .integer({ min: 1, max: 99_999 })
        .map((value): RawCell => ({ kind: 'number', text: String(value).padStart(5, '0'), value })),
      fc.constantFrom<RawCell>(
        { kind: 'number', text: '50%', value: 0.5 },
        { kind: 'date', text: '2024-05-01', value: '2024-05-01' },
        { kind: 'date', text: '08:30:00', value: '08:30:00' },
        { kind: 'date', text: '2024-05-01 08:30:00', value: '2024-05-01 08:30:00' },
        { kind: 'flag', text: 'TRUE', value: true },
        { kind: 'error', text: '#N/A', value: null },
        { kind: 'formula', text: '公式：=A1', value: null },
        { kind: 'merged', text: cellMarks.merged, value: null },
        { kind: 'empty', text: '', value: null },
      ),
    );
    const header = headersOf(inspectUnit);
    const rows = fc.array(fc.array(cell, { minLength: header.length, maxLength: header.length }), { maxLength: 5 });
    fc.assert(
      fc.property(rows, (cells) => {
        const table = {
          sheetName: '表',
          header,
          headerLine: 1,
          sheets: [],
          rows: cells.map((row, index) => ({ line: index + 2, cells: row })),
        };
        const first = analyseRows(inspectUnit, table, lookups).rows;
        const again = analyseAgain(
          inspectUnit,
          first.map(({ line, cells: texts }) => ({ line, cells: texts })),
          lookups,
        );
        expect(again.map(({ draft, errors }) => ({ draft, errors }))).toEqual(
          first.map(({ draft, errors }) => ({ draft, errors })),
        );
      }),
      { numRuns: 300 },
    );
  });
});

it('similar names of companies share more than their legal form', () => {
  const labels = [
    '温岭市泽江水泵股份有限公司',
    '杭州仓前木语家居股份有限公司',
    '嘉兴佳金印染有限公司',
    '杭州滨盛微电子有限公司',
  ];
  expect(nearLabels('嘉兴佳金印染股份有限公司', labels)).toEqual(['嘉兴佳金印染有限公司']);
  expect(nearLabels('有限公司', labels)).toEqual([]);
});
