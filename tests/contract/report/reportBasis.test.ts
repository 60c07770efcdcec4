import { expect, it } from 'vitest';
import { compileReport, type ReportSources } from '@contract/features/reports/compileReport';
import { reportOf } from '../../bench/reportPdf/content';

const content = reportOf(1);
const method: ReportSources['methods'][number] = {
  hazardName: '甲苯',
  standardNo: 'GBZ/T 300.66-2017',
  title: '苯系物 溶剂解吸-气相色谱法',
  instruments: [],
  minimum: null,
  samples: 1,
  sheetNo: '2026DQ0001-JL01',
};
const basisOf = (methods: ReportSources['methods']): string =>
  compileReport({ ...content, ownTexts: {}, template: {}, process: null, production: null, methods } as ReportSources)
    .texts.basis;

it('the basis of a report names each method’s standard by number and title', () => {
  const standardName = '工作场所空气有毒物质测定 第66部分：苯、甲苯、二甲苯和乙苯';
  const named = { ...method, standardName };
  expect(basisOf([named, named])).toContain(`．GBZ/T 300.66-2017《${standardName}》`);
  expect(basisOf([named, named]).match(/300\.66/g)).toHaveLength(1);
});

it('the basis of a report names the number alone of a standard without a title', () => {
  expect(basisOf([method])).toMatch(/．GBZ\/T 300\.66-2017$/m);
});
