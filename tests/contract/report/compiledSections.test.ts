import { expect, it } from 'vitest';
import { compileReport, type ReportSources } from '@contract/features/reports/compileReport';
import { reportOf } from '../../bench/reportPdf/content';

const content = reportOf(1);
const textsOf = (more: Partial<ReportSources>) =>
  compileReport({
    ...content,
    ownTexts: {},
    template: {},
    process: null,
    production: null,
    ...more,
  } as ReportSources).texts;
const marked = [
  { name: '苯', marks: '皮，G1' },
  { name: '甲苯', marks: '皮' },
];

it('the report of a check states the risk class before its conclusion, and adds advice for each tested hazard marked 皮, 敏 or G', () => {
  const { conclusion, advice } = textsOf({ marked, unit: { ...content.unit, riskClass: '严重（C195制鞋业）' } });
  expect(conclusion.split('\n')[0]).toBe('用人单位职业病危害风险分类：严重（C195制鞋业）。');
  const lines = advice.split('\n');
  expect(lines.map((line, index) => line.startsWith(`${index + 1}．`))).not.toContain(false);
  expect(lines.at(-2)).toMatch(/．苯可经皮肤吸收、为致癌物（G1），应避免皮肤和黏膜直接接触.*；应采取替代、密闭/);
  expect(lines.at(-1)).toMatch(/．甲苯可经皮肤吸收，应避免皮肤和黏膜直接接触/);
});

it('the report of a check without assessment has neither risk class nor advice for marked hazards', () => {
  const { conclusion, advice } = textsOf({ assess: false, marked, unit: { ...content.unit, riskClass: '严重' } });
  expect(conclusion).toBe('委托检测，不予评价。');
  expect(advice).toBe('');
});
