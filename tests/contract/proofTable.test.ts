import { describe, expect, it } from 'vitest';
import { confirmationDocument } from '../proof/confirmationReport';
import { type Run, type TestOutcome, withAgain } from '../proof/run';
import { proofPage, proofRows } from '../proof/table';

const file = 'tests/x.test.ts';
const files = [{ file, titles: ['FT10: comes back'] }];
const outcome = (title: string, state: TestOutcome['state'] = 'passed', short = false): TestOutcome => ({ file, title, state, measured: [], short });
const run = (tests: readonly TestOutcome[], broken: readonly string[] = []): Run => ({ at: '2026-01-02T20:00:00.000Z', version: '1.0.0', commit: 'abc', environment: { Node: 'Node 20' }, proofs: true, broken, tests });
const verdictOf = (id: string, tests: readonly TestOutcome[], all = files) => proofRows(run(tests), all, {}, [id])[0]?.verdict;

describe('a goal', () => {
  it('is met where its tests pass, and in part where something of it can not be tried here', () => {
    expect(verdictOf('AU1', [outcome('AU1: locks')], [{ file, titles: ['AU1: locks'] }])).toBe('ok');
    expect(verdictOf('FT10', [outcome('FT10: comes back')])).toBe('ok in part');
  });

  it('is not met where one test fails, or has measured too much', () => {
    expect(verdictOf('FT10', [outcome('FT10: comes back'), outcome('FT10: is whole', 'failed')])).toBe('failed');
    expect(verdictOf('FT10', [outcome('FT10: comes back', 'passed', true)])).toBe('over');
  });

  it('has not run where one of its files has left nothing, whatever the others say', () => {
    const two = [...files, { file: 'tests/y.test.ts', titles: ['FT10: in volume'] }];
    expect(verdictOf('FT10', [outcome('FT10: comes back')], two)).toBe('not run');
    expect(verdictOf('FT10', [outcome('FT10: comes back', 'skipped')])).toBe('not run');
    expect(verdictOf('FT10', [], [])).toBe('not proved');
  });

  it('that the bench alone measures has the day of the bench', () => {
    const results = { samples: { at: '2025-12-31T00:00:00.000Z', node: '20', processors: 2, load: [0, 0] as const, lines: [{ part: 'samples', what: 'PostgreSQL: pages', value: 600, unit: 'ms' as const, goal: 500 }] } };
    expect(proofRows(run([]), [], results, ['PERF1'])[0]).toMatchObject({ verdict: 'over', benchedOn: '2025-12-31' });
  });
});

it('files that were run again stand with what they came to then, and are named with the sources of that time', () => {
  const failed = run([outcome('FT10: comes back', 'failed'), { ...outcome('AU1: locks'), file: 'tests/y.test.ts' }]);
  const both = withAgain(failed, { ...run([outcome('FT10: comes back')]), at: '2026-01-03T08:00:00.000Z', commit: 'def' });
  expect(both.tests.map(({ file: of, state }) => [of, state])).toEqual([['tests/y.test.ts', 'passed'], [file, 'passed']]);
  const rows = proofRows(both, files, {}, ['FT10']);
  expect(proofPage(rows, both)).toContain(`- run again 2026-01-03 08:00 UTC (def), after what had failed was mended: ${file}`);
  expect(JSON.stringify(confirmationDocument(both, [], rows, 'Asia/Shanghai'))).toContain('2026-01-03 16:00以源码def重新执行1个测试文件');
});

it('what broke down is said by the table and by the report, which also says what ran', () => {
  const broken = run([outcome('FT10: comes back'), outcome('FT10: later', 'skipped')], ['the run of browser itself']);
  const rows = proofRows(broken, files, {}, ['FT10']);
  expect(proofPage(rows, broken)).toContain('- broke down: the run of browser itself');
  const said = JSON.stringify(confirmationDocument(broken, [], rows, 'Asia/Shanghai'));
  for (const part of ['1 项，通过 1 项，跳过 1 项，1 处未能完成（见第三部分）', '全部测试，含逐页', '未能完成的测试：the run of browser itself', '部分符合']) expect(said).toContain(part);
  expect(JSON.stringify(confirmationDocument({ ...broken, proofs: false }, [], rows, 'Asia/Shanghai'))).toContain('日常测试');
});
