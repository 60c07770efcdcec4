import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measuredFaults, measuredOf } from '@contract/features/fieldwork/samples/measuredReadings';
import { calculateRecord } from '@contract/features/laboratory/methods/calculation/calculateRecord';
import { formRow, missingInputsOf } from '@contract/features/laboratory/methods/physical/physicalForm';
import {
  formFor,
  formOfLayout,
  isMeasuredAtPlace,
  physicalForms,
} from '@contract/features/laboratory/methods/physical/physicalForms';
import { startReadings } from '@contract/features/laboratory/methods/physical/startReadings';
import { columnsOf, layoutOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { rowEntityOf } from '@contract/features/laboratory/sheets/rowEntity';
import { integer } from '@contract/field';
import { physicalHazards } from '@server/seed/library/libraryPhysicalLimits';
import { typedIn, wrongSteps } from '../../support/calculator';
import { physicalExamples } from '../../support/physicalExamples';

const sampledOn = '2026-05-11';
type Given = Readonly<Record<string, string>>;

function resultOf(layout: string, readings: Given, day = sampledOn) {
  const [row] = calculateRecord('genericTest', {
    variant: 'ordinary',
    layout,
    rows: [{ id: 1, readings, sampledOn: day }],
  }).rows;
  if (!row) throw new Error('no row');
  return row;
}
function done(layout: string, readings: Given, day = sampledOn) {
  const row = resultOf(layout, readings, day);
  if (row.state !== 'done') throw new Error(row.state === 'problem' ? row.problem.message : row.state);
  const { formula = '', substituted = '' } = row.working() ?? {};
  return {
    text: row.result.text,
    num: row.result.num,
    unit: row.unit,
    notes: row.notes.map(({ message }) => message),
    working: `${formula.slice(0, formula.indexOf('='))}${substituted.slice(formula.length)}`,
    computed: row.computed,
  };
}
const problemOf = (layout: string, readings: Given, day = sampledOn): string | null => {
  const row = resultOf(layout, readings, day);
  return row.state === 'problem' ? row.problem.message : null;
};
const warningsOf = (layout: string, readings: Given): readonly string[] => done(layout, readings).notes;
const stepsOf = (working: string): string => working.replace(/ [^ ]*$/, '');
const calibrated = { sourceLevel: '94.0', levelBefore: '94.0', levelAfter: '93.5' } as const;
const noise = (...levels: string[]): Given => ({
  noiseKind: 'steady',
  ...Object.fromEntries(levels.map((level, index) => [`p${index + 1}`, level])),
  ...calibrated,
});

describe.each(physicalExamples)('form of $hazard', ({ layout, hazard, category, readings, reported, unit }) => {
  it('the form for $hazard is chosen by the hazard, fixes the unit and calculates the expected result', () => {
    expect(formFor('genericTest', { name: hazard, category })?.key).toBe(layout);
    expect(done(layout, readings)).toMatchObject({ text: reported, unit, notes: [] });
  });

  it('the form for $hazard prints an equation that gives the printed result when typed into a calculator', () => {
    expect(wrongSteps(stepsOf(done(layout, readings).working))).toEqual([]);
  });

  it('the form for $hazard has its own columns and fields, and no field for unit or expression', () => {
    const form = formOfLayout(layout);
    const fields = rowEntityOf('genericTest', layout, 'ordinary').fields;
    for (const [key, field] of Object.entries(form?.readings ?? {})) expect(fields[key]?.label).toBe(field.label);
    expect(Object.keys(fields)).not.toContain('unit');
    expect(Object.keys(fields)).not.toContain('expression');
    const columns = columnsOf(methodSheets.genericTest, layoutOf(methodSheets.genericTest, layout), 'ordinary');
    expect(columns.map(({ key }) => key)).toContain('resultUnit');
  });

  it('the form for $hazard lists no missing field for the complete example', () => {
    const form = formOfLayout(layout);
    expect(form && missingInputsOf(form, formRow({ readings, sampledOn }))).toEqual([]);
  });
});

describe('forms of physical factors', () => {
  it('every physical factor of the library has a measurement form, and no substance has one', () => {
    expect(
      physicalHazards
        .filter(({ name }) => !formFor('genericTest', { name, category: 'physical' }))
        .map(({ name }) => name),
    ).toEqual([]);
    expect(formFor('genericTest', { name: '高温煤焦油', category: 'chemical' })).toBeUndefined();
    expect(formFor('gasChromatography', { name: '噪声', category: 'physical' })).toBeUndefined();
  });

  it('each physical factor of the library matches exactly one measurement form', () => {
    for (const { name } of physicalHazards)
      expect(physicalForms.filter(({ hazards }) => hazards.test(name)).map(({ key }) => key)).toHaveLength(1);
  });

  it('a factor is measured on site if it is physical or has a measurement form', () => {
    expect(isMeasuredAtPlace(null, { name: '体力劳动强度', category: 'physical' })).toBe(true);
    expect(isMeasuredAtPlace('genericTest', { name: '控制风速', category: 'other' })).toBe(true);
    expect(isMeasuredAtPlace('genericTest', { name: '一氧化碳(非高原)', category: 'chemical' })).toBe(false);
    expect(isMeasuredAtPlace('genericTest', { name: '尿氚', category: 'radiation' })).toBe(false);
  });

  it('a measurement form starts with its defaults, with “personal” for a dosimeter, and with the readings from the site', () => {
    const form = formOfLayout('noise');
    if (!form) throw new Error('no form');
    expect(startReadings(form, 'area', null)).toEqual({ noiseKind: 'steady' });
    expect(startReadings(form, 'personal', { p1: '86.2', unit: 'dB', expression: 'p1' })).toEqual({
      noiseKind: 'personal',
      p1: '86.2',
    });
  });

  it('a measurement form takes only its own readings from the site and names the invalid ones', () => {
    const form = formOfLayout('noise');
    if (!form) throw new Error('no form');
    expect(measuredOf(form, { p1: '80', p2: ' ', other: '1' })).toEqual({ p1: '80' });
    expect(measuredFaults(form, { p1: '80', p2: '很响' })).toEqual([
      { field: 'measured.p2', message: expect.stringContaining('读数2') },
    ]);
    expect(measuredFaults(form, { p1: '800' })).toHaveLength(1);
    const counted = { ...form, readings: { pulses: integer('每日脉冲次数', { min: 0 }) } };
    expect(measuredFaults(counted, { pulses: '4,520' })[0]?.message).toContain('请去掉逗号，例如4520');
    expect(measuredFaults(counted, { pulses: '4520' })).toEqual([]);
  });
});

describe('noise', () => {
  it('the noise form averages 80, 90 and 84 dB(A) by energy to 86.5 dB(A); nobody types the unit', () => {
    expect(done('noise', noise('80', '90', '84'))).toMatchObject({
      text: '86.5',
      unit: 'dB(A)',
      working: 'LAeq=10lg[(10^(0.1×80)+10^(0.1×90)+10^(0.1×84))/3]=86.5 dB(A)',
    });
  });

  it('noise readings are void if the meter deviates from the calibrator by more than 0.5 dB before or after', () => {
    expect(problemOf('noise', { ...noise('80', '90', '84'), levelAfter: '94.6' })).toBe(
      '测量后示值与声源值相差0.6 dB，超过0.5 dB，读数作废，请更换声级计重新测量',
    );
    expect(problemOf('noise', { ...noise('80', '90', '84'), levelBefore: '93.4' })).toContain(
      '测量前示值与声源值相差0.6 dB',
    );
  });

  it('a meter reading out of range is named by its stage, before or after the measurement', () => {
    expect(problemOf('noise', { ...noise('80', '90', '84'), levelBefore: '300' })).toBe('测量前示值应在0～200之间');
    expect(problemOf('noise', { ...noise('80', '90', '84'), levelAfter: '300' })).toBe('测量后示值应在0～200之间');
  });

  it('the noise form asks for the sound calibration and names the missing part', () => {
    const { p1 = '', p2 = '', p3 = '' } = noise('80', '90', '84');
    expect(done('noise', { p1, p2, p3, sourceLevel: '94.0' })).toMatchObject({
      text: '86.5',
      notes: ['请填写测量前示值、测量后示值'],
    });
  });

  it('a steady noise measurement needs three readings, and a personal noise measurement needs one', () => {
    expect(problemOf('noise', noise('80', '90'))).toBe('稳态噪声应填写3次读数；个体测量或非稳态噪声请更改噪声类型');
    expect(done('noise', { ...noise('86.25'), noiseKind: 'personal' })).toMatchObject({
      text: '86.2',
      working: 'LAeq=86.25=86.2 dB(A)',
    });
    expect(problemOf('noise', { ...noise('86', '87'), noiseKind: 'personal' })).toContain('只填写一个等效声级');
  });

  it('noise before 2025-05-01 is printed with three significant digits, later with one decimal', () => {
    expect(done('noise', noise('101.26', '101.26', '101.26'), '2025-04-30').text).toBe('101');
    expect(done('noise', noise('101.26', '101.26', '101.26'), '2025-05-01').text).toBe('101.3');
  });

  it('the noise form prints a working that gives the result, for any levels', () => {
    const level = fc.integer({ min: 300, max: 1400 }).map((tenths) => (tenths / 10).toFixed(1));
    fc.assert(
      fc.property(fc.tuple(level, level, level), (levels) => {
        const { working, text } = done('noise', noise(...levels));
        expect(wrongSteps(stepsOf(working))).toEqual([]);
        expect(working).toContain(`=${text}`);
      }),
      { numRuns: 100 },
    );
  });
});

describe('hand vibration', () => {
  const axes = (hand: string, turns: readonly (readonly [string, string, string])[]): Given =>
    Object.fromEntries(
      turns.flatMap((turn, index) => turn.map((value, axis) => [`${hand}${'XYZ'[axis] ?? ''}${index + 1}`, value])),
    );
  const turns = [
    ['2.0', '2.5', '2.0'],
    ['2.1', '2.4', '2.1'],
    ['1.9', '2.6', '2.0'],
  ] as const;

  it('hand vibration from 2026-02-01 on is the mean of three vector sums, of the hand with the higher one', () => {
    const left = axes('left', turns);
    expect(done('vibration', { tool: '砂轮', ...left })).toMatchObject({
      text: '3.8',
      computed: expect.objectContaining({ leftTotal: '3.795' }),
    });
    expect(
      done('vibration', {
        tool: '砂轮',
        ...axes('left', [
          ['1', '1', '1'],
          ['1', '1', '1'],
          ['1', '1', '1'],
        ]),
        ...axes('right', turns),
      }),
    ).toMatchObject({ text: '3.8' });
    expect(problemOf('vibration', { tool: '砂轮', ...axes('left', turns.slice(0, 2)) })).toBe(
      '手传振动至少测量3次，请补充读数',
    );
    expect(problemOf('vibration', { tool: '砂轮', leftX1: '2', leftY1: '2' })).toContain('左手第1次缺少轴向加速度');
    expect(problemOf('vibration', { tool: '砂轮', p1: '3', p2: '3', p3: '3' })).toContain('X、Y、Z三个轴');
  });

  it('hand vibration measured before 2026-02-01 is the mean of the readings on the dominant axis', () => {
    expect(done('vibration', { tool: '砂轮', ...axes('left', turns) }, '2026-01-31')).toMatchObject({
      text: '2.5',
      working: 'ahw=(2.5+2.4+2.6)/3=2.5 m/s²',
    });
    expect(done('vibration', { tool: '砂轮', p1: '4.1', p2: '4.3', p3: '4.2' }, '2026-01-31').text).toBe('4.2');
  });
});

describe('heat', () => {
  it('the heat form ignores the air temperature indoors and weights three heights as (head + 2·abdomen + ankle)/4', () => {
    expect(done('heat', { heatPlace: 'shade', wetAbdomen: '25.4', globeAbdomen: '41.0' }).text).toBe('30.1');
    const all = {
      wetHead: '26',
      globeHead: '42',
      wetAbdomen: '25',
      globeAbdomen: '40',
      wetAnkle: '24',
      globeAnkle: '38',
    };
    const { text, working } = done('heat', all);
    expect([text, wrongSteps(stepsOf(working))]).toEqual(['29.5', []]);
    expect(problemOf('heat', { wetHead: '26', globeHead: '42', wetAbdomen: '25', globeAbdomen: '40' })).toContain(
      '三个高度',
    );
    expect(problemOf('heat', { wetAbdomen: '25' })).toBe('请填写腹部黑球温度');
    expect(problemOf('heat', { heatPlace: 'sun', wetAbdomen: '25', globeAbdomen: '40' })).toBe('请填写腹部干球温度');
  });

  it('the heat form uses each thermometer’s correction, or the WBGT index that the meter shows', () => {
    expect(done('heat', { wetAbdomen: '25.0', globeAbdomen: '41.0', wetCorrection: '0.4' }).text).toBe('30.1');
    expect(done('heat', { p1: '28.1', p2: '28.3', p3: '28.2' })).toMatchObject({
      text: '28.2',
      working: 'WBGT=(28.1+28.3+28.2)/3=28.2 ℃',
    });
    expect(problemOf('heat', { p1: '28.1', wetAbdomen: '25' })).toContain('请只填写');
  });
});

describe('fields, ventilation and dose rates', () => {
  it('the form for ultra-high-frequency fields uses the unit of the quantity that the meter shows', () => {
    const read = { frequency: '40MHz', bodyPart: 'head', p1: '14', p2: '14', p3: '14' };
    expect(done('ultraHighFrequency', { ...read, fieldQuantity: 'electric' })).toMatchObject({
      text: '14.0',
      unit: 'V/m',
    });
    expect(done('ultraHighFrequency', { ...read, fieldQuantity: 'magnetic' })).toMatchObject({ unit: 'A/m' });
    expect(done('ultraHighFrequency', { ...read, fieldQuantity: 'converted' })).toMatchObject({
      text: '0.052',
      unit: 'mW/cm²',
    });
    expect(
      done('laser', {
        laserQuantity: 'exposure',
        wavelength: '532',
        exposureSeconds: '1',
        bodyPart: 'eye',
        p1: '1',
        p2: '1',
        p3: '1',
      }).unit,
    ).toBe('J/cm²');
    expect(problemOf('microwave', { bodyPart: 'head', p1: '14', p2: '14' })).toBe('应填写3次读数');
  });

  it('the form for ultraviolet light uses only the chosen band', () => {
    expect(done('ultraviolet', { uvKind: 'b', bodyPart: 'eye', irradianceB: '0.2', factor: '1.1' })).toMatchObject({
      text: '0.220',
      working: 'E=0.2×1.1=0.220 μW/cm²',
    });
    expect(problemOf('ultraviolet', { uvKind: 'arc', bodyPart: 'eye', irradianceB: '0.2' })).toBe(
      '请填写长波紫外辐照度',
    );
  });

  it('the hood form refuses two positions of a control point, fewer than three readings and a word as a reading', () => {
    expect(
      problemOf('hood', { hoodKind: 'point', hoodName: '甲', point1: '0.5 0.5 0.5', point2: '0.4 0.4 0.4' }),
    ).toContain('控制点只有一个测点');
    expect(problemOf('hood', { hoodKind: 'point', hoodName: '甲', point1: '0.5 0.5' })).toContain('至少3个风速读数');
    expect(problemOf('hood', { hoodKind: 'point', hoodName: '甲', point1: '0.5 x 0.5' })).toBe('风速应为数字');
  });

  it('the duct form places the measuring rings of a round duct at least 25 mm from the wall', () => {
    const found = done('duct', {
      ductShape: 'round',
      ductDiameter: '0.4',
      ductRings: '3',
      ductReading: 'pressure',
      gasDensity: '1.2',
      point1: '62 62 62',
    });
    expect(found.computed).toMatchObject({
      ringRadii: '0.082、0.141、0.175',
      meanVelocity: '10.17',
      equivalent: '0.400',
    });
    expect(wrongSteps(stepsOf(found.working))).toEqual([]);
  });

  it('the forms for fields of high frequency warn of a probe at another distance than F.21 and F.22 state', () => {
    const field = { frequency: '13.56 MHz', bodyPart: 'head', p1: '12', p2: '12', p3: '12' };
    expect(warningsOf('ultraHighFrequency', { ...field, probeDistance: '6' })).toEqual(['探头距场源应为5 cm，请核对']);
    expect(warningsOf('highFrequency', { ...field, probeDistance: '4.9' })).toEqual(['探头距场源不应小于5 cm，请核对']);
    for (const form of ['ultraHighFrequency', 'highFrequency'])
      for (const probeDistance of ['5', '']) expect(warningsOf(form, { ...field, probeDistance })).toEqual([]);
    expect(warningsOf('highFrequency', { ...field, probeDistance: '30' })).toEqual([]);
  });

  it('the forms for very-high-frequency radiation and microwaves have the type of wave, which older records print without', () => {
    for (const key of ['ultraHighFrequency', 'microwave']) {
      const form = physicalForms.find((one) => one.key === key);
      expect(form?.readings['waveType']?.label, key).toBe('类型');
      expect(form?.optional, key).toContain('waveType');
    }
    expect(physicalForms.find(({ key }) => key === 'highFrequency')?.readings['waveType']).toBeUndefined();
  });

  it('the heat form warns of an unevenly heated place that was measured at fewer than three heights (F.19)', () => {
    const abdomen = { wetAbdomen: '25', globeAbdomen: '35' };
    expect(warningsOf('heat', { ...abdomen, heatEvenness: 'uneven' })).toEqual([
      '受热不均匀时应测头部、腹部和踝部三个高度（GBZ/T 189.7-2007），请补测',
    ]);
    expect(warningsOf('heat', { ...abdomen, heatEvenness: 'even' })).toEqual([]);
    const head = { wetHead: '24', globeHead: '34' };
    const ankle = { wetAnkle: '23', globeAnkle: '33' };
    expect(warningsOf('heat', { ...abdomen, ...head, ...ankle, heatEvenness: 'uneven' })).toEqual([]);
  });

  it('the duct form warns of fewer points or rings than the area of the section needs (GBZ 331-2024 J)', () => {
    const round = { ductShape: 'round', ductDiameter: '1', ductReading: 'velocity', ductRings: '1' };
    const eight = Object.fromEntries(Array.from({ length: 8 }, (_item, index) => [`point${index + 1}`, '6 6 6']));
    expect(warningsOf('duct', { ...round, point1: '6 6 6' })).toEqual([
      '断面面积0.785 m²应布8～12个（2～3环）测点，现为1个，请补测或在备注中说明',
      '断面面积0.785 m²应分2～3个测环，现为1环，请核对测点位置',
    ]);
    expect(warningsOf('duct', { ...round, ...eight, ductRings: '2' })).toEqual([]);
    const rectangle = { ductShape: 'rectangle', ductA: '1', ductB: '0.5', ductReading: 'velocity' };
    expect(warningsOf('duct', { ...rectangle, point1: '6 6 6' })).toEqual([]);
    expect(warningsOf('duct', { ...rectangle, ductB: '0.6', point1: '6 6 6' })).toEqual([
      '断面面积0.600 m²应布4～6个测点，现为1个，请补测或在备注中说明',
    ]);
  });

  it('the duct form takes twenty points, as a round section above 4 m² needs them (GBZ 331-2024 J)', () => {
    const twenty = Object.fromEntries(Array.from({ length: 20 }, (_item, index) => [`point${index + 1}`, '6 6 6']));
    const wide = { ductShape: 'round', ductDiameter: '2.4', ductReading: 'velocity', ductRings: '5' };
    expect(warningsOf('duct', { ...wide, ...twenty })).toEqual([]);
    expect(done('duct', { ...wide, ...twenty }).computed).toMatchObject({ pointRange: '20个（5环）' });
    expect(warningsOf('duct', { ...wide, ...twenty, point20: '' })).toHaveLength(1);
  });

  it('the duct form warns of a section within 6 diameters after a fitting or 3 before one (GBZ 331-2024 J)', () => {
    const duct = { ductShape: 'round', ductDiameter: '0.4', ductReading: 'velocity', point1: '6 6 6' };
    expect(warningsOf('duct', { ...duct, upstreamFitting: '2.4', downstreamFitting: '1.2' })).toEqual([
      '距上游局部构件应大于6倍直径（2.40 m），请另选断面或在备注中说明',
      '距下游局部构件应大于3倍直径（1.20 m），请另选断面或在备注中说明',
    ]);
    expect(warningsOf('duct', { ...duct, upstreamFitting: '2.41', downstreamFitting: '1.21' })).toEqual([]);
  });

  it('the dose rate form needs five readings and the meter’s calibration factor, with or without background', () => {
    const dose = { dose1: '0.12', dose2: '0.13', dose3: '0.11', dose4: '0.12', dose5: '0.14' };
    expect(done('doseRate', { ...dose, factor: '1.05' })).toMatchObject({
      text: '0.13',
      computed: expect.objectContaining({ doseMean: '0.1240', doseDeviation: '0.01140' }),
    });
    expect(problemOf('doseRate', { dose1: '0.12', factor: '1' })).toBe('应填写不少于5次读数');
    expect(problemOf('doseRate', dose)).toBe('请填写校准因子');
  });
});

it('the calculator of the tests accepts every sign that a printed working contains', () => {
  expect(typedIn('10lg[(10^(0.1×80)+10^(0.1×90))/2]')).toBeCloseTo(87.40363, 4);
  expect([typedIn('√[(4.1²×6)/4]'), typedIn('2×(3-1)/4')]).toEqual([Math.sqrt((4.1 ** 2 * 6) / 4), 1]);
  expect(wrongSteps('LAeq=80+1=81.1')).toHaveLength(1);
  expect(() => typedIn('2×x')).toThrow();
});
