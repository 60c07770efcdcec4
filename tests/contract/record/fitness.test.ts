import { describe, expect, it } from 'vitest';
import { fitnessTexts, instrumentMisfit, purposeOf, standardMisfit } from '@contract/features/laboratory/purposeFit';

// Curve, standard and instrument belong to what is tested (GBZ 331-2024 5.2.6.3.1 a, e).

const instrument = (eqpName: string, purpose: string | null = null) => ({ eqpNo: 'ZS-002', eqpName, purpose });
const labelOf = (value: string): string => value;
const told = (eqpName: string, methodKind: string, hazardName: string): string | null =>
  instrumentMisfit(instrument(eqpName), { methodKind, hazardName }, labelOf);

describe('an instrument', () => {
  it.each([
    ['多功能声级计', 'genericTest', '噪声'],
    ['手传振动测量仪', 'genericTest', '手传振动'],
    ['WBGT指数仪', 'genericTest', '高温'],
    ['照度计', 'genericTest', '照度'],
    ['紫外辐照计', 'genericTest', '紫外辐射（电焊弧光）'],
    ['工频场强仪', 'genericTest', '工频电场'],
    ['便携式一氧化碳检测仪', 'genericTest', '一氧化碳'],
    ['气相色谱仪', 'gasChromatography', '甲苯'],
    ['十万分之一电子天平', 'dust', '砂轮磨尘'],
  ])('the instrument %s suits the method %s for %s', (name, methodKind, hazard) =>
    expect(told(name, methodKind, hazard)).toBeNull(),
  );

  it.each([
    ['多功能声级计', 'genericTest', '手传振动', 'soundMeter'],
    ['手传振动测量仪', 'genericTest', '噪声', 'vibrationMeter'],
    ['多功能声级计', 'genericTest', '一氧化碳', 'soundMeter'],
    ['照度计', 'genericTest', '紫外辐射', 'lightMeter'],
    ['大气采样器', 'genericTest', '二氧化碳', 'sampler'],
    ['多功能声级计', 'gasChromatography', '甲苯', 'soundMeter'],
    ['离子色谱仪', 'gasChromatography', '甲苯', 'ionChromatograph'],
  ])('the instrument %s does not suit the method %s for %s', (name, methodKind, hazard, is) =>
    expect(told(name, methodKind, hazard)).toBe(fitnessTexts.instrumentOther(`ZS-002 ${name}`, is, hazard)),
  );

  it('an instrument of unknown purpose gives a request to state its purpose', () => {
    expect(told('多功能仪', 'genericTest', '噪声')).toBe(fitnessTexts.instrumentUnknown('ZS-002 多功能仪'));
    expect(purposeOf(instrument('多功能仪', 'soundMeter'))).toBe('soundMeter');
  });
});

describe('a standard', () => {
  const standard = { standardNo: 'BZ-1', standardName: '甲苯溶液', lotNo: 'L1' };
  const wanted = { hazard: 2, hazardName: '乙酸乙酯' };

  it('a standard of 甲苯 is refused for a curve of 乙酸乙酯; a mixture that contains 乙酸乙酯 is accepted', () => {
    const toluene = { id: 1, name: '甲苯' };
    expect(standardMisfit({ ...standard, hazards: [toluene] }, wanted)).toBe(
      fitnessTexts.standardOther('BZ-1 甲苯溶液（批号L1）', '甲苯', '乙酸乙酯'),
    );
    expect(standardMisfit({ ...standard, hazards: [toluene, { id: 2, name: '乙酸乙酯' }] }, wanted)).toBeNull();
  });

  it('a standard that names no hazard gives a request to name it', () =>
    expect(standardMisfit({ ...standard, hazards: [] }, wanted)).toBe(
      fitnessTexts.standardUnknown('BZ-1 甲苯溶液（批号L1）'),
    ));
});
