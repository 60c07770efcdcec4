import { excursionsAllowed, judgePhysical, judgeResult, judgeSubstance, type Limit, type Measurements, type Verdict, verdictLabel, worstOf } from '@contract/lab/judgement';
import { Decimal } from '@contract/lab/number';
import { peakRuleOn } from '@contract/lab/peakRule';
import { parseResult, type Result } from '@contract/lab/result';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const limit = (kind: string, value: string): Limit => ({ kind, value, standard: 'GBZ 2.1-2019' });
const r = parseResult;
const all = (...texts: string[]): Result[] => texts.map(parseResult);
const day = '2024-05-01';
const verdictOf = (limits: Limit[], measured: Measurements, on = day): Verdict => judgeSubstance({ limits, measured, day: on }).verdict;

const ceiling = [limit('mac', '7.5')];
const both = [limit('twa', '3'), limit('stel', '6')];
const alone = [limit('twa', '50')];

describe('one result beside its limit', () => {
  it.each([['3', 'conforms'], ['3.0001', 'exceeds'], ['<3', 'conforms'], ['<3.1', 'undetermined'], ['<0.6', 'conforms']] as const)('%s beside 3 %s', (text, verdict) => {
    expect(judgeResult(r(text), '3')).toBe(verdict);
  });

  it('never gets better as it grows', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }), (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      return judgeResult(r(String(low)), '5000') !== 'exceeds' || judgeResult(r(String(high)), '5000') === 'exceeds';
    }));
  });
});

describe('a substance', () => {
  it('with a ceiling is judged by each sample', () => {
    expect(verdictOf(ceiling, { mac: all('5.51', '7.5') })).toBe('conforms');
    expect(verdictOf(ceiling, { mac: all('5.51', '7.6') })).toBe('exceeds');
  });

  it('with PC-TWA and PC-STEL needs both', () => {
    expect(verdictOf(both, { twa: r('1.25'), stel: all('5.78') })).toBe('conforms');
    expect(verdictOf(both, { twa: r('1.25'), stel: all('5.78', '6.01') })).toBe('exceeds');
    expect(verdictOf(both, { twa: r('1.25') })).toBe('undetermined');
    expect(verdictOf(both, { twa: r('3.2') })).toBe('exceeds');
  });

  it.each<[string, Measurements, Verdict]>([
    ['up to three times', { twa: r('30'), peak: all('150') }, 'conforms'],
    ['above five times', { twa: r('30'), peak: all('250.1') }, 'exceeds'],
    ['between without the excursions', { twa: r('30'), peak: all('150.1') }, 'toVerify'],
    ['exactly five times without the excursions', { twa: r('30'), peak: all('250') }, 'toVerify'],
    ['between with allowed excursions', { twa: r('30'), peak: all('200'), excursions: [{ start: 0, minutes: 15 }, { start: 75, minutes: 10 }] }, 'conforms'],
    ['between with excursions too near', { twa: r('30'), peak: all('200'), excursions: [{ start: 0, minutes: 15 }, { start: 74, minutes: 10 }] }, 'exceeds'],
    ['missing', { twa: r('30') }, 'undetermined'],
    ['fine, its mean not', { twa: r('50.04'), peak: all('100') }, 'exceeds'],
  ])('with PC-TWA alone, its peaks %s', (_words, measured, verdict) => {
    expect(verdictOf(alone, measured)).toBe(verdict);
  });

  it('of an older day is judged by 超限倍数, which knows no list of excursions', () => {
    expect(verdictOf(alone, { twa: r('30'), peak: all('100') }, '2015-05-01')).toBe('conforms');
    expect(verdictOf(alone, { twa: r('30'), peak: all('100.1') }, '2015-05-01')).toBe('exceeds');
  });

  it('without limits is not assessed', () => {
    expect(judgeSubstance({ limits: [], measured: { twa: r('1') }, day })).toEqual({ verdict: 'notAssessed', items: [] });
    expect(verdictLabel('notAssessed')).toBe('不评价');
  });

  it('says of each number what it was held against, and why nothing can be said', () => {
    const { items } = judgeSubstance({ limits: both, measured: { twa: r('<3.5'), stel: all('1') }, day });
    expect(items[0]).toMatchObject({ kind: 'twa', text: '<3.5', limit: '3', standard: 'GBZ 2.1-2019', verdict: 'undetermined', reason: '最低检出浓度高于限值' });
  });

  it('marks what rounding would hide', () => {
    const [shown] = judgeSubstance({ limits: alone, measured: { twa: { text: '50.0', num: '50.04', censored: false }, peak: all('1') }, day }).items;
    expect(shown).toMatchObject({ text: '50.0(+)', verdict: 'exceeds' });
    expect(judgeSubstance({ limits: alone, measured: { twa: { text: '50.0', num: '50.04', censored: false }, peak: all('1') }, day, comparison: 'rounded' }).verdict).toBe('conforms');
  });

  it('has a smaller limit in long work where the project asks for it, by PC-TWA alone', () => {
    const judged = judgeSubstance({ limits: both, measured: { twa: r('2'), stel: all('5') }, day, reduction: new Decimal('0.5') });
    expect(judged.items.map((one) => [one.limit, one.verdict])).toEqual([['1.5', 'exceeds'], ['6', 'conforms']]);
  });
});

describe('a dust', () => {
  const silica = [limit('totalDust', '1'), limit('respirableDust', '0.7')];
  it('of both kinds is measured as the respirable one', () => {
    expect(verdictOf(silica, { respirableDust: r('0.7'), peak: all('2') })).toBe('conforms');
    expect(verdictOf(silica, { totalDust: r('1.2'), respirableDust: r('0.5'), peak: all('2') })).toBe('exceeds');
    expect(verdictOf(silica, { totalDust: r('0.9'), peak: all('3') })).toBe('conforms');
    expect(verdictOf(silica, {})).toBe('undetermined');
  });

  it('has peaks by its own limit', () => {
    expect(verdictOf(silica, { respirableDust: r('0.5'), peak: all('3.6') })).toBe('exceeds');
  });

  it('of fibres needs both of its limits', () => {
    const asbestos = [limit('totalDust', '0.8'), limit('fibre', '0.8')];
    expect(verdictOf(asbestos, { totalDust: r('0.5'), peak: all('1') })).toBe('undetermined');
    expect(verdictOf(asbestos, { totalDust: r('0.5'), fibre: r('0.127'), peak: all('1') })).toBe('conforms');
  });
});

describe('excursions', () => {
  const rule = peakRuleOn(day);
  if (rule?.kind !== 'peak') throw new Error('no rule');
  const apart = (count: number, minutes = 15) => Array.from({ length: count }, (_, at) => ({ start: at * 100, minutes }));
  it('are at most four of fifteen minutes', () => {
    expect([apart(4), apart(5), apart(1, 16), []].map((list) => excursionsAllowed(list, rule))).toEqual([true, false, false, true]);
  });

  it('do not care for the order they were written in', () => {
    expect(excursionsAllowed([...apart(3)].reverse(), rule)).toBe(true);
  });
});

describe('the worst verdict', () => {
  it('decides, and what is not assessed decides nothing', () => {
    expect(worstOf(['conforms', 'undetermined', 'exceeds', 'toVerify'])).toBe('exceeds');
    expect(worstOf(['conforms', 'toVerify', 'undetermined'])).toBe('toVerify');
    expect(worstOf(['conforms', 'undetermined'])).toBe('undetermined');
    expect(worstOf(['notAssessed', 'conforms'])).toBe('conforms');
    expect(worstOf([])).toBe('notAssessed');
  });

  it('of a physical factor is by its value in full', () => {
    expect(judgePhysical(new Decimal('85'), '85')).toBe('conforms');
    expect(judgePhysical(new Decimal('85.02'), '85')).toBe('exceeds');
    expect(judgePhysical(new Decimal('85.02'), '85', 'rounded')).toBe('conforms');
  });
});
