import { describe, expect, it } from 'vitest';
import { fitCurve, type FitKind } from '@contract/arithmetic/curves/fitCurve';
import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { curvePlanOf, planForItem, ruleText, seriesAgeHint } from '@contract/features/laboratory/curves/curvePlan';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import {
  type CurveView,
  curveView,
  fitCriterionText,
  liveView,
  type StoredCurve,
} from '@contract/features/laboratory/curves/curveView';
import {
  findingsOf,
  findingsText,
  type PointFacts,
  storedCurve,
  tubesOf,
  calculateCurve,
} from '@contract/features/laboratory/curves/curveWork';
import { curveOf } from '@contract/features/laboratory/curves/storedCurve';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { inputOf } from '../vectors/proof';

const levels = (id: string): PointFacts[] => {
  const { x, y, c, E } = inputOf<{ x?: number[]; y?: number[]; c?: number[]; E?: number[] }>(id);
  return (x ?? c ?? []).map((content, index) => ({ x: String(content), y1: String((y ?? E ?? [])[index]) }));
};
const plan = (kind: string, part = 'main', library = {}) => {
  const found = curvePlanOf(kind, part, library);
  if (!found) throw new Error(`no curve of ${kind}`);
  return found;
};
const head = (fit: FitKind = 'linear', more: Partial<StoredCurve> = {}): StoredCurve =>
  ({
    fit,
    subtractZero: false,
    methodKind: 'gasChromatography',
    part: 'main',
    unit: 'μg/mL',
    conditions: null,
    ...more,
  }) as StoredCurve;
const blocking = (view: Pick<CurveView, 'findings'>) =>
  view.findings.filter(({ blocks }) => blocks).map(({ message }) => message);
const fact = ({ facts }: CurveView, label: string) => facts.find((fact) => fact.label === label)?.text;
const gas = levels('CURVE-LIN-GC');

describe('plan of a curve', () => {
  it('every curve page of the laboratory methods has a curve plan, and no other page has one', () => {
    for (const { kind, method, part, variant } of methodRoutes.filter((route) => route.kind === 'curve'))
      expect([kind, variant, method, part, curvePlanOf(method, part)?.part]).toEqual([
        kind,
        variant,
        method,
        part,
        part,
      ]);
    for (const kind of ['dust', 'outsourced', 'nothing', 'constructor']) expect(curvePlanOf(kind, 'main')).toBeNull();
    expect(curvePlanOf('electrode', 'pcl3')).toBeNull();
  });

  it('the curve plan ranges from near the hazard’s quantification limit to the end of its measuring range, in the curve’s unit', () => {
    const usual = plan('gasChromatography');
    const item = { loq: '6', rangeTop: '400', lodUnit: 'μg/mL' };
    const asked = planForItem(usual, item, 'μg/mL');
    expect([asked.rule.loq, asked.rule.top]).toEqual(['6', '400']);
    expect(ruleText(asked, 'linear')).toContain('最低浓度点在定量下限6附近；最高浓度点不超过测定范围上限400');
    expect(planForItem(usual, item, 'ng/mL').rule).toMatchObject({ loq: '6000', top: '400000' });
    // μg per tube and μg/mL of solution are not compared, and missing values are not required.
    for (const bare of [planForItem(usual, item, 'μg/管'), planForItem(usual, null, 'μg/mL')])
      expect(bare.rule).toEqual(usual.rule);
    const { findings } = calculateCurve({ fit: 'linear', subtractZero: false }, gas, asked);
    expect(findings).toContainEqual({
      blocks: true,
      message: '最高浓度点500超出方法的测定范围（上限400），请去掉超出范围的浓度点',
    });
    const low = calculateCurve(
      { fit: 'linear', subtractZero: false },
      gas,
      planForItem(usual, { ...item, loq: '2', rangeTop: '500' }, 'μg/mL'),
    );
    expect([low.accepted, low.findings.map(({ message }) => message)]).toEqual([
      true,
      ['最低浓度点10离定量下限2较远，宜在定量下限附近增加一个浓度点'],
    ]);
    // Up to three times the LOQ is near.
    const near = (loq: string) =>
      calculateCurve(
        { fit: 'linear', subtractZero: false },
        gas,
        planForItem(usual, { ...item, loq, rangeTop: '500' }, 'μg/mL'),
      ).findings.length;
    expect([near('3.4'), near('3.3')]).toEqual([0, 1]);
  });

  it('the curve plan takes rule, unit and fit from the method library if they are set there', () => {
    const usual = plan('gasChromatography');
    expect([usual.rule.r, usual.rule.levels, usual.unit, usual.usualFit]).toEqual(['0.999', 5, 'μg/mL', 'linear']);
    // More than five levels are allowed, never fewer (GBZ 331-2024 5.2.6.3.1 h).
    expect(plan('gasChromatography', 'main', { curvePoints: 4 }).rule.levels).toBe(5);
    const own = plan('gasChromatography', 'main', {
      curveR: '0.995',
      curvePoints: 7,
      curveUnit: 'ng/mL',
      curveFit: '1/x加权',
    });
    expect([own.rule.r, own.rule.levels, own.unit, own.usualFit]).toEqual(['0.995', 7, 'ng/mL', 'weightedX']);
    expect(own.columns.find(({ key }) => key === 'x')?.unit).toBe('ng/mL');
    expect(plan('gasChromatography', 'main', { resultRoute: 'thermal2' }).unit).toBe('ng/管');
    expect(plan('electrode', 'main', { curveFit: '半对数' }).usualFit).toBe('semiLog');
    expect(plan('electrode', 'main', { curveFit: '线性' }).usualFit).toBe('semiLog');
    expect(ruleText(plan('electrode'), 'semiLog')).toContain('斜率绝对值54～60mV');
    expect(ruleText(plan('inductivelyCoupledPlasma'), 'quadratic')).toContain('不少于6个点；R²≥0.998');
  });
});

describe('calculated curve', () => {
  it('the curve page shows the worked example CURVE-LIN-GC as in docs/spec/domain.md', () => {
    const view = liveView(head(), gas, plan('gasChromatography'));
    expect(view.equation).toBe('y = 1.2324x − 0.1980');
    expect([fact(view, '相关系数r'), fact(view, '残余标准差'), fact(view, '线性范围'), view.verdict]).toEqual([
      '0.999995',
      '0.879',
      '10～500 μg/mL',
      '合格',
    ]);
    expect(view.rows.map(({ texts }) => texts['error'])).toEqual(['1.8', '-0.7', '0.7', '-0.4', '0.1']);
    expect(view.rows[0]?.texts).toMatchObject({
      level: '1',
      x: '10',
      y1: '12.35',
      mean: '12.35',
      net: '',
      found: '10.18',
    });
    expect([view.plot?.points.length, view.plot?.band.length, view.plot?.xTitle]).toEqual([
      5,
      41,
      '浓度/含量（μg/mL）',
    ]);
  });

  it('the curve page shows equations of curves through the origin, weighted, quadratic and of an electrode', () => {
    const gc = plan('gasChromatography');
    expect(liveView(head('origin'), gas, gc).equation).toBe('y = 1.2318x');
    expect(liveView(head('weightedX'), gas, gc).equation).toBe('y = 1.2314x − 0.01869');
    const icp = liveView(head('quadratic'), levels('CURVE-QUAD-ICP'), plan('inductivelyCoupledPlasma'));
    expect([icp.equation, fact(icp, '决定系数R²')]).toEqual(['y = −89.49x² + 10285x + 5.554', '0.99999992']);
    const ise = liveView(head('semiLog', { conditions: { 溶液温度: '25℃' } }), levels('ISE-CURVE'), plan('electrode'));
    expect([ise.equation, fact(ise, '相关系数|r|'), fact(ise, '能斯特理论斜率'), ise.verdict]).toEqual([
      'E = 94.86 − 57.62·lg c',
      '0.999998',
      '59.16 mV（25 ℃）',
      '合格',
    ]);
    expect(ise.rows[0]?.texts).toMatchObject({ logX: '-1.0000', mean: '152.4' });
    expect(ise.columns.map(({ key }) => key)).toContain('logX');
  });

  it('the curve page writes the goodness of fit as r, |r| or R², by the kind of curve, and nothing without a value', () => {
    expect(
      [
        ['linear', '0.99998', '0.9999'],
        ['semiLog', '-0.999998', '0.99999'],
        ['quadratic', '0.9996', '0.9999999'],
        ['linear', null, null],
      ].map(([fit, r = null, r2 = null]) => fitCriterionText({ fit: fit ?? '', r, r2 })),
    ).toEqual(['r=0.99998', '|r|=0.999998', 'R²=0.9999999', '']);
  });

  it('the curve page shows no net response if no zero level was subtracted', () => {
    expect(
      liveView(head(), levels('CURVE-SPEC'), plan('spectrophotometry')).rows.map(({ texts }) => [
        texts['net'],
        texts['mean'] !== '',
      ]),
    ).toEqual(levels('CURVE-SPEC').map(() => ['', true]));
  });

  it('the curve page averages the responses of a level with one digit more than the readings', () => {
    const view = liveView(head(), [{ x: '1', y1: '0.048', y2: '0.049', y3: null }, ...gas], plan('gasChromatography'));
    expect(view.rows[0]?.texts['mean']).toBe('0.0485');
  });

  it('the curve page subtracts the zero level once from all levels, and excludes the zero level from a weighted line', () => {
    const spec = levels('CURVE-SPEC');
    const view = liveView(head('linear', { subtractZero: true }), spec, plan('spectrophotometry'));
    expect([view.rows[0]?.texts['net'], view.rows[1]?.texts['net'], fact(view, '零浓度响应值'), view.verdict]).toEqual([
      '0.000',
      '0.043',
      '0.006000',
      '合格',
    ]);
    const kept = storedCurve(calculateCurve(head('linear', { subtractZero: true }), spec, plan('spectrophotometry')));
    expect(kept.zero).toBe('0.006');
    const weighted = calculateCurve(head('weightedX', { subtractZero: true }), spec, plan('spectrophotometry'));
    expect([weighted.fitted.length, weighted.accepted]).toEqual([6, true]);
    expect(blocking(liveView(head('weightedX'), spec, plan('spectrophotometry')))).toContain(
      '1/x加权不能包含含量为0的点',
    );
    expect(blocking(liveView(head('linear', { subtractZero: true }), gas, plan('gasChromatography')))).toEqual([
      '扣除零浓度响应值的曲线须有含量为0的浓度点',
    ]);
  });

  it('a calibration curve with faults lists them and is not accepted', () => {
    const gc = plan('gasChromatography');
    const said = (points: readonly PointFacts[], fit: FitKind = 'linear') => {
      const work = calculateCurve(head(fit), points, gc);
      expect(work.accepted).toBe(false);
      return work.findings
        .filter(({ blocks }) => blocks)
        .map(({ message }) => message)
        .join('；');
    };
    expect(said([])).toBe(curveTexts.noPoints);
    expect(said(gas.slice(0, 4))).toBe('标准系列除空白外应不少于5个浓度点，现有4个');
    expect(said(gas.slice(0, 2))).toBe('直线回归至少需要3个点，现有2个');
    expect(said(gas.map((point) => ({ ...point, y1: '5' })))).toBe('标准曲线斜率为0，无法计算，请检查响应值');
    expect(said([...gas, { x: '10', y1: '12.4' }])).toContain('标准系列中有相同的含量');
    expect(said([...gas, { x: '600' }])).toBe('第6个浓度点没有响应值，请填写或删除该点');
    expect(said([...gas, { x: '', y1: '3' }])).toBe('第6个浓度点：请填写标准系列含量');
    expect(said([...gas, { x: '-1', y1: '3' }])).toBe('第6个浓度点：标准系列含量应不小于0');
    expect(
      said(
        gas.map((point, index) => ({ ...point, y1: index % 2 ? (point.y1 ?? '') : String(Number(point.y1) * 1.2) })),
      ),
    ).toMatch(/^相关系数r为0\.9\d+，低于0\.999$/);
    expect(said(gas.map(({ x }) => ({ x: x ?? '', y1: String(700 - Number(x)) })))).toBe(curveTexts.falling);
  });

  it('an excluded calibration level is shown with its reason and left out of the line', () => {
    const points = [...gas, { x: '300', y1: '100', excluded: true, excludedReason: '进样针堵塞' }];
    const view = liveView(head(), points, plan('gasChromatography'));
    expect([view.equation, view.verdict]).toEqual(['y = 1.2324x − 0.1980', '合格']);
    expect(view.findings).toContainEqual({ blocks: false, message: curveTexts.excludedPoint(6, '300', '进样针堵塞') });
    expect(view.plot?.points.at(-1)).toMatchObject({ level: 6, x: 300, y: 100, excluded: true });
    expect(view.rows.at(-1)).toMatchObject({ excluded: true, reason: '进样针堵塞' });
  });

  it('a stored calibration curve reads a response as the curve did before it was stored', () => {
    const kept = storedCurve(calculateCurve(head(), gas, plan('gasChromatography')));
    const curve = curveOf({ ...head(), ...kept });
    expect(curve && withoutCalculationNoise(readCurve(curve, '98.60').content).toString()).toBe(
      withoutCalculationNoise(
        readCurve(fitCurve(gas.map(({ x, y1 }) => ({ x: x ?? '', y: y1 ?? '' }))), '98.60').content,
      ).toString(),
    );
    expect(kept).toMatchObject({
      accepted: true,
      c: null,
      low: '10',
      high: '500',
      zero: null,
      r: '0.999995',
      findings: null,
    });
    for (const value of [kept.a, kept.b, kept.sy]) expect(value?.length).toBeLessThan(60);
  });

  it('a stored calibration curve keeps its verdict when the library changes later', () => {
    const work = calculateCurve(head(), gas.slice(0, 5), plan('gasChromatography'));
    const view = curveView({ ...head(), ...storedCurve(work) }, gas.slice(0, 5));
    expect([view.verdict, view.findings]).toEqual(['合格', []]);
    const findings = [
      { blocks: true, message: '甲' },
      { blocks: false, message: '乙' },
    ];
    expect(findingsOf(findingsText(findings))).toEqual(findings);
  });
});

describe('series of tubes', () => {
  const tubes = ['0', '0.2', '0.4', '0.6', '0.8', '1.0'].map((x) => ({ x, standardVolume: x, absorberVolume: '5' }));
  const visual = plan('visualColorimetry');

  it('a visual standard series is accepted by the contents of its tubes, without a fitted line', () => {
    const view = liveView(head(), tubes, visual);
    expect([view.verdict, view.equation, view.plot, view.fitLabel]).toEqual(['合格', '', null, '标准系列']);
    expect(view.rows.map(({ texts }) => texts['tube'])).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(storedCurve(calculateCurve(head(), tubes, visual))).toMatchObject({
      low: '0.2',
      high: '1',
      a: null,
      r: null,
    });
    expect(tubesOf([...tubes, { x: '9', excluded: true }])).toEqual(['0', '0.2', '0.4', '0.6', '0.8', '1.0']);
  });

  it('a visual standard series with too few or equal tubes is refused, and one without a zero tube gets a warning', () => {
    expect(blocking(liveView(head(), tubes.slice(0, 3), visual))).toEqual([curveTexts.fewTubes(4, 2)]);
    expect(blocking(liveView(head(), [...tubes, { x: '0.20' }], visual))).toEqual([curveTexts.sameTubes]);
    expect(liveView(head(), tubes.slice(1), visual).findings).toEqual([
      { blocks: false, message: curveTexts.noZeroTube },
    ]);
  });
});

it('a standard series not made on the day of the test gives a warning, one made on that day does not', () => {
  expect(seriesAgeHint('2026-03-02', '2026-03-02')).toBeNull();
  expect(seriesAgeHint('2026-03-01', '2026-03-02')).toBe(
    '标准系列配制于2026-03-01，检测日期为2026-03-02；低浓度储备液和标准系列宜当天配制，每次新配',
  );
});
