import { describe, expect, it } from 'vitest';
import { visualMatches } from '@contract/arithmetic/curves/visualComparison';
import { fixedDictionaries } from '@contract/dictionaries';
import { methods } from '@contract/features/laboratory/methods/methodCatalogue';
import { physicalForms } from '@contract/features/laboratory/methods/physical/physicalForms';
import { curveColumns, tubeColumns } from '@contract/features/laboratory/methods/sheets/curveColumns';
import { detectionColumns } from '@contract/features/laboratory/methods/sheets/detectionColumns';
import { methodChecks } from '@contract/features/laboratory/methods/sheets/methodChecks';
import {
  attachmentColumns,
  type Column,
  columnsOf,
  defineSheet,
  headingOf,
  layoutOf,
  type MethodSheet,
  readingsOfLayout,
  recordHeader,
} from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { valueOfText } from '@contract/workbook/readCell';
import domain from './methods.json';

// Compares the registry with the domain's list of columns, tabs, conditions and previews (DOMAIN §8.4).

interface DomainColumn {
  key: string;
  label: string;
  unit: string;
  kind: string;
}
interface DomainMethod {
  prefix: string;
  attachment: string[];
  header: DomainColumn[];
  instrumentConditions: string[];
  curve: { columns: DomainColumn[]; footer: string[] } | null;
  qcTabs: { tab: string; columns: DomainColumn[] }[];
  lodFields: DomainColumn[];
  previews: { type: string; title: string; formula: string; columns: string[]; signature: string[] }[];
}
const domainMethods = domain.methods as unknown as DomainMethod[];

// Different headings of ours: options leave the heading, the infrared absorbance is on the curve page, and every sheet
// has remarks.
const renamed: Readonly<Record<string, string>> = {
  '匹配方式(等于/介于/低于首管/高于末管)': '匹配方式',
  '粉尘类型(总尘/呼尘)': '粉尘类型',
  '方法(焦磷酸/红外/X衍射)': '方法',
  '粉尘类别(<10/10~50/50~80/>80)': '粉尘类别',
  '计算式(白名单变量)': '计算式',
  '检测结果(数值或<数值)': '检测结果',
  采样地点: '采样地点/岗位',
  级别: '浓度点',
  '不确定度U(k=2)': '扩展不确定度U（k=2）',
  '结论(≤10%)': '结论',
  '54~60': '54～60',
};
const ours = (heading: string) => renamed[heading] ?? heading;
const added = new Set(['吸光度', '提示', '空白', '采样体积(L)', '温度(℃)', '气压(kPa)', '标准采样体积(L)']);

const kept = (heading: string, theirs: readonly string[]) => theirs.includes(heading) || !added.has(heading);
const domainOf = (prefix: string) => {
  const found = domainMethods.find((method) => method.prefix.startsWith(prefix));
  if (!found) throw new Error(prefix);
  return found;
};

describe.each(methods.map((method) => [method.key, method] as const))('sheet of %s', (key, method) => {
  const sheet: MethodSheet = methodSheets[key];
  const wanted = domainOf(method.prefix.ordinary);

  it('the sheet of a method has a layout for each printed record, with its title and columns in order', () => {
    const forms = new Set(physicalForms.map(({ title }) => title));
    expect(
      sheet.layouts
        // The domain's list has the titles of the first edition.
        .map(({ title, formerTitle = title }) => formerTitle)
        .filter((title) => !forms.has(title))
        .sort(),
    ).toEqual(wanted.previews.map(({ title }) => title).sort());
    for (const preview of wanted.previews) {
      const layout = layoutOf(sheet, preview.type);
      const theirs = preview.columns.map(ours);
      // Columns required by GBZ 331-2024 F.7–F.15 and GBZ/T 192.1-2025 come after the domain's.
      const headings = columnsOf(sheet, layout, 'ordinary')
        .filter(({ key: column }) => !layout.optional?.includes(column))
        .map(headingOf)
        .filter((heading) => kept(heading, theirs));
      expect(headings).toEqual(theirs);
    }
  });

  it('the sheet of a method has a preview page for each layout, or one preview that prints all', () => {
    const pages = method.pages.previews.map((part) => part.key);
    expect(pages.length === 1 || sheet.layouts.every((layout) => pages.some((page) => page === layout.key))).toBe(true);
  });

  it('the sheet of a method has the instrument conditions, quality-control tabs and header fields listed in docs/spec/domain.md', () => {
    expect(sheet.conditions).toEqual(wanted.instrumentConditions);
    expect(sheet.checks.map((kind) => methodChecks[kind].title)).toEqual(wanted.qcTabs.map(({ tab }) => tab));
    expect(attachmentColumns.map((label) => (label === '类型' ? '类型(谱图/照片/原始数据)' : label))).toEqual(
      wanted.attachment,
    );
    expect(recordHeader).toEqual(wanted.header.map(({ label }) => label));
  });

  it('the sheet of a method has the curve columns listed in docs/spec/domain.md', () => {
    const columns: readonly Column[] = sheet.curve
      ? curveColumns(sheet.curve)
      : key === 'visualColorimetry'
        ? tubeColumns
        : [];
    expect(columns.map(headingOf)).toEqual(
      (wanted.curve?.columns ?? []).map(({ label, unit }) => ours(unit ? `${label}(${unit})` : label)),
    );
  });

  it('the sheet of a method has the detection limit fields listed in docs/spec/domain.md', () => {
    const columns: readonly Column[] = sheet.detection ? detectionColumns[sheet.detection] : [];
    expect(columns.map(({ label }) => label)).toEqual(
      wanted.lodFields.map(({ label }) => label.replace('=Δm×1000/V', '')),
    );
  });

  it('the sheet of a method has no reading field that no layout shows', () => {
    const shown = new Set(sheet.layouts.flatMap(({ columns }) => columns));
    expect(Object.keys(sheet.readings).filter((reading) => !shown.has(reading))).toEqual([]);
    expect(
      sheet.layouts.flatMap((layout) =>
        layout.family.responses.filter((reading) => !(reading in readingsOfLayout(sheet, layout))),
      ),
    ).toEqual([]);
  });

  it('the sheet of a method refers only to existing dictionaries', () => {
    const asked = [sheet.readings, ...sheet.layouts.map((layout) => readingsOfLayout(sheet, layout))]
      .flatMap((readings) => Object.values(readings))
      .flatMap((field) => (field.kind === 'dict' ? [field.dict] : []));
    expect(asked.filter((name) => !(name in fixedDictionaries))).toEqual([]);
  });

  it('the sheet of a method shows the client’s sample data for an incoming sample', () => {
    const labels = columnsOf(sheet, sheet.layouts[0], 'incoming').map(({ label }) => label);
    expect(labels.slice(0, 6)).toEqual([
      '序号',
      '样品编号',
      '原样编号',
      '样品性状',
      '空白',
      '标准采样体积（委托方提供）',
    ]);
    expect(labels).not.toContain('采样地点/岗位');
  });
});

describe('tabs of quality control', () => {
  const tabs = new Map(domainMethods.flatMap(({ qcTabs }) => qcTabs).map(({ tab, columns }) => [tab, columns]));

  it.each(Object.values(methodChecks).map((check) => [check.title, check] as const))(
    'the quality-control tab %s has the columns listed in docs/spec/domain.md',
    (title, { columns }) => {
      const theirs = (tabs.get(title) ?? []).flatMap(({ key, label, unit }) =>
        key === 'f1..f6'
          ? [1, 2, 3, 4, 5, 6].map((at) => `${label}${at}(${unit})`)
          : [ours(unit ? `${label}(${unit})` : label)],
      );
      const headings = columns.map(headingOf);
      // The domain's tab of efficiency has no conclusion.
      expect(title === '解吸效率' ? headings.slice(0, -1) : headings).toEqual(theirs);
    },
  );
});

describe('registry of sheets', () => {
  it('defineSheet refuses a layout with a column that is neither read nor calculated', () => {
    const sheet = methodSheets.electrode;
    expect(() => defineSheet({ ...sheet, layouts: [{ ...sheet.layouts[0], columns: ['nothing'] }] })).toThrow(
      'unknown columns nothing',
    );
    expect(() => layoutOf(sheet, 'nothing')).toThrow('no layout nothing');
  });

  it('the dictionary of visual matches has the same entries as the calculation', () => {
    expect(Object.fromEntries(fixedDictionaries.visualMatch.map(({ value, label }) => [value, label]))).toEqual(
      visualMatches,
    );
  });
});

it('the kind of dust is recognised by its label and by other names such as 呼尘', () => {
  const lookups = { dict: () => fixedDictionaries.dustType, ref: () => null };
  const field = methodSheets.dust.readings.dustType;
  expect(['总尘', '总粉尘', '呼吸性粉尘', ' 呼尘'].map((text) => valueOfText(field, text, lookups))).toMatchObject([
    { value: 'total' },
    { value: 'total' },
    { value: 'respirable' },
    { value: 'respirable' },
  ]);
  expect(valueOfText(field, '降尘', lookups)).toHaveProperty('error');
});
