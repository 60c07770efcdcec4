import { expect, it } from 'vitest';
import { exceedancesOf } from '@contract/features/customers/enterprise/reportObligations';
import { resultsByYear } from '@contract/features/customers/enterprise/resultsByYear';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';

const value = (day: string, num: string, verdict: string, limit = '6') => ({
  kind: 'twa',
  day,
  point: '张建国',
  sampleNos: [],
  measured: { num, text: num, censored: false },
  text: num,
  unit: 'mg/m³',
  limit,
  limitId: 1,
  standard: null,
  verdict,
  reason: null,
  working: '',
});
const post = (place: string, values: readonly object[]) =>
  ({ workshop: '涂装', place, hazard: 3, hazardName: '苯', values, tests: [], notes: [] }) as unknown as JudgedPost;

it('the comparison of an enterprise’s years shows the worst result of each year, and the highest value among results with equal verdict', () => {
  const old = {
    reportNo: 'A',
    issuedOn: '2024-06-01',
    results: [post('喷漆', [value('2024-05-01', '2.0', 'conforms', '10')])],
  };
  const now = {
    reportNo: 'B',
    issuedOn: '2026-06-01',
    results: [
      post('喷漆', [
        value('2026-05-01', '3.0', 'conforms'),
        value('2026-05-02', '7.0', 'exceeds'),
        value('2026-05-03', '9.0', 'conforms'),
      ]),
      post('打磨', [value('2026-05-01', '1.0', 'conforms'), value('2026-05-01', '1.5', 'conforms')]),
    ],
  };
  const { years, rows } = resultsByYear([now, old]);
  expect(years).toEqual([2024, 2026]);
  expect(
    rows.map(({ place, limit, cells }) => [
      place,
      limit,
      cells.map((cell) => cell && `${cell.text} ${cell.verdict} ${cell.reportNo}`),
    ]),
  ).toEqual([
    ['喷漆', '6', ['2.0 conforms A', '7.0 exceeds B']],
    ['打磨', '6', [null, '1.5 conforms B']],
  ]);
});

it('the comparison of an enterprise’s years lists each exceedance once and names no worker', () => {
  const found = exceedancesOf([
    post('喷漆', [
      value('2026-05-01', '7.0', 'exceeds'),
      value('2026-05-01', '8.0', 'exceeds'),
      value('2026-05-01', '1.0', 'conforms'),
    ]),
  ]);
  expect([found.length, new Set(found.map(({ key }) => key)).size, JSON.stringify(found).includes('张建国')]).toEqual([
    2,
    2,
    false,
  ]);
  expect(found[0]).toMatchObject({ place: '喷漆', hazardName: '苯', value: '7.0 mg/m³', limit: '6 mg/m³' });
});

it('the comparison of an enterprise’s years includes exceedances of imported old reports, by the year of sampling', () => {
  const report = (reportNo: string, sampledOn: string | null, issuedOn: string, exceeded: string | null) => ({
    reportNo,
    sampledOn,
    issuedOn,
    conclusion: exceeded ? `${exceeded}超标` : '合格',
    exceeded,
  });
  const brought = [
    report('旧-3', null, '2023-05-01', '噪声'),
    report('旧-2', '2021-12-28', '2022-01-10', '噪声、苯'),
    report('旧-1', '2020-03-01', '2020-03-20', null),
  ];
  const { years, rows, earlierReports: kept } = resultsByYear([], brought);
  expect(years).toEqual([2020, 2021, 2023]);
  expect(rows.map(({ place, hazardName, cells }) => [place, hazardName, cells.map((cell) => cell?.reportNo)])).toEqual([
    ['历史报告', '噪声', [undefined, '旧-2', '旧-3']],
    ['历史报告', '苯', [undefined, '旧-2', undefined]],
  ]);
  expect(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.verdict ?? []))).toEqual([
    'exceeds',
    'exceeds',
    'exceeds',
  ]);
  expect(kept).toEqual(brought);
});
