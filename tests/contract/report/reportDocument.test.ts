import { expect, it } from 'vitest';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { reportOf } from '../../bench/reportPdf/content';

it('a report names the bound of short samples by the edition of their day: 超限倍数 until GBZ 2.1-2019 (DOMAIN section 2.4)', () => {
  const report = reportOf(1);
  const [post] = report.results;
  if (!post) throw new Error('no post');
  const peak = (day: string, limit: string, standard: string): JudgedValue => ({
    kind: 'peak',
    day,
    point: '',
    sampleNos: ['S1'],
    measured: { text: '30', num: '30', censored: false },
    text: '30',
    unit: 'mg/m³',
    limit,
    limitId: null,
    standard,
    verdict: 'conforms',
    reason: null,
    working: 'CPE=30',
  });
  const printed = (values: readonly JudgedValue[]) =>
    JSON.stringify(
      reportDocument(
        { ...report, assess: true, results: [{ ...post, values }] },
        { signers: [], issuedOn: null, verifyHref: null, seal: null },
      ).blocks,
    );
  expect(printed([peak('2019-05-13', '100', 'GBZ 2.1-2007')])).toContain('"100mg/m³（超限倍数）"');
  expect(printed([peak('2026-05-13', '150', 'GBZ 2.1-2019')])).toContain('"150mg/m³（3×PC-TWA）"');
});

it('a report prints the uncertainty only after a value that it could move across its limit', () => {
  const report = reportOf(1);
  const [post] = report.results;
  const [value] = post?.values ?? [];
  if (!post || !value) throw new Error('no value');
  const cells = (one: JudgedValue): string =>
    JSON.stringify(
      reportDocument(
        { ...report, assess: true, results: [{ ...post, values: [one] }] },
        { signers: [], issuedOn: null, verifyHref: null, seal: null },
      ).blocks,
    );
  expect(cells({ ...value, text: '4.8', unit: 'mg/m³', uncertainty: 'U=12%（k=2）' })).toContain(
    '"4.8mg/m³，U=12%（k=2）',
  );
  expect(cells(value)).not.toContain('U=');
});

it('a report prints the surveyed hazards that were not tested with their reasons, and nothing about them where none is stored', () => {
  const issue = { signers: [], issuedOn: null, verifyHref: null, seal: null };
  const printed = (untested?: readonly string[]) =>
    JSON.stringify(reportDocument({ ...reportOf(1), ...(untested ? { untested } : {}) }, issue).blocks);
  const line = '氢氧化钠：不在本机构资质认定能力附表内，未分包';
  expect(printed([line])).toContain(JSON.stringify([line]));
  expect(printed([line])).toContain(reportTexts.untested);
  expect(printed()).not.toContain(reportTexts.untested);
});
