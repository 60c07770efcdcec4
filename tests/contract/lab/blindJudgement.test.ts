import { describe, expect, it } from 'vitest';
import { spikeRange331 } from '@contract/arithmetic/curves/qualityControl';
import {
  type BlindResult,
  judgeBlindControl,
  judgeBlindParallel,
  overallVerdict,
} from '@contract/features/laboratory/checks/blindJudgement';

const air = (value: string, more: Partial<BlindResult> = {}): BlindResult => ({
  text: value,
  value,
  censored: false,
  unit: 'mg/m³',
  volume: '1.5',
  ...more,
});
const below = air('0.6', { text: '<0.6', censored: true });

describe('blind parallel', () => {
  it.each([
    // |10.0 − 9.0| / 19.0 × 100 = 5.263…
    ['10.0', '9.0', '10', '相对偏差5.3%（允许10%），合格', true],
    // |11 − 9| / 20 × 100 = 10 exactly: the limit itself is allowed.
    ['11', '9', '10', '相对偏差10.0%（允许10%），合格', true],
    // |11.1 − 9| / 20.1 × 100 = 10.447…
    ['11.1', '9', '10', '相对偏差10.4%（允许10%），不合格', false],
    ['11.1', '9', '15', '相对偏差10.4%（允许15%），合格', true],
  ])('a blind parallel of %s and %s with the limit %s %% is judged: %s', (first, second, limit, text, passes) => {
    const verdict = judgeBlindParallel(air(first), air(second), limit);
    expect(verdict.text).toBe(`${first} mg/m³与${second} mg/m³，${text}`);
    expect(verdict.passes).toBe(passes);
  });

  it('a blind parallel with a result below the minimum is not judged', () => {
    expect(judgeBlindParallel(air('1.2'), below, '10')).toEqual({
      text: '1.2 mg/m³与<0.6 mg/m³，有结果低于最低检出浓度，不评价相对偏差',
      passes: null,
    });
    expect(judgeBlindParallel(air('0'), air('0'), '10').passes).toBeNull();
  });
});

describe('blind control sample', () => {
  const known = { content: '100', basis: 'mass', uncertainty: null } as const;
  it.each([
    // 64 × 1.5 = 96 μg of 100 μg
    ['64', known, '测得96.00 μg，标准值100 μg，回收率96.0%（允许90～110%），合格', true],
    // 60 × 1.5 = 90 μg: the bound itself is allowed.
    ['60', known, '测得90.00 μg，标准值100 μg，回收率90.0%（允许90～110%），合格', true],
    ['59.9', known, '测得89.85 μg，标准值100 μg，回收率89.8%（允许90～110%），不合格', false],
    // |96 − 100| ≤ 5
    ['64', { ...known, uncertainty: '5' }, '测得96.00 μg，标准值100 μg，回收率96.0%（允许标准值±5 μg），合格', true],
    ['64', { ...known, uncertainty: '3' }, '测得96.00 μg，标准值100 μg，回收率96.0%（允许标准值±3 μg），不合格', false],
    // In the unit of the result the volume does not matter.
    [
      '64',
      { content: '80', basis: 'result', uncertainty: null } as const,
      '测得64.00 mg/m³，标准值80 mg/m³，回收率80.0%（允许90～110%），不合格',
      false,
    ],
  ])('a blind control sample with the result %s mg/m³ is judged: %o', (value, content, text, passes) => {
    const verdict = judgeBlindControl(air(value), content, spikeRange331);
    expect(verdict.text).toBe(`${value} mg/m³，${text}`);
    expect(verdict.passes).toBe(passes);
  });

  it('a blind control sample that is not found fails, and one without a volume is not judged', () => {
    expect(judgeBlindControl(below, known, spikeRange331).passes).toBe(false);
    expect(judgeBlindControl(air('64', { volume: null }), known, spikeRange331)).toEqual({
      text: '64 mg/m³没有采样体积，未与标准值100 μg比较',
      passes: null,
    });
  });
});

it('the verdict of a blind sample with several hazards is failed if one failed', () => {
  const verdicts = (...passes: (boolean | null)[]) => passes.map((one) => ({ text: '', passes: one }));
  expect(overallVerdict(verdicts(true, false))).toBe(false);
  expect(overallVerdict(verdicts(true, null))).toBe(true);
  expect(overallVerdict(verdicts(null))).toBeNull();
});
