import { describe, expect, it } from 'vitest';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportDifferences } from '@contract/features/reports/reportDifferences';
import { reportOf } from '../../bench/reportPdf/content';

const before = reportOf(8);
const corrected = (changes: Partial<ReportContent> = {}): ReportContent => ({
  ...before,
  reportNo: `${before.reportNo}-G1`,
  revision: 1,
  previousNo: before.reportNo,
  correctionReason: '结果有误',
  ...changes,
});
const told = (changes: Partial<ReportContent>) =>
  reportDifferences(before, corrected(changes)).map((reportDifference) => [
    reportDifference.label,
    reportDifference.before,
    reportDifference.after,
  ]);

describe('difference made by a correction', () => {
  it('a corrected report that differs only in its number and correction note has no differences', () => {
    expect(reportDifferences(before, corrected())).toEqual([]);
  });

  it('the differences of a corrected report name a changed cell by the identity of its row', () => {
    const results = before.results.map((post, index) =>
      index === 0
        ? {
            ...post,
            tests: post.tests.map((test, of) =>
              of === 0 ? { ...test, result: { text: '9.9', num: '9.9', censored: false } } : test,
            ),
          }
        : post,
    );
    const { sampleNo = '', workshop, place = '' } = before.results[0]?.tests[0] ?? {};
    expect(told({ results })).toEqual([
      ['样品检测结果（' + [sampleNo, workshop, place, '甲苯'].join('，') + '）', '检测结果：1.0', '检测结果：9.9'],
    ]);
  });

  it('the differences of a corrected report are changed words, removed rows and new rows; moved sections and rows do not count', () => {
    const weather = [
      {
        measuredAt: '2026-05-12 09:00:00',
        place: '1号车间',
        sky: null,
        temperature: '25.3',
        humidity: null,
        pressure: '101.2',
        windSpeed: null,
      },
    ];
    const changed = told({
      weather,
      results: before.results.slice(1),
      texts: { ...before.texts, conclusion: '除喷漆岗位外均符合要求。' },
    });
    expect(changed).toContainEqual(['结论', '均符合要求。', '除喷漆岗位外均符合要求。']);
    expect(changed).toContainEqual(['气象条件', null, '2026-05-12 09:00，1号车间，25.3，101.2']);
    const gone = changed.filter(([label, , after]) => label === '样品检测结果' && after === null);
    expect(gone).toHaveLength(before.results[0]?.tests.length ?? 0);
  });

  it('the differences of a corrected report include a replaced picture with the same name', () => {
    const picture = (file: string) => ({ file, group: 'scene' as const, caption: '喷漆岗位', ratio: 1 });
    expect(
      reportDifferences({ ...before, pictures: [picture('a')] }, corrected({ pictures: [picture('b')] })).map(
        (reportDifference) => [reportDifference.label, reportDifference.before, reportDifference.after],
      ),
    ).toEqual([['附件：图片', '喷漆岗位', '喷漆岗位（已更换）']]);
  });
});
