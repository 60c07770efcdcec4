import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { type MutantResults, mutantsSection, withMutantsSection } from '../mutants/results';
import { confirmationDocument } from '../proof/confirmationReport';
import { type Run, type TestOutcome, withAgain } from '../proof/run';
import { pageWith, proofPage, proofRows } from '../proof/table';

const file = 'tests/x.test.ts';
const files = [{ file, titles: ['FT3: comes back'] }];
const outcome = (title: string, state: TestOutcome['state'] = 'passed', short = false): TestOutcome => ({
  file,
  title,
  state,
  measured: [],
  short,
});
const run = (tests: readonly TestOutcome[], broken: readonly string[] = []): Run => ({
  at: '2026-01-02T20:00:00.000Z',
  version: '1.0.0',
  commit: 'abc',
  environment: { Node: 'Node 20' },
  proofs: true,
  broken,
  tests,
});
const verdictOf = (id: string, tests: readonly TestOutcome[], all = files) =>
  proofRows(run(tests), all, {}, [id])[0]?.verdict;

describe('goal in the table of proofs', () => {
  it('a goal in the table of proofs is met if its tests pass, and partly met if a part of it cannot be tested', () => {
    expect(verdictOf('AU1', [outcome('AU1: locks')], [{ file, titles: ['AU1: locks'] }])).toBe('ok');
    expect(verdictOf('IN16', [outcome('IN16: keeps')], [{ file, titles: ['IN16: keeps'] }])).toBe('ok in part');
  });

  it('a goal in the table of proofs fails if one test fails, and counts as exceeded if a test measures too much', () => {
    expect(verdictOf('FT3', [outcome('FT3: comes back'), outcome('FT3: is whole', 'failed')])).toBe('failed');
    expect(verdictOf('FT3', [outcome('FT3: comes back', 'passed', true)])).toBe('over');
  });

  it('a goal in the table of proofs counts as not run if one of its test files has no result', () => {
    const two = [...files, { file: 'tests/y.test.ts', titles: ['FT3: in volume'] }];
    expect(verdictOf('FT3', [outcome('FT3: comes back')], two)).toBe('not run');
    expect(verdictOf('FT3', [outcome('FT3: comes back', 'skipped')])).toBe('not run');
    expect(verdictOf('FT3', [], [])).toBe('not proved');
  });

  it('a goal in the table of proofs is partly met if its test ran fewer rounds than required, and its row says so', () => {
    const some = { ...outcome('AU1: locks'), fewer: true };
    const rows = proofRows(run([some]), [{ file, titles: ['AU1: locks'] }], {}, ['AU1']);
    expect(rows[0]).toMatchObject({ verdict: 'ok in part', short: '本次执行的次数少于要求' });
    expect(JSON.stringify(confirmationDocument(run([some]), [], rows, 'Asia/Shanghai'))).toContain(
      'AU1 口令连续错误：本次执行的次数少于要求',
    );
  });

  it('a goal measured by the bench shows the bench’s day, and counts as not run if one of its lines has no figure', () => {
    const ofPart = (part: string, what: string, value: number, goal?: number) => ({
      [part]: {
        at: '2025-12-31T00:00:00.000Z',
        node: '20',
        processors: 2,
        load: [0, 0] as const,
        lines: [{ part, what, value, unit: 'ms' as const, ...(goal === undefined ? {} : { goal }) }],
      },
    });
    expect(proofRows(run([]), [], ofPart('samples', 'PostgreSQL: pages', 600, 500), ['PERF1'])[0]).toMatchObject({
      verdict: 'over',
      benchedOn: '2025-12-31',
    });
    const ran = run([outcome('AUD3: notices')]);
    const carrier = [{ file, titles: ['AUD3: notices'] }];
    expect(proofRows(ran, carrier, ofPart('auditTrail', 'PostgreSQL', 8, 60), ['AUD3'])[0]?.verdict).toBe('ok');
    for (const results of [{}, ofPart('auditTrail', 'PostgreSQL', 8), ofPart('auditTrail', 'of another name', 8, 60)])
      expect(proofRows(ran, carrier, results, ['AUD3'])[0]?.verdict).toBe('not run');
  });
});

it('the page of proofs lists repeated test files with their later result and the commit tested then', () => {
  const failed = run([outcome('FT3: comes back', 'failed'), { ...outcome('AU1: locks'), file: 'tests/y.test.ts' }]);
  const both = withAgain(failed, {
    ...run([outcome('FT3: comes back')]),
    at: '2026-01-03T08:00:00.000Z',
    commit: 'def',
  });
  expect(both.tests.map(({ file: of, state }) => [of, state])).toEqual([
    ['tests/y.test.ts', 'passed'],
    [file, 'passed'],
  ]);
  const rows = proofRows(both, files, {}, ['FT3']);
  expect(proofPage(rows, both)).toContain(`- run again 2026-01-03 08:00 UTC (def), beside nothing else: ${file}`);
  expect(JSON.stringify(confirmationDocument(both, [], rows, 'Asia/Shanghai'))).toContain(
    '2026-01-03 16:00以源码def单独重新执行1个测试文件',
  );
});

it('the page of proofs and the confirmation report show failures, and the report says what ran', () => {
  const broken = run([outcome('FT3: comes back'), outcome('FT3: later', 'skipped')], ['the run of browser itself']);
  const rows = proofRows(broken, files, {}, ['FT3']);
  expect(proofPage(rows, broken)).toContain('- broke down: the run of browser itself');
  const said = JSON.stringify(confirmationDocument(broken, [], rows, 'Asia/Shanghai'));
  for (const part of [
    '1 项，通过 1 项，跳过 1 项，1 处未能完成（见第三部分）',
    '全部测试，含逐页',
    '未能完成的测试：the run of browser itself',
    '部分符合',
  ])
    expect(said).toContain(part);
  expect(JSON.stringify(confirmationDocument({ ...broken, proofs: false }, [], rows, 'Asia/Shanghai'))).toContain(
    '日常测试',
  );
});

describe('page of proofs', () => {
  it('the page of proofs takes over the rows of a later run and counts all rows again', () => {
    const all = [...files, { file: 'tests/y.test.ts', titles: ['AU1: locks'] }];
    const first = run([outcome('FT3: comes back')]);
    const page = proofPage(proofRows(first, all, {}, ['FT3', 'AU1']), first);
    expect(page).toContain(': 1 ok, 1 not run.');
    const later = { ...run([{ ...outcome('AU1: locks'), file: 'tests/y.test.ts' }]), at: '2026-01-03T08:00:00.000Z' };
    const both = pageWith(page, proofRows(later, all, {}, ['AU1']), later);
    expect(both).toContain('Node 20: 2 ok.\n');
    expect(both).toContain('- run again 2026-01-03 08:00 UTC (abc), on a machine that others used: tests/y.test.ts\n');
    expect(both).toContain('| AU1 | 口令连续错误 | 1 项测试通过 |');
    expect(pageWith(both, [], later).split('- run again').length).toBe(3);
  });
});

describe('section of the mutants in the page', () => {
  const results: MutantResults = {
    at: '2026-01-02',
    commit: 'abc',
    seed: 'kept',
    sample: 60,
    parts: [
      { name: '签名', tried: 11, noticed: 9 },
      { name: '文件', tried: 10, noticed: 7 },
    ],
    survivors: ['server/signing/a.ts  guard  x', 'server/signing/b.ts  call  y', 'server/files/c.ts  call  z'],
  };
  const listed = results.survivors.map((id, index) => ({
    id,
    reason: index === 0 ? 'same: a cache' : 'not tried: a child',
  }));

  it('the share of found mutants leaves equivalent changes out, and each surviving mutant has a reason', () => {
    const lines = mutantsSection(new Map([['server', results]]), listed).split('\n');
    expect(lines).toContain('| 签名 | server | 9 | 11 | 1 | 90 % | 90 % | ok |');
    expect(lines).toContain('| 文件 | server | 7 | 10 | 0 | 70 % | 80 % | **missed** |');
    expect(lines).toContain('- `server/signing/a.ts  guard  x`: same: a cache');
    expect(() => mutantsSection(new Map([['server', results]]), [])).toThrow('gives no reason');
  });

  it('the mutant figures in docs/proof.md equal the stored results', () => {
    const page = readFileSync(join(root, 'docs/proof.md'), 'utf8');
    expect(withMutantsSection(page)).toBe(page);
  });
});
