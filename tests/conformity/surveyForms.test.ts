import { describe, expect, it } from 'vitest';
import { serviceForms } from '@contract/features/conformity/forms/allServiceForms';
import { formDocument } from '@contract/features/conformity/forms/formDocument';
import {
  columnsOf,
  entityOf,
  type FormTable,
  type FormTables,
  withRowNumbers,
  rowsOf,
  serviceOfType,
  withTableRows,
} from '@contract/features/conformity/forms/formTable';
import { prefilledForm, type SurveyedRow } from '@contract/features/conformity/forms/prefilledForm';
import { faultsOf, type FormValues, type ServiceForm } from '@contract/features/conformity/forms/serviceForm';
import type { TableBlock } from '@contract/print/printDocument';

const form = (key: string): ServiceForm => {
  const found = serviceForms.find((serviceForm) => serviceForm.key === key);
  if (!found) throw new Error(`no form ${key}`);
  return found;
};
const tablesOf = (key: string): readonly { readonly title: string; readonly table: FormTable }[] =>
  form(key).parts.flatMap(({ title, table }) => (table ? [{ title, table }] : []));
const labels = (key: string, service: string): string[][] =>
  tablesOf(key).map(({ table }) => columnsOf(table, { service }).map(([, { label }]) => label));
/** Returns tables with one row that answers every column. */
const oneRowEach = (key: string): FormTables =>
  tablesOf(key).reduce<FormTables>((tables, { table }) => {
    const row = Object.fromEntries(
      Object.entries(table.columns).map(([name, { kind }]) => [
        name,
        kind === 'integer'
          ? 2
          : kind === 'decimal'
            ? '2'
            : kind === 'date'
              ? '2026-03-02'
              : (({ kind: '固定', contact: '稳定' } as Record<string, string>)[name] ?? `内容${name}`),
      ]),
    );
    return withTableRows(
      tables,
      table,
      withRowNumbers([{ ...row, ...('year' in table.columns ? { year: 2026 } : {}) }]),
    );
  }, {});
const printed = (key: string, service: string, tables: FormTables): readonly TableBlock[] =>
  formDocument({
    agency: '甲检测中心',
    form: form(key),
    row: { formNo: 'GFB2026-0001', projectName: 'P-1', values: { service }, tables } as never,
    unitName: '某厂',
    projectName: '某厂检测',
    service: '定期检测',
    steps: [],
  }).blocks.filter((block): block is TableBlock => block.kind === 'table');

const surveyed: SurveyedRow = {
  workshop: '涂装车间',
  post: '喷漆工',
  place: '喷漆房',
  workContent: '喷漆',
  hazard: '甲苯',
  source: '油漆挥发',
  workers: 4,
  fixedPost: false,
  shift: '单班',
  hoursPerDay: '6',
  daysPerWeek: '5',
  controls: '水帘',
  controlsRunning: '正常',
  ppe: '防毒口罩',
  ppeWorn: '佩戴',
  contactPattern: 'unsteady',
  peakTimes: 3,
  peakMinutes: 20,
  peakGap: 90,
};
const survey = {
  service: '定期检测',
  employer: { name: '某厂', code: '913300000000000000', legalPerson: null },
  process: '调漆—喷漆—烘干',
  rows: [surveyed, { ...surveyed, post: '打磨工', fixedPost: true, contactPattern: 'steady', peakTimes: null }],
} as const;

describe('survey tables of appendix C (GBZ 331-2024)', () => {
  it('the GBZ 331 survey table C.1 requires all of the employer’s data, and whole numbers of staff', () => {
    const sheet = form('surveyEmployer');
    const asked = sheet.parts.flatMap(({ items }) => items).map(({ label }) => label);
    expect(asked).toEqual(
      expect.arrayContaining([
        '用人单位名称',
        '统一社会信用代码',
        '注册地址',
        '技术服务地址',
        '行业',
        '经济类型',
        '企业规模',
        '法定代表人',
        '在册职工人数',
        '劳务派遣人数',
        '联系人',
        '联系电话',
        '电子邮箱',
        '传真',
      ]),
    );
    expect(faultsOf(sheet, { staff: '约两百' })).toContain('人数应为整数');
  });

  it('the GBZ 331 survey tables C.2 and C.3 require per workplace composition, state, yearly amount and work post', () => {
    expect(labels('surveyMaterials', '定期检测')).toEqual([
      ['工作场所', '名称', '主要成分', '状态', '年用量', '岗位（工种）'],
      ['工作场所', '名称', '主要成分', '状态', '年产量', '包装方式', '影响岗位'],
    ]);
    const sheet = form('surveyMaterials');
    const [materials] = tablesOf('surveyMaterials');
    const values: FormValues = { service: '定期检测', productsAbsent: '来料加工，无产品' };
    expect(faultsOf(sheet, values)).toEqual(['请填写“表C.2 原辅材料”，没有内容的请写原因']);
    const row = { workplace: '涂装车间', material: '稀释剂', composition: '甲苯60%', state: '液体', yearly: '12 t/a' };
    const tables = (one: object) => withTableRows({}, materials?.table as FormTable, withRowNumbers([one as never]));
    expect(faultsOf(sheet, values, tables(row))).toEqual([]);
    expect(faultsOf(sheet, values, tables({ ...row, yearly: null }))).toEqual(['表C.2 原辅材料第1行：请输入年用量']);
  });

  it('the GBZ 331 survey tables C.4 to C.6 require ray devices and radioactive sources with nuclide, activity and date', () => {
    const [devices, sealed, unsealed] = labels('surveyRadiation', '定期检测');
    expect(devices).toEqual(expect.arrayContaining(['装置名称', '类别', '型号', '数量', '额定参数', '使用参数']));
    expect(sealed).toEqual(expect.arrayContaining(['核素', '活度', '活度测定日期', '数量', '安装位置']));
    expect(unsealed).toEqual(
      expect.arrayContaining(['工作场所级别', '核素', '物理状态', '日操作量', '日等效最大操作量', '年最大用量']),
    );
  });

  it('the GBZ 331 survey tables C.7 and C.8 require process and equipment, and refuse more running machines than exist', () => {
    expect(labels('surveyProcess', '定期检测')).toEqual([
      ['工艺名称', '工艺流程', '人工操作环节'],
      ['单元', '工作场所', '设备名称', '型号', '总数', '运行数', '岗位（工种）', '布局'],
    ]);
    const sheet = form('surveyProcess');
    const tables = (running: number) =>
      withTableRows(
        {},
        { key: 'equipment' },
        withRowNumbers([{ workplace: '车间', machine: '喷枪', total: 4, running }]),
      );
    const values = { service: '定期检测', processesAbsent: '见工艺说明' };
    expect(faultsOf(sheet, values, tables(5))).toEqual(['设备“喷枪”的运行数大于总数，请核对']);
    expect(faultsOf(sheet, values, tables(4))).toEqual([]);
  });

  it('the GBZ 331 survey table C.10 requires a row for each work post that is mobile or has unstable contact', () => {
    const { tables } = prefilledForm('surveyJobs', survey);
    const sheet = form('surveyJobs');
    expect(faultsOf(sheet, { service: '定期检测' }, tables)).toEqual([]);
    const without = withTableRows(tables, { key: 'unstableJobs' }, []);
    expect(faultsOf(sheet, { service: '定期检测', unstableJobsAbsent: '无' }, without)).toEqual([
      '流动或接触不稳定的岗位请在表C.10写明时机、地点和频次：喷漆工',
    ]);
  });

  it('the GBZ 331 survey tables take over the stored survey: employer, work posts, exposure peaks, installations and protective equipment', () => {
    expect(prefilledForm('surveyEmployer', survey).values).toEqual({
      service: '定期检测',
      name: '某厂',
      code: '913300000000000000',
    });
    const { tables } = prefilledForm('surveyJobs', survey);
    expect(rowsOf(tables, { key: 'jobs' }).map(({ post, kind, contact }) => [post, kind, contact])).toEqual([
      ['喷漆工', '流动', '不稳定'],
      ['打磨工', '固定', '稳定'],
    ]);
    expect(rowsOf(tables, { key: 'unstableJobs' })).toMatchObject([{ post: '喷漆工', times: 3, minutes: 20, gap: 90 }]);
    const protection = prefilledForm('surveyProtection', survey).tables;
    expect(rowsOf(protection, { key: 'installations' })).toMatchObject([{ installation: '水帘', position: '喷漆房' }]);
    expect(rowsOf(protection, { key: 'ppe' })).toHaveLength(2);
    expect(prefilledForm('contractReviewSheet', survey)).toEqual({ values: { service: '定期检测' }, tables: {} });
  });

  it('the GBZ 331 survey tables C.1 to C.12 are printed with every column and row, in the order of the appendix', () => {
    const titles = serviceForms
      .filter(({ no }) => no?.startsWith('C.') && Number(/\d+/.exec(no)?.[0]) <= 12)
      .flatMap(({ no, parts }) => [
        ...(no === 'C.1' ? ['C.1'] : []),
        ...parts.flatMap(({ title, table }) => (table ? [/C\.\d+/.exec(title)?.[0] ?? ''] : [])),
      ]);
    expect(titles).toEqual(Array.from({ length: 12 }, (_one, index) => `C.${index + 1}`));
    for (const { key } of serviceForms.filter(({ parts }) => parts.some(({ table }) => table))) {
      const tables = oneRowEach(key);
      const blocks = printed(key, '现状评价', tables).filter(({ columns }) => columns[0]?.heading === '序号');
      expect(blocks).toHaveLength(tablesOf(key).length);
      tablesOf(key).forEach(({ table }, index) => {
        const { columns = [], rows = [] } = blocks[index] ?? {};
        expect(columns.slice(1).map(({ heading }) => heading)).toEqual([
          ...Object.values(table.columns).map(({ label, unit }) => (unit ? `${label}(${unit})` : label)),
          ...(table.computed ?? []).map(({ label }) => label),
        ]);
        expect(rows).toHaveLength(1);
        expect(rows[0]).not.toContain('');
      });
    }
  });

  it('the GBZ 331 survey tables of an evaluation have extra columns, those of other projects do not', () => {
    const more = (key: string): string[] =>
      labels(key, '现状评价').flatMap((row, index) =>
        row.filter((one) => !labels(key, '定期检测')[index]?.includes(one)),
      );
    expect(more('surveyMaterials')).toEqual(['运输方式', '储存方式', '投料方式', '装卸方式', '装卸周期']);
    expect(more('surveyJobs')).toEqual(['作业方式']);
    expect(more('surveyProtection')).toEqual(['技术参数', '维护情况', '防护性能']);
    expect([serviceOfType('现状评价检测'), serviceOfType('定期检测'), serviceOfType('控制效果评价检测')]).toEqual([
      '现状评价',
      '定期检测',
      '防护设施与防护用品效果评价',
    ]);
  });

  it('the further survey of an evaluation has the tables C.13 to C.32, each with rows or a reason', () => {
    const sheets = ['surveyRunning', 'surveyBuildings', 'surveyManagement', 'surveyEarlier'];
    const numbers = sheets.flatMap((key) => tablesOf(key).map(({ title }) => Number(/C\.(\d+)/.exec(title)?.[1])));
    expect(numbers).toEqual(Array.from({ length: 20 }, (_one, index) => index + 13));
    for (const key of sheets) {
      expect(faultsOf(form(key), { service: '现状评价' })).toHaveLength(tablesOf(key).length);
      const extra: FormValues = key === 'surveyEarlier' ? { note: '企业成立一年' } : {};
      expect(faultsOf(form(key), { service: '现状评价', ...extra }, oneRowEach(key)), key).toEqual([]);
    }
  });

  it('the further survey of an evaluation asks why there are fewer than three years of health checks', () => {
    const sheet = form('surveyEarlier');
    const years = (...all: number[]) =>
      withTableRows({}, { key: 'health' }, withRowNumbers(all.map((year) => ({ kind: '在岗期间', year }))));
    const values = { service: '现状评价', adviceAbsent: '首次评价' };
    expect(faultsOf(sheet, values, years(2025, 2026))).toEqual([
      '职业健康检查只有2个年度，应为近3年，请补充或在说明中写原因',
    ]);
    expect(faultsOf(sheet, values, years(2024, 2025, 2026))).toEqual([]);
  });

  it('the rows of a GBZ 331 survey table keep their numbers and their order when other rows are removed', () => {
    const tables = withTableRows(
      { 'other.1': '{"a":"b"}' },
      { key: 't' },
      withRowNumbers([{ a: '1' }, { a: '2' }, { a: '3' }]),
    );
    const [first, , third] = rowsOf(tables, { key: 't' });
    const left = withTableRows(tables, { key: 't' }, [
      { ...third, rowSort: 0 },
      { ...first, rowSort: 1 },
    ] as never);
    expect(rowsOf(left, { key: 't' }).map(({ id, a }) => [id, a])).toEqual([
      [3, '3'],
      [1, '1'],
    ]);
    expect(left['other.1']).toBe('{"a":"b"}');
    expect(rowsOf({ 't.1': 'no row' }, { key: 't' })).toEqual([{ id: 1, rowSort: null }]);
  });

  it('the tables of a GBZ 331 appendix sheet use the entry grid with the permissions of the sheet', () => {
    for (const { parts } of serviceForms)
      for (const { title, table } of parts)
        if (table) expect(entityOf(table, title)).toMatchObject({ name: 'serviceForm', label: title });
  });
});
