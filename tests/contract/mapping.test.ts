import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { dictionaryAliases } from '@contract/dictionaries/dictionaryAliases';
import type { Entity } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { accreditedItem } from '@contract/features/library/entities/accreditedItem';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import { methodPlanGaps } from '@contract/features/library/methodPlanGaps';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import { user } from '@contract/features/system/entities/user';
import { vehicle } from '@contract/features/vehicles/entities/vehicle';
import { rules } from '@contract/rules';
import { cellsToDraft } from '@contract/workbook/cellsToDraft';
import {
  splitFirstValue,
  parseListNumber,
  parseListUnit,
  meansEmpty,
  splitAmount,
  telephonesOf,
} from '@contract/workbook/mapping/cellReaders';
import { type ColumnMapping, mappingTexts } from '@contract/workbook/mapping/columnMapping';
import { guessColumns } from '@contract/workbook/mapping/guessMapping';
import { findHeaderRows, nameKey, sourceColumns } from '@contract/workbook/mapping/headerRows';
import { missingOf, sheetNamedLike, targetsOf } from '@contract/workbook/mapping/mappingTargets';
import { parseListDate, monthsAfterOpening } from '@contract/workbook/mapping/parseDays';
import type { RawSheet } from '@contract/workbook/mapping/rawSheet';
import { splitRegion } from '@contract/workbook/mapping/splitRegion';
import { standardNumber } from '@contract/workbook/mapping/standardNumbers';
import { tableReader } from '@contract/workbook/readTableRows';
import type { Lookups, Merge, RawCell } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { similarLabels } from '@contract/workbook/similarLabels';
import { runParts } from '../support/runParts';
import { shapeTable } from '../support/shapeTable';

const dictionaries: Readonly<Record<string, readonly string[]>> = {
  unitScale: ['大型', '中型', '小型', '微型'],
  industry: ['金属制品业', '食品制造业'],
};
const lookups: Lookups = {
  loose: true,
  dict: (name) =>
    isFixedDictionary(name)
      ? fixedDictionaries[name]
      : (dictionaries[name] ?? []).map((label, index) => {
          const also = dictionaryAliases[name]?.[label];
          return { value: String(index + 1), label, ...(also ? { also } : {}) };
        }),
  ref: () => null,
  near: (_name, title) => similarLabels(title, ['氟化氢(按F计)']),
};

const cellOf = (value: string | number | null): RawCell =>
  value === null
    ? { kind: 'empty', text: '', value: null }
    : typeof value === 'number'
      ? { kind: 'number', text: String(value), value }
      : { kind: 'text', text: value, value };
const merged: RawCell = { kind: 'merged', text: '（合并单元格）', value: null };

/** Makes a sheet of rows by their line; `~` is a cell that a merge covers. */
function sheetOf(rows: Readonly<Record<number, readonly (string | number | null)[]>>, merges: Merge[] = []): RawSheet {
  return {
    sheetName: '表',
    sheets: [],
    merges,
    rows: Object.entries(rows).map(([line, cells]) => ({
      line: Number(line),
      cells: cells.map((cell) => (cell === '~' ? merged : cellOf(cell))),
    })),
  };
}

const mappingOf = (columns: ColumnMapping['columns'], more: Partial<ColumnMapping> = {}): ColumnMapping => ({
  head: { first: 1, last: 1 },
  columns,
  fixed: {},
  repeated: [],
  aliases: {},
  ...more,
});

describe('readers of what people write', () => {
  it.each([
    ['300人', '300', '人'],
    ['约200', '200', ''],
    ['约 200 人', '200', '人'],
    ['8.6万', '86000', ''],
    ['12.345万公里', '123450', '公里'],
    ['0.5亿', '50000000', ''],
    ['2瓶', '2', '瓶'],
    ['1,234', '1234', ''],
    ['100 μg/mL', '100', 'μg/mL'],
    ['1.00 mg/mL', '1.00', 'mg/mL'],
    ['１２．５ｍｇ', '12.5', 'mg'],
    ['500mL', '500', 'mL'],
    ['-5℃', '-5', '℃'],
    ['5 mg/100g', '5', 'mg/100g'],
    ['300余人', '300', ''],
  ])('the import splits the cell text %s into number and unit', (text, number, unit) => {
    expect(splitAmount(text)).toMatchObject({ number, unit: text === '300余人' ? '余人' : unit });
  });

  it.each(['0.1～1.5 L/min', '10-20', '2mL×5支abc1.5', '无', 'abc', '1.2.3', '1/2', '6+1', '6+1座', '3、4', '2瓶,3瓶'])(
    'the import finds no single number in the cell text %s',
    (text) => {
      expect(parseListNumber(text, false)).toBeNull();
    },
  );

  it('the import reads 98.5% as a number only in a field for percentages', () => {
    expect(parseListNumber('98.5%', false)).toBeNull();
    expect(parseListNumber('98.5%', true)?.value).toBe('98.5');
    expect(parseListNumber('≥90%', true)?.value).toBe('90');
    expect(splitAmount('U=3% (k=2)')).toMatchObject({ number: '3', percent: true });
  });

  it('the import finds the unit in an amount: 2瓶 gives 瓶', () => {
    expect(parseListUnit('2瓶').value).toBe('瓶');
    expect(parseListUnit('5').value).toBe('');
    expect(parseListUnit('mg/L').value).toBe('mg/L');
  });

  it.each([
    ['2027年3月1日', false, '2027-03-01'],
    ['2027.3.1', false, '2027-03-01'],
    ['2027/03/01', false, '2027-03-01'],
    ['20270301', false, '2027-03-01'],
    ['27/3/1', false, '2027-03-01'],
    ['2027年3月1号', false, '2027-03-01'],
    ['至2027年3月1日', true, '2027-03-01'],
    ['2027年3月', true, '2027-03-31'],
    ['2028.02', true, '2028-02-29'],
    ['2027年3月', false, '2027-03-01'],
    ['2027年', true, '2027-12-31'],
    ['长期', true, '2099-12-31'],
    ['长期有效', true, '2099-12-31'],
    ['2026.2.30', true, '2026-02-30'],
  ])('the import reads the date %s (as the end of a period: %s)', (text, isEnd, day) => {
    expect(parseListDate(text, isEnd)?.value).toBe(day);
  });

  it.each(['明年', '2027年13月', '待定', '27年'])('the import reads no start date from the text %s', (text) => {
    expect(parseListDate(text, false)).toBeNull();
  });

  it('the import reads 开封后半年 and similar texts as months after opening', () => {
    expect(monthsAfterOpening('开封后1年')).toBe(12);
    expect(monthsAfterOpening('开封后六个月')).toBe(6);
    expect(monthsAfterOpening('开启后半年')).toBe(6);
    expect(monthsAfterOpening('开封后90天')).toBe(3);
    expect(monthsAfterOpening('2027年3月')).toBeNull();
  });

  it('the import reads /, —, 无 and N/A as an empty cell', () => {
    for (const text of ['/', '／', '—', '--', '无', 'N/A']) expect(meansEmpty(text)).toBe(true);
    for (const text of ['0', '无锡', '-5', '有']) expect(meansEmpty(text)).toBe(false);
  });

  it('the import counts a row once whose region stands in one column', () => {
    const sheet = sheetOf({ 1: ['单位名称', '所在区县'], 2: ['甲厂', '杭州市富阳区'], 3: ['乙厂', '嘉兴市海宁市'] });
    const { sentences } = shapeTable(inspectUnit, sheet, mappingOf({ 单位名称: 0, 省: 1, 市: 1, 区县: 1 }));
    expect(sentences).toContain(mappingTexts.region('所在区县', 2));
  });

  it('the import splits several telephone numbers, and a region into province, city and district', () => {
    expect(splitFirstValue('15869662112/13598065251')).toEqual({ first: '15869662112', rest: ['13598065251'] });
    expect(splitRegion('杭州市富阳区')).toEqual(['浙江省', '杭州市', '富阳区']);
    expect(splitRegion('浙江省杭州市富阳区')).toEqual(['浙江省', '杭州市', '富阳区']);
    expect(splitRegion('浙江杭州')).toEqual(['浙江省', '杭州市', '']);
    expect(splitRegion('嘉兴市海宁市')).toEqual(['浙江省', '嘉兴市', '海宁市']);
    expect(splitRegion('某地')).toBeNull();
  });

  it('the import sorts telephone numbers of a cell into mobile, landline and rest, and loses none', () => {
    const kinds = { mobile: ['15869662112', '19902437425'], landline: ['0571-84674516', '84674516转8'], no: ['123'] };
    for (const [text, mobile, landline, rest] of [
      ['15869662112', '15869662112', '', []],
      ['0571-84674516', '', '0571-84674516', []],
      ['0571-84674516/15869662112', '15869662112', '0571-84674516', []],
      ['15869662112、13598065251；84674516转8', '15869662112', '84674516转8', ['13598065251']],
      ['123', '123', '', []],
      ['123/0571-84674516', '', '0571-84674516', ['123']],
      ['', '', '', []],
    ] as const)
      expect(telephonesOf(text), text).toEqual({ mobile, landline, rest });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.values(kinds).flat()), { maxLength: 5 }), (given) => {
        const { mobile, landline, rest } = telephonesOf(given.join('/'));
        expect([mobile, landline, ...rest].filter(Boolean).sort()).toEqual([...given].sort());
      }),
    );
  });

  it('the import accepts the same telephone numbers as the forms', () => {
    const { test } = rules.telephone;
    for (const phone of [
      '13846541243',
      '19902437425',
      '16612345678',
      '0571-84674516',
      '0571-84674516-801',
      '010 12345678',
      '84674516',
      '0571-84674516转8',
      '400-820-8820',
    ])
      expect(test(phone), phone).toBe(phone !== '010 12345678');
    for (const phone of ['123', '11012345678', '0571-123', '1384654124', '138465412433'])
      expect(test(phone), phone).toBe(false);
  });
});

describe('head of a sheet', () => {
  it('the header row of an imported sheet is found below title lines', () => {
    const sheet = sheetOf({
      1: ['客户档案汇总', null, null],
      2: ['业务部 2026年11月', null, null],
      3: ['序号', '企业名称', '联系电话'],
      4: [1, '甲公司', '13800000000'],
    });
    expect(findHeaderRows(sheet, new Set(['企业名称', '联系电话']))).toEqual({ first: 3, last: 3 });
  });

  it('the header of an imported sheet has two rows if merged cells span the second one', () => {
    const sheet = sheetOf(
      { 1: ['单位名称', '联系方式', '~'], 2: ['~', '联系人', '电话'], 3: ['甲公司', '张三', '13800000000'] },
      [
        { fromLine: 1, toLine: 2, fromColumn: 0, toColumn: 0 },
        { fromLine: 1, toLine: 1, fromColumn: 1, toColumn: 2 },
      ],
    );
    const head = findHeaderRows(sheet, new Set(['单位名称']));
    expect(head).toEqual({ first: 1, last: 2 });
    expect(sourceColumns(sheet, head ?? { first: 1, last: 1 }).map(({ name }) => name)).toEqual([
      '单位名称',
      '联系方式/联系人',
      '联系方式/电话',
    ]);
    const guessed = guessColumns(inspectUnit, sheet, lookups);
    expect(guessed?.columns).toMatchObject({ 单位名称: 0, 联系人: 1, 手机号码: 2 });
  });

  it('the header row of an imported sheet is found by its shape if no column name is known', () => {
    const sheet = sheetOf({ 1: ['某表'], 3: ['甲', '乙', '丙'], 4: ['a', 1, 2] });
    expect(findHeaderRows(sheet, new Set())).toEqual({ first: 3, last: 3 });
  });

  it('the column names of an imported sheet are compared without punctuation and character width', () => {
    expect(nameKey('检定／校准 日期*')).toBe(nameKey('检定/校准日期'));
  });
});

describe('guessed columns', () => {
  it('the import guesses a column by its header and by its contents', () => {
    const sheet = sheetOf({
      1: ['序号', '客户', '代码', '电话', '所在区县'],
      2: [1, '甲公司', '91330110MA28X45UH7', '13800000000', '杭州市富阳区'],
      3: [2, '乙公司', '91330110MA2GEAR0PB', '0571-84674516', '嘉兴市南湖区'],
    });
    const guessed = guessColumns(inspectUnit, sheet, lookups, { first: 1, last: 1 });
    expect(guessed?.columns).toMatchObject({ 统一社会信用代码: 2, 手机号码: 3, 省: 4, 市: 4, 区县: 4 });
  });

  it('the import guesses that one column fills two fields, number and unit', () => {
    const sheet = sheetOf({
      1: ['标物编号', '标准物质名称', '批号', '浓度', '数量', '有效期'],
      2: ['BW-1', '苯', 'B1', '100 μg/mL', '2支', '2027年3月'],
    });
    const guessed = guessColumns(standard, sheet, lookups);
    expect(guessed?.columns).toMatchObject({ 标准值: 3, 单位: 3, 入库数量: 4, 计量单位: 4 });
  });

  it('the import shows which fields are required and which the form fills with a default', () => {
    const targets = targetsOf(equipment, lookups);
    expect(targets.find(({ header }) => header === '状态')).toMatchObject({ required: true, initial: '在库' });
    expect(missingOf(targets, { columns: { 设备编号: 0 }, fixed: {} })).toEqual(['设备名称']);
    expect(missingOf(targets, { columns: { 设备编号: 0 }, fixed: { 设备名称: '天平' } })).toEqual([]);
  });
});

it('the import selects the sheet whose name is like the list’s', () => {
  const sheets = ['标准物质', '试剂', '房间'].map((name) => ({ name, hidden: false }));
  expect(sheetNamedLike('试剂', sheets)).toBe('试剂');
  expect(sheetNamedLike('房间与存放处', sheets)).toBe('房间');
  expect(sheetNamedLike('车辆', sheets)).toBeUndefined();
});

describe('shaped table', () => {
  it('the import fills merged cells; skips blank lines, notes and repeated header rows; reports what it did', () => {
    const sheet = sheetOf(
      {
        1: ['编号', '名称', '型号'],
        2: ['A1', '采样器', 'X'],
        3: ['A2', '~', 'X'],
        5: ['编号', '名称', '型号'],
        6: ['A3', '天平', '/'],
        8: ['审核：张三', null, null],
      },
      [{ fromLine: 2, toLine: 3, fromColumn: 1, toColumn: 1 }],
    );
    const { table, sentences } = shapeTable(equipment, sheet, mappingOf({ 设备编号: 0, 设备名称: 1, 规格型号: 2 }));
    const at = (name: string) => table.header.indexOf(name);
    expect(table.rows.map(({ cells }) => [cells[at('设备编号')]?.text, cells[at('设备名称')]?.text])).toEqual([
      ['A1', '采样器'],
      ['A2', '采样器'],
      ['A3', '天平'],
    ]);
    expect(sentences).toEqual([
      '“名称”的合并单元格已逐行填写：第2～3行',
      '“型号”有1处写的是“/”“无”等，按空白导入',
      '跳过空白行1行',
      '跳过说明或签名行：第8行',
      '跳过重复的表头：第5行',
    ]);
  });

  it('the import reads a merged range that reaches to the end of the sheet quickly', () => {
    const sheet = sheetOf(
      { 1: ['编号', '名称'], 2: ['A1', '采样器'], 9: ['A2', '~'] },
      Array.from({ length: 5000 }, () => ({ fromLine: 2, toLine: 1_048_576, fromColumn: 1, toColumn: 1 })),
    );
    const { table } = shapeTable(equipment, sheet, mappingOf({ 设备编号: 0, 设备名称: 1 }));
    expect(table.rows[1]?.cells[table.header.indexOf('设备名称')]?.text).toBe('采样器');
  });

  it('the import replaces cell texts as a person assigned, numbers rows by a pattern, and fills empty cells from above', () => {
    const sheet = sheetOf({ 1: ['名称', '级别'], 2: ['盐酸', 'GR'], 3: ['硝酸', ''], 4: ['硝酸', ''] });
    const { table, sentences } = shapeTable(
      reagent,
      sheet,
      mappingOf(
        { 名称: 0, 纯度等级: 1 },
        { fixed: { 编号: 'SJ-##' }, repeated: ['纯度等级'], aliases: { 纯度等级: { GR: '优级纯' } } },
      ),
    );
    const at = (name: string) => table.header.indexOf(name);
    expect(table.rows.map(({ cells }) => [cells[at('编号')]?.text, cells[at('纯度等级')]?.text])).toEqual([
      ['SJ-01', '优级纯'],
      ['SJ-02', '优级纯'],
      ['SJ-03', '优级纯'],
    ]);
    expect(sentences).toContain('“级别”的“GR”按“优级纯”导入（3行）');
  });

  it('the import reads the cell text "constructor" as an ordinary value', () => {
    const sheet = sheetOf({ 1: ['车牌', '车型'], 2: ['浙A1', 'constructor'] });
    const { table } = shapeTable(
      vehicle,
      sheet,
      mappingOf({ 车牌号: 0, 品牌型号: 1 }, { aliases: { 品牌型号: { 海狮: '金杯海狮' } } }),
    );
    expect(table.rows[0]?.cells[table.header.indexOf('品牌型号')]?.text).toBe('constructor');
  });

  it('the import takes two identical rows of a sheet once and reports it', () => {
    const sheet = sheetOf({ 1: ['车牌', '车型'], 2: ['浙A1', '海狮'], 3: ['浙A1', '海狮'] });
    const { table, sentences } = shapeTable(vehicle, sheet, mappingOf({ 车牌号: 0, 品牌型号: 1 }));
    expect(table.rows).toHaveLength(1);
    expect(sentences).toContain('与前面的行完全相同，只导入一次：第3行同第2行');
  });
});

describe('list of an accredited scope', () => {
  const scope = sheetOf({
    1: ['序号', '项目/参数', '依据的标准(方法)名称及编号(含年号)', '方法', '检出限(μg/mL)', '采样效率'],
    2: [
      1,
      '苯',
      '工作场所空气有毒物质测定 苯、甲苯、二甲苯和乙苯 GBZ/T 300.66-2017',
      '溶剂解吸-气相色谱法',
      0.1,
      '≥90%',
    ],
    3: [2, '甲苯', 'GBZ/T 300.66-2017', '', 0.06, '/'],
    4: [3, '氨', '工作场所空气有毒物质测定 无机含氮化合物 GBZ/T 160.29-2004', '纳氏试剂分光光度法', 0.06, ''],
    5: [4, '噪声', '工作场所物理因素测量 第8部分 GBZ/T 189.8-2007', '/', '/', ''],
  });
  const tableOf = (entity: typeof labMethod | typeof labMethodItem, more: Partial<ColumnMapping> = {}) => {
    const guessed = guessColumns(entity, scope, lookups);
    const { table, sentences } = shapeTable(entity, scope, {
      ...mappingOf(guessed?.columns ?? {}, more),
      joined: guessed?.joined,
    });
    const rows = table.rows.map(({ cells }) =>
      Object.fromEntries(table.header.map((header, index) => [header, cells[index]?.text ?? ''])),
    );
    return { rows, said: sentences };
  };

  it('the imported accreditation list gives each method once, by standard number and technique', () => {
    const { rows, said } = tableOf(labMethod);
    expect(rows.map((row) => [row.方法名称, row.标准号, row.标准名称])).toEqual([
      ['GBZ/T 300.66-2017 溶剂解吸-气相色谱法', 'GBZ/T 300.66-2017', '工作场所空气有毒物质测定 苯、甲苯、二甲苯和乙苯'],
      ['GBZ/T 160.29-2004 纳氏试剂分光光度法', 'GBZ/T 160.29-2004', '工作场所空气有毒物质测定 无机含氮化合物'],
      ['GBZ/T 189.8-2007', 'GBZ/T 189.8-2007', '工作场所物理因素测量 第8部分'],
    ]);
    expect(said).toContain('“方法名称”相同，只导入一次：第3行同第2行');
  });

  it('the imported accreditation list links each factor to its method, and puts values without a column into the remark', () => {
    const { rows } = tableOf(labMethodItem, { restToRemark: true });
    expect(rows.map((row) => [row.检测方法, row.危害因素, row.检出限, row.备注])).toEqual([
      ['GBZ/T 300.66-2017 溶剂解吸-气相色谱法', '苯', '0.1', '采样效率：≥90%'],
      ['GBZ/T 300.66-2017 溶剂解吸-气相色谱法', '甲苯', '0.06', ''],
      ['GBZ/T 160.29-2004 纳氏试剂分光光度法', '氨', '0.06', ''],
      ['GBZ/T 189.8-2007', '噪声', '', ''],
    ]);
  });

  it.each([
    ['《工作场所空气有毒物质测定 第66部分》（GBZ/T 300.66—2017）', 'GBZ/T 300.66-2017'],
    ['GB/T18204.1-2013 公共场所卫生检验方法', 'GB/T 18204.1-2013'],
    ['WS/T 752-2016', 'WS/T 752-2016'],
    ['内部方法', null],
  ])('the import finds the standard number in %s of an accreditation list', (text, number) => {
    expect(standardNumber(text)).toBe(number);
  });
});

describe('cells of a list of one’s own', () => {
  const draftOf = (entity: Parameters<typeof cellsToDraft>[0], cells: Record<string, string>, with_ = lookups) =>
    cellsToDraft(entity, new Map(Object.entries(cells)), with_);

  it('the import of an organization’s own list converts cells to values, with a note about each change', () => {
    const { draft, errors, notices } = draftOf(inspectUnit, {
      单位名称: '甲公司',
      企业规模: '小',
      手机号码: '15869662112/13598065251',
      职工总数: '约200',
    });
    expect(errors).toEqual([]);
    expect(draft).toMatchObject({ scale: '3', mobile: '15869662112', workerCount: 200 });
    expect(notices.map(({ from, to }) => `${from}→${to}`)).toEqual([
      '小→小型',
      '15869662112/13598065251→15869662112',
      '约200→200',
    ]);
  });

  it('cells that the import of an own list would convert are refused in the product’s own template', () => {
    const { loose: _loose, ...strict } = lookups;
    expect(draftOf(inspectUnit, { 单位名称: '甲公司', 职工总数: '300人' }, strict).errors).toHaveLength(1);
  });

  it('the import of an own list converts a relative uncertainty (3 %) to an absolute value', () => {
    const { draft } = draftOf(standard, {
      标准值: '1000 mg/L',
      '扩展不确定度U（k=2）': 'U=3% (k=2)',
      单位: '1000 mg/L',
    });
    expect(draft).toMatchObject({ certified: '1000', uncertainty: '30', certifiedUnit: 'mg/L' });
  });

  it('the import of an own list derives the kind of an instrument from its name, and other empty fields from the form’s defaults', () => {
    const { draft, notices } = draftOf(equipment, { 设备名称: '双路大气采样器', 设备类别: '', 状态: '', 溯源方式: '' });
    expect(draft).toMatchObject({ eqpKind: 'sampler', status: 'in', calibrationKind: 'verification' });
    expect(notices.map(({ message }) => message)).toContain('按设备名称判断');
  });

  it('the import of an own list reads 开封后1年 in the validity column as 12 months after opening', () => {
    const { draft, errors } = draftOf(reagent, { '有效期至（含当日）': '开封后1年', 开封后有效期: '开封后1年' });
    expect(errors).toEqual([]);
    expect(draft).toMatchObject({ validUntil: null, openedMonths: 12 });
  });

  it('the import of an own list proposes similar names for a reference to an unknown row', () => {
    const { errors } = draftOf(standard, { 对应因素: '氟化氢' });
    expect(errors[0]).toMatchObject({
      message: '没有名为“氟化氢”的对应因素，是否为：氟化氢(按F计)？',
      near: ['氟化氢(按F计)'],
      sure: true,
    });
  });
});

describe('method that a list brought in', () => {
  it('an imported method reports the data that it lacks for a sampling plan', () => {
    expect(methodPlanGaps({ methodKind: 'gasChromatography', medium: null })).toEqual(['采样介质', '采样流量与时间']);
    expect(methodPlanGaps({ medium: '活性炭管', shortFlow: '0.1', shortMinutes: 15 })).toEqual([]);
    expect(methodPlanGaps({ medium: '采气袋', resultRoute: 'direct' })).toEqual([]);
    expect(methodPlanGaps({ resultRoute: 'onSite' })).toEqual([]);
  });
});

it('the import of people needs no account name, because the product creates it', () => {
  const sheet = sheetOf(
    {
      1: ['人员一览表'],
      3: ['序号', '姓名', '工号', '部门', '手机', '培训证书号', '有效期'],
      4: [1, '冯嘉豪', '001', '管理层', '13908627149', 'ZYWS-1', '2026年10月5日'],
      5: [2, '胡浩然', '002', '~', '13500949291', '/', '/'],
      7: ['审核：            批准：'],
    },
    [{ fromLine: 4, toLine: 5, fromColumn: 3, toColumn: 3 }],
  );
  const guessed = guessColumns(user, sheet, lookups);
  const columns = guessed?.columns ?? {};
  expect(missingOf(targetsOf(user, lookups), { columns, fixed: {} })).toEqual([]);
  const { table } = shapeTable(user, sheet, mappingOf(columns, { head: { first: 3, last: 3 } }));
  const reader = tableReader(user, table.header, lookups);
  const rows = table.rows.flatMap((row) => reader.read(row) ?? []);
  expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
  expect(rows.map(({ draft }) => draft)).toMatchObject([
    { nickName: '冯嘉豪', workNo: '001', department: '管理层', certNo: 'ZYWS-1', certUntil: '2026-10-05' },
    { nickName: '胡浩然', workNo: '002', department: '管理层', certNo: null, certUntil: null },
  ]);
});

describe('import of other laboratories’ lists', () => {
  /** Brings a sheet in by what is guessed; returns the fields of its rows and their errors. */
  function brought(entity: Entity, sheet: RawSheet) {
    const guessed = guessColumns(entity, sheet, lookups);
    if (!guessed) throw new Error('no head');
    const { head, columns, joined } = guessed;
    const { table, sentences } = shapeTable(entity, sheet, mappingOf(columns, { head, joined }));
    const reader = tableReader(entity, table.header, lookups);
    const rows = table.rows.flatMap((row) => reader.read(row) ?? []);
    runParts(reader.finish(rows));
    const missing = missingOf(targetsOf(entity, lookups), { columns, fixed: {} });
    return {
      said: sentences,
      missing,
      rows,
      drafts: rows.map(({ draft }) => draft),
      errors: rows.flatMap(({ errors }) => errors),
    };
  }

  it('an imported list of people may name a certificate in a two-row header, and two people of one name without numbers', () => {
    const sheet = sheetOf(
      {
        1: ['职工花名册'],
        3: ['序号', '员工姓名', '所在部门', '联系电话', '上岗证', '~'],
        4: ['~', '~', '~', '~', '编号', '有效截止'],
        5: [1, '张三丰', '检测室', '138 1234 5678', 'SGZ-1', '2027.3.5'],
        6: [2, '张三丰', '采样室', '13700001111', 'SGZ-2', '2028年6月'],
      },
      [
        { fromLine: 3, toLine: 3, fromColumn: 4, toColumn: 5 },
        ...[0, 1, 2, 3].map((at) => ({ fromLine: 3, toLine: 4, fromColumn: at, toColumn: at })),
      ],
    );
    const { drafts, errors } = brought(user, sheet);
    expect(drafts[0]).toMatchObject({
      nickName: '张三丰',
      department: '检测室',
      certNo: 'SGZ-1',
      certUntil: '2027-03-05',
    });
    expect(drafts[1]).toMatchObject({ certNo: 'SGZ-2', certUntil: '2028-06-30' });
    expect(errors.map(({ message }) => message)).toEqual([sheetMessages.duplicateOf(5, ['工号'])]);
  });

  it('an import reads two lists that stand one below the other on a sheet, and days written as Excel serial numbers', () => {
    const head = ['管理编号', '仪器名称', '规格型号', '检定日期', '下次检定日期'];
    const { drafts, errors, said } = brought(
      equipment,
      sheetOf({
        1: ['一、实验室设备'],
        2: head,
        3: ['SB-001', '气相色谱仪', 'GC-2014', 46100, '46465'],
        6: ['二、现场采样设备'],
        7: head,
        8: ['SB-101', '粉尘采样器', 'FCC-30', '2026-04-01 00:00:00', '2026.4.1至2027.3.31'],
      }),
    );
    expect(errors).toEqual([]);
    expect(drafts).toMatchObject([
      { eqpNo: 'SB-001', calibratedOn: '2026-03-19', calibrationDue: '2027-03-19' },
      { eqpNo: 'SB-101', calibratedOn: '2026-04-01', calibrationDue: '2027-03-31' },
    ]);
    expect(said.join()).toMatch(/跳过说明或签名行：第6行.*跳过重复的表头：第7行/);
  });

  it('an imported list of enterprises may have a second contact in columns of its own, under a header over both columns', () => {
    const over = (from: number, to: number) => ({ fromLine: 2, toLine: 2, fromColumn: from, toColumn: to });
    const { drafts, missing } = brought(
      inspectUnit,
      sheetOf(
        {
          1: ['客户基本情况统计表'],
          2: ['编号', '企业全称', '第一联系人', '~', '第二联系人', '~', '员工数', '~'],
          3: ['~', '~', '姓名', '电话', '姓名', '电话', '总数', '接害'],
          4: ['K01', '杭州甲木业有限公司', '陈一', '0571-86543210', '陈二', '13800000001', '约120人', '35'],
          5: ['K02', '宁波乙化工有限公司', '林一', '13800000002', '', '', '1,200', '300余人'],
          6: ['K03', '湖州丙电池厂', '周一、周二', '13800000003、13800000004', '周三', '13800000005', '86人', '20'],
        },
        [
          over(2, 3),
          over(4, 5),
          over(6, 7),
          ...[0, 1].map((at) => ({ fromLine: 2, toLine: 3, fromColumn: at, toColumn: at })),
        ],
      ),
    );
    expect(missing).toEqual([]);
    expect(drafts).toMatchObject([
      {
        unitName: '杭州甲木业有限公司',
        contact: '陈一',
        otherContacts: '陈二 13800000001',
        workerCount: 120,
        exposedCount: 35,
      },
      { unitName: '宁波乙化工有限公司', contact: '林一', workerCount: 1200, exposedCount: 300 },
      { contact: '周一', mobile: '13800000003', otherContacts: '周二 13800000004；周三 13800000005' },
    ]);
    expect(drafts[0]).toMatchObject({ landline: '0571-86543210' });
    expect(drafts[1]).not.toMatchObject({ otherContacts: expect.stringContaining('1') });
  });

  it('an imported list of standards may give a value with its uncertainty in one cell', () => {
    const { drafts, errors } = brought(
      standard,
      sheetOf({
        1: ['名称', '标物编号', '批号', '标准值及不确定度', '规格', '数量', '有效期'],
        2: ['甲苯溶液', 'BW-1', '7', '100.0±2.0 μg/mL', '1mL', '1盒', '2027-02'],
        3: ['苯溶液', 'BW-2', '8', '(1000 ± 2%) μg/mL', '1mL', '5支', '2027年1月1日'],
        4: ['铅溶液', 'BW-3', '9', '1.000 mg/mL', '50ml', '1瓶', '2028/1/1'],
      }),
    );
    expect(errors).toEqual([]);
    expect(drafts).toMatchObject([
      { certified: '100.0', uncertainty: '2.0', validUntil: '2027-02-28' },
      { certified: '1000', uncertainty: '20' },
      { certified: '1.000' },
    ]);
    expect(drafts[2]?.['uncertainty'] ?? null).toBeNull();
  });

  it('an imported list of old reports may name its number column 报告流水号, and give the days of a visit as a period', () => {
    const { drafts, missing } = brought(
      historyReport,
      sheetOf({
        1: ['报告流水号', '受检单位', '检测类别', '出具日期', '检测日期', '结论'],
        2: ['浙检（2023）0001', '甲', '定期检测', 45000, '2023.2.1-2023.2.3', '合格'],
        3: ['浙检（2023）0002', '甲', '定期检测', '2023年3月', '2023年2月10日至11日', '合格'],
        4: ['小计', '2份'],
      }),
    );
    expect(missing).toEqual([]);
    expect(drafts).toMatchObject([
      { reportNo: '浙检（2023）0001', issuedOn: '2023-03-15', sampledOn: '2023-02-01' },
      { sampledOn: '2023-02-10' },
    ]);
    expect(parseListDate('2023年2月10日至11日', true)?.value).toBe('2023-02-11');
    expect(parseListDate('2023-02-10～03-01', true)?.value).toBe('2023-03-01');
    expect(parseListDate('2027-3-1', false)?.value).toBe('2027-03-01');
  });
});

describe('printed annex of an accreditation certificate', () => {
  const merge = (fromLine: number, toLine: number, fromColumn: number, toColumn: number): Merge => ({
    fromLine,
    toLine,
    fromColumn,
    toColumn,
  });
  const sheet = sheetOf(
    {
      1: ['资质认定检验检测能力附表', '~', '~', '~', '~', '~', '~'],
      2: [
        '证书编号：221112050286　　批准日期：2023年06月12日　　有效期至：2029年06月11日',
        '~',
        '~',
        '~',
        '~',
        '~',
        '~',
      ],
      3: [
        '序号',
        '类别（产品/项目/参数）',
        '产品/项目/参数',
        '~',
        '依据的标准（方法）名称及编号（含年号）',
        '限制范围',
        '说明',
      ],
      4: ['~', '~', '序号', '名称', '~', '~', '~'],
      5: ['一', '工作场所空气', '1.1', '苯', '工作场所空气有毒物质测定 GBZ/T 300.66-2017', null, null],
      6: ['~', '~', '1.2', '甲苯', 'GBZ/T 300.66—2017', '只测短时间', null],
    },
    [
      merge(1, 1, 0, 6),
      merge(2, 2, 0, 6),
      merge(3, 4, 0, 0),
      merge(3, 4, 1, 1),
      merge(3, 3, 2, 3),
      ...[4, 5, 6].map((at) => merge(3, 4, at, at)),
      merge(5, 6, 0, 0),
      merge(5, 6, 1, 1),
    ],
  );

  it('an imported accreditation annex has number and name of an item below a common header, and the certificate and its days above it', () => {
    const guessed = guessColumns(accreditedItem, sheet, lookups);
    expect(guessed?.head).toEqual({ first: 3, last: 4 });
    expect(guessed?.columns).toEqual({
      '项目/参数': 3,
      序号: 2,
      类别: 1,
      '依据的标准（方法）名称及编号': 4,
      限制范围及说明: 5,
    });
    expect(guessed?.fixed).toEqual({ 证书编号: '221112050286', 批准日期: '2023-06-12', 有效期至: '2029-06-11' });
  });

  const told = (list: RawSheet) => {
    const guessed = guessColumns(accreditedItem, list, lookups);
    const { table, sentences } = shapeTable(accreditedItem, list, {
      ...mappingOf(guessed?.columns ?? {}, { head: guessed?.head ?? { first: 1, last: 1 } }),
      fixed: guessed?.fixed ?? {},
    });
    const rows = table.rows.map(({ cells }) =>
      Object.fromEntries(table.header.map((header, index) => [header, cells[index]?.text ?? ''])),
    );
    return { rows, said: sentences };
  };
  const basis = (part: number) => `工作场所空气有毒物质测定 第${part}部分 GBZ/T 300.${part}-2017`;
  const column = '依据的标准（方法）名称及编号';

  it('an imported accreditation annex of 300 rows takes titles between the rows as their field, with or without numbers, merged or in two cells', () => {
    const lines: Record<number, (string | number | null)[]> = {
      1: ['序号', '项目/参数', '依据的标准（方法）名称及编号', '限制范围'],
    };
    const merges: Merge[] = [];
    const titles = ['一、化学有害因素', '粉尘', '三'];
    for (const [at, title] of titles.entries()) {
      const first = 2 + at * 101;
      lines[first] = title === '三' ? ['三', '物理因素', null, null] : [title, '~', '~', '~'];
      if (title !== '三') merges.push(merge(first, first, 0, 3));
      for (let no = 1; no <= 100; no += 1)
        lines[first + no] = [`${at + 1}.${no}`, `项目${at * 100 + no}`, basis(no), no % 9 ? null : '只测短时间'];
    }
    const { rows, said } = told(sheetOf(lines, merges));
    expect(rows).toHaveLength(300);
    expect([0, 99, 100, 299].map((at) => [rows[at]?.['序号'], rows[at]?.类别, rows[at]?.['项目/参数']])).toEqual([
      ['1.1', '化学有害因素', '项目1'],
      ['1.100', '化学有害因素', '项目100'],
      ['2.1', '粉尘', '项目101'],
      ['3.100', '物理因素', '项目300'],
    ]);
    expect(said).toContain(mappingTexts.sections('类别', ['化学有害因素', '粉尘', '物理因素']));
  });

  it('an imported accreditation annex with a column for the field keeps it, and reads cells merged over several standards of one item', () => {
    const { rows } = told(
      sheetOf(
        {
          1: ['领域', '检测项目', '检测依据', '有效期限'],
          2: ['职业卫生', '苯', basis(66), '2029-06-11'],
          3: ['~', '~', '工作场所空气有毒物质测定 芳香烃类化合物 GBZ/T 160.42-2007', '2029-06-11'],
          4: ['~', '甲苯', basis(66), '2029-06-11'],
        },
        [merge(2, 4, 0, 0), merge(2, 3, 1, 1)],
      ),
    );
    expect(rows.map((row) => [row.类别, row['项目/参数'], row[column], row.有效期至])).toEqual([
      ['职业卫生', '苯', basis(66), '2029-06-11'],
      ['职业卫生', '苯', '工作场所空气有毒物质测定 芳香烃类化合物 GBZ/T 160.42-2007', '2029-06-11'],
      ['职业卫生', '甲苯', basis(66), '2029-06-11'],
    ]);
  });

  it('a value in a line above the header of an imported list is ignored if the list has a column for it', () => {
    const own = sheetOf({
      1: ['证书编号：221112050286'],
      2: ['项目/参数', '依据的标准', '证书编号'],
      3: ['苯', 'GBZ/T 300.66-2017', '190000000001'],
    });
    expect(guessColumns(accreditedItem, own, lookups)?.fixed).toEqual({});
  });
});
