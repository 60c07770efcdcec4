import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '@contract/arithmetic/limits/resultJudgement';
import {
  compileReport,
  problemsOf,
  type ReportSources,
  undecidedLines,
} from '@contract/features/reports/compileReport';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import {
  linesWithDecisions,
  decisionTexts,
  type LineDecision,
  openLinesOf,
  countUndecided,
} from '@contract/features/reports/judgement/openLines';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reportOf } from '../../bench/reportPdf/content';

const content = reportOf(1);
const [template] = content.results;
if (!template) throw new Error('no post');

const valueOf = (verdict: Verdict, sampleNo: string, num = '0.6', more: Partial<JudgedValue> = {}): JudgedValue => ({
  kind: 'twa',
  day: '2026-05-13',
  point: '点位01',
  sampleNos: [sampleNo],
  measured: { text: num, num, censored: false },
  text: num,
  unit: 'mg/m³',
  limit: '0.5',
  limitId: null,
  standard: 'GBZ 2.1-2019',
  verdict,
  reason: verdict === 'undetermined' ? '最低检出浓度高于限值' : '缺少日接触时间',
  working: '',
  ...more,
});
const postOf = (values: readonly JudgedValue[], more: Partial<JudgedPost> = {}): JudgedPost => ({
  ...template,
  category: 'chemical',
  values,
  ...more,
});
const decided = (results: readonly JudgedPost[], words = '下次采样体积不少于30 L'): LineDecision[] =>
  openLinesOf(results).map(({ key, fingerprint }) => ({
    key,
    fingerprint,
    choice: 'largerVolume',
    words,
    person: '孙编制',
    on: '2026-05-20',
  }));

const none = { openTasks: 0, openRecords: 0 };
const sourcesOf = (results: readonly JudgedPost[], more: Partial<ReportSources> = {}): ReportSources => ({
  ...content,
  results,
  assess: true,
  ownTexts: {},
  template: {},
  process: null,
  production: [],
  decisions: [],
  ...more,
});
const printed = (report: ReturnType<typeof compileReport>): string =>
  JSON.stringify(reportDocument(report, { signers: [], issuedOn: null, verifyHref: null, seal: null }).blocks);

describe('open lines of judged results', () => {
  it('each single value that is 待核实 or 无法判定 asks for a decision, not each work post', () => {
    const results = [
      postOf([valueOf('toVerify', 'S1'), valueOf('conforms', 'S2'), valueOf('toVerify', 'S3')]),
      postOf([valueOf('undetermined', 'S4')], { place: '焊工' }),
    ];
    expect(openLinesOf(results).map(({ verdict, title }) => [verdict, title])).toEqual([
      ['toVerify', expect.stringContaining('S1')],
      ['toVerify', expect.stringContaining('S3')],
      ['undetermined', expect.stringContaining('焊工')],
    ]);
  });

  it('a value that asks for a decision keeps its key when the same facts are judged again, in any order of samples', () => {
    const one = postOf([valueOf('toVerify', 'S1', '0.6', { sampleNos: ['S2', 'S1'] })]);
    const again = postOf([valueOf('toVerify', 'S1', '0.6', { sampleNos: ['S1', 'S2'] })]);
    expect(openLinesOf([again]).map(({ key }) => key)).toEqual(openLinesOf([one]).map(({ key }) => key));
  });

  it('two otherwise equal values that ask for a decision have different keys', () => {
    const keys = openLinesOf([postOf([valueOf('toVerify', 'S1'), valueOf('toVerify', 'S1')])]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  it('a decision becomes void if value, limit, verdict or reason changes; its old words are still shown', () => {
    const before = [postOf([valueOf('undetermined', 'S1', '0.6')])];
    const decisions = decided(before);
    expect(countUndecided(before, decisions)).toBe(0);
    const changes: Partial<JudgedValue>[] = [
      { measured: { text: '0.6', num: '0.61', censored: false } },
      { limit: '0.4' },
      { verdict: 'toVerify' },
      { reason: '样品作废' },
    ];
    for (const change of changes) {
      const after = [postOf([{ ...valueOf('undetermined', 'S1', '0.6'), ...change }])];
      const [line] = linesWithDecisions(after, decisions);
      expect([line?.decision, line?.former?.words], JSON.stringify(change)).toEqual([null, '下次采样体积不少于30 L']);
    }
  });

  it('the last decision about a value counts, and a decision without words never counts', () => {
    const results = [postOf([valueOf('toVerify', 'S1')])];
    const [first, second] = [decided(results, '甲'), decided(results, '乙')];
    expect(linesWithDecisions(results, [...first, ...second])[0]?.decision?.words).toBe('乙');
    expect(countUndecided(results, decided(results, '  '))).toBe(1);
  });
});

describe('report with open lines', () => {
  const results = [
    postOf(
      [valueOf('toVerify', 'S1'), valueOf('toVerify', 'S2'), valueOf('toVerify', 'S3'), valueOf('undetermined', 'S4')],
      { verdict: 'toVerify' },
    ),
  ];

  it('a report with four undecided values of one work post cannot be submitted, even with a conclusion written by a person', () => {
    const own = sourcesOf(results, { ownTexts: { conclusion: '全部符合。', exceedance: '无。' } });
    expect(problemsOf(own, none)).toEqual([decisionTexts.open(4)]);
    expect(problemsOf(sourcesOf(results, { decisions: decided(results).slice(0, 3) }), none)).toEqual([
      decisionTexts.open(1),
    ]);
    expect(problemsOf(sourcesOf(results, { decisions: decided(results) }), none)).toEqual([]);
  });

  it('a report that assesses nothing needs no decisions about open values', () => {
    expect(problemsOf(sourcesOf(results, { assess: false }), none)).toEqual([]);
    expect(compileReport(sourcesOf(results, { assess: false, decisions: decided(results) }))).not.toHaveProperty(
      'decisions',
    );
  });

  it('a report prints each decision beside its verdict, with who made it and when', () => {
    const report = compileReport(sourcesOf(results, { decisions: decided(results) }));
    const text = printed(report);
    expect(text.split('处理决定：更大体积复测：下次采样体积不少于30 L（孙编制，2026-05-20）')).toHaveLength(5);
    expect(text).toContain('无法判定（最低检出浓度高于限值）；处理决定：');
    expect(undecidedLines(report)).toBe(0);
  });

  it('a report ignores a decision about another value, and prints no decision if there is none', () => {
    const other = decided([postOf([valueOf('toVerify', 'S1', '0.7')])]);
    const report = compileReport(sourcesOf(results, { decisions: other }));
    expect(report).not.toHaveProperty('decisions');
    expect(printed(report)).not.toContain('处理决定');
    expect(undecidedLines(report)).toBe(4);
  });

  it('a report with an undecided value can never be submitted, whatever the results are', () => {
    const verdict = fc.constantFrom<Verdict>('toVerify', 'undetermined', 'conforms', 'exceeds', 'notAssessed');
    const line = fc.record({
      verdict,
      num: fc.integer({ min: 1, max: 99 }).map((n) => String(n / 10)),
      sample: fc.constantFrom('S1', 'S2', 'S3'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(line, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.boolean()),
        (posts, taken) => {
          const made = posts.map((values, index) =>
            postOf(
              values.map((value) => valueOf(value.verdict, value.sample, value.num)),
              { place: `岗位${index}` },
            ),
          );
          const some = decided(made).filter(() => taken.next().value);
          const open = made
            .flatMap(({ values }) => values)
            .filter((value) => value.verdict === 'toVerify' || value.verdict === 'undetermined').length;
          expect(countUndecided(made, some)).toBe(open - some.length);
          expect(problemsOf(sourcesOf(made, { decisions: some }), none).length === 0).toBe(open === some.length);
          expect(undecidedLines(compileReport(sourcesOf(made, { decisions: some })))).toBe(open - some.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});
