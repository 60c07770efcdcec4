import { describe, expect, it } from 'vitest';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { evaluateExpression } from '@contract/arithmetic/numbers/evaluateExpression';
import { decimalsOf, roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { calculateRecord } from '@contract/features/laboratory/methods/calculation/calculateRecord';
import type { LabRecord, LabRow, RowResult } from '@contract/features/laboratory/methods/calculation/labRecord';
import { substituteSymbols } from '@contract/features/laboratory/methods/calculation/resultWorking';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { curveOf } from '../vectors/curveOf';
import { examples, gc, type Given, row, solvent } from './examples';

const sheet = (method: MethodKey, given: Given, ...rows: LabRow[]) =>
  calculateRecord(method, { variant: 'ordinary', settings: { blanks: 0 }, ...given, rows });

function done(result: RowResult | undefined): Extract<RowResult, { state: 'done' }> {
  if (result?.state !== 'done')
    throw new Error(result?.state === 'problem' ? result.problem.message : `state ${result?.state}`);
  return result;
}
const one = (method: MethodKey, given: Given, ...rows: LabRow[]) => done(sheet(method, given, ...rows).rows[0]);
const problemOf = (method: MethodKey, given: Given, ...rows: LabRow[]): string => {
  const found = sheet(method, given, ...rows).rows[0];
  return found?.state === 'problem' ? found.problem.message : `state ${found?.state}`;
};

describe('calculated sheet', () => {
  it.each(examples)(
    'the record calculation gives the expected result of worked example %s',
    (_id, method, given, sample, reported, unit) => {
      const found = one(method, given, sample);
      expect([found.result.text, found.unit]).toEqual([reported, unit]);
      expect(found.notes.filter(({ level }) => level === 'error')).toEqual([]);
    },
  );

  it.each(examples.filter(([, method]) => method !== 'outsourced' && method !== 'genericTest'))(
    'the record calculation of worked example %s has a working from which the result can be recalculated',
    (_id, method, given, sample, reported) => {
      const { working: make, result } = one(method, given, sample);
      const working = make();
      if (!working) throw new Error('no working');
      const right = working.formula.slice(working.formula.indexOf('=') + 1);
      const again = evaluateExpression(substituteSymbols(right, working.inputs, 'raw'), {});
      expect(again.dividedBy(working.raw).minus(1).absoluteValue().toNumber()).toBeLessThan(1e-9);
      // A censored result shows the value found: the equation must hold on both sides.
      expect(working.substituted).toContain(result.censored ? `=${roundSignificant(working.raw, 4)}` : `=${reported}`);
      expect(working.rounding).toBe(
        result.censored
          ? `测得量低于检出限，报出小于最低检出浓度${result.text.slice(1)}`
          : `${roundTo(working.raw, decimalsOf(working.rounding.split('，')[0] ?? ''))}，按GB/T 8170修约为${reported}`,
      );
      if (result.censored) return;
      expect(Number(working.raw)).toBeCloseTo(Number(result.num), 9);
    },
  );

  it('the record calculation takes a subcontracted result as it is, without blank or air volume', () => {
    const given = row({ result: '0.12', unit: 'mg/m³', reportNo: 'WT-1' });
    const { notes, result } = one('outsourced', {}, { ...given, volume: '15', temperature: null, pressure: null });
    expect([result.text, notes.filter(({ message }) => message.includes('空白'))]).toEqual(['0.12', []]);
  });

  it('the record calculation averages noise levels by energy and every other reading arithmetically (DOMAIN section 2.6)', () => {
    const mean = (unit: string, ...[p1 = '', p2 = '', p3 = '']: string[]) =>
      one('genericTest', {}, row({ p1, p2, p3, unit })).result.num.slice(0, 7);
    expect([mean('dB(A)', '80', '80', '92'), mean('dB(C)', '80', '80', '92'), mean('lx', '80', '80', '92')]).toEqual([
      '87.7449',
      '87.7449',
      '84',
    ]);
    expect([mean('dB(A)', '86.5'), mean('dB(A)', '84', '84', '84')]).toEqual(['86.5', '84']);
    expect(one('genericTest', {}, row({ p1: '80', p2: '92', unit: 'dB(A)', expression: 'p1' })).result.num).toBe('80');
    expect(problemOf('genericTest', {}, row({ p1: '800', unit: 'dB(A)' }))).toContain('声级');
  });

  it('the record calculation prints the formula with the numbers put in', () => {
    // (80.17+1.865)×1.0/(1.50×0.962) is 56.85, which a calculator does not round to 56.8.
    const working = one('gasChromatography', gc, row(solvent)).working();
    expect([working?.substituted, working?.rounding]).toEqual([
      'C=(c1+c2)×v/(V0×D)=(80.169+1.8647)×1.0/(1.5×0.962)=56.8 mg/m³',
      '56.849，按GB/T 8170修约为56.8',
    ]);
  });

  it('the record calculation does not depend on the order of the rows and does not change its input', () => {
    const rows = [
      row(solvent, { id: 1 }),
      row({ frontResponse: '0.4', backResponse: '0' }, { id: 2, blank: true }),
      row({ ...solvent, frontResponse: '50' }, { id: 3 }),
    ];
    const frozen = JSON.stringify(rows);
    const [forth, back] = [
      sheet('gasChromatography', gc, ...rows),
      sheet('gasChromatography', gc, ...[...rows].reverse()),
    ];
    const told = (rows: typeof forth.rows) =>
      rows.map((row) => (row.state === 'done' ? { ...row, working: row.working() } : row));
    expect(told([...back.rows].reverse())).toEqual(told(forth.rows));
    expect(JSON.stringify(rows)).toBe(frozen);
  });

  it('the record calculation gives the same result after JSON serialisation of the record', () => {
    const record: LabRecord = { variant: 'ordinary', ...gc, rows: [row(solvent)] };
    expect(
      done(calculateRecord('gasChromatography', JSON.parse(JSON.stringify(record)) as LabRecord).rows[0]).result,
    ).toEqual(one('gasChromatography', gc, row(solvent)).result);
  });

  it('a laboratory record is complete when every sample has its result', () => {
    expect(sheet('gasChromatography', gc, row(solvent)).complete).toBe(true);
    expect(sheet('gasChromatography', gc, row(solvent), row({}, { id: 'b' })).complete).toBe(false);
    expect(sheet('gasChromatography', gc).complete).toBe(false);
  });
});

describe('blanks', () => {
  const blank = (id: string, frontResponse: string): LabRow =>
    row({ frontResponse, backResponse: '0' }, { id, blank: true });
  // Contents of 0.35 μg/mL by CURVE-LIN-GC: DOMAIN §4.5 gives 56.607.
  const level = new Decimal(gc.curve.b).times('0.35').plus(gc.curve.a).toString();

  it('field blanks are subtracted from each section of a tube as contents, not as responses', () => {
    expect(
      Number(one('gasChromatography', gc, row(solvent), blank('k1', level), blank('k2', level)).raw['concentration']),
    ).toBeCloseTo(56.607, 3);
  });

  it('a field blank shows its content and gets no result', () => {
    expect(sheet('gasChromatography', gc, blank('k1', level)).rows[0]).toMatchObject({
      state: 'blank',
      computed: { content: '0.3500' },
    });
  });

  it('a sample for which field blanks are named uses only these field blanks', () => {
    const named = one('gasChromatography', gc, row(solvent, { blanks: ['k1'] }), blank('k1', level), blank('k2', '50'));
    expect(Number(named.raw['concentration'])).toBeCloseTo(56.607, 3);
  });

  it('a sample with one unreadable field blank uses the other blank, with a remark that fewer than 2 were available', () => {
    const found = one('gasChromatography', { ...gc, settings: {} }, row(solvent), blank('k1', level), blank('k2', 'x'));
    expect(Number(found.raw['concentration'])).toBeCloseTo(56.607, 3);
    expect(found.notes.map(({ message }) => message)).toContain('可用的空白1个，少于2个');
  });

  it('a sample without a usable field blank gets a remark, an incoming sample does not', () => {
    expect(
      one('gasChromatography', { ...gc, settings: {} }, row(solvent)).notes.map(({ message }) => message),
    ).toContain('没有可用的空白，结果未扣除空白');
    expect(one('gasChromatography', { ...gc, settings: {}, variant: 'incoming' }, row(solvent)).notes).toEqual([]);
  });

  it('a field blank above the detection limit gives a remark on the blank and on the sample', () => {
    const dirty = [row(solvent), blank('k1', '20'), blank('k2', '20')];
    const [sample, first] = sheet('gasChromatography', gc, ...dirty).rows;
    expect(sample?.notes.map(({ message }) => message)).toContain('空白异常：高于检出限且超过样品的10%');
    expect(first?.notes.map(({ message }) => message)).toEqual(['空白高于检出限']);
  });

  it('the zero response subtracted for the curve is subtracted from the samples too', () => {
    const curve = { ...curveOf('CURVE-SPEC'), zero: '0.006' };
    const reading = { response: '0.214', totalVolume: '10', takenVolume: '5' };
    const without = one('spectrophotometry', { curve: curveOf('CURVE-SPEC') }, row({ ...reading, response: '0.208' }));
    expect(one('spectrophotometry', { curve }, row(reading)).raw['content']).toBe(without.raw['content']);
  });

  it('a dust filter blank with an increment up to 0.02 mg is ignored, a larger increment is subtracted', () => {
    // The mean of two weighings has half of the last digit; it is not rounded, neither for a blank filter nor for a
    // sample's.
    const halves = { before1: '62.41', before2: '62.40', after1: '62.42', after2: '62.41' };
    expect(sheet('dust', {}, row(halves, { blank: true })).rows[0]?.computed).toEqual({
      before: '62.405',
      after: '62.415',
      increment: '0.01',
    });
    const filter = (gain: string, id: string, isBlank = false) =>
      row({ before1: '20', after1: new Decimal(20).plus(gain).toString() }, { id, blank: isBlank, volume: '300' });
    expect(one('dust', {}, filter('0.96', 'a'), filter('0.02', 'k', true)).raw['increment']).toBe('0.96');
    const corrected = one('dust', {}, filter('0.96', 'a'), filter('0.03', 'k', true));
    expect(corrected.raw['increment']).toBe('0.93');
    // The printed equation gives the printed result: its second mass is without the blank's increment.
    expect(corrected.working()?.inputs.find(({ symbol }) => symbol === 'm2')).toMatchObject({
      shown: '20.93',
      raw: '20.93',
    });
  });
});

describe('batch of dust filters (GBZ/T 192.1-2025 7.5)', () => {
  it('a blank filter refuses every sample of its batch, whichever sample has the small increment', () => {
    const filter = (gain: string, id: string, blank = false) => {
      const after = new Decimal(20).plus(gain).toString();
      return row(
        { before1: '20', before2: '20', after1: after, after2: after },
        { id, blank, volume: '300', normSet: '331+2026', ...(blank ? {} : { blanks: ['k'] }) },
      );
    };
    const problems = (...gains: string[]) =>
      sheet('dust', {}, ...gains.map((gain, index) => filter(gain, `f${index}`)), filter('0.05', 'k', true))
        .rows.slice(0, gains.length)
        .map((line) => line.state === 'problem' && line.problem.message.includes('批次无效'));
    expect(problems('0.96', '0.96')).toEqual([false, false]);
    expect(problems('0.40', '0.96')).toEqual([true, true]);
    expect(problems('0.96', '0.40')).toEqual([true, true]);
    expect(problems('0.96', '0.96', '0.40')).toEqual([true, true, true]);
  });
});

describe('filter without an increment', () => {
  it('a dust filter without increment gets no warning about the difference of two weighings', () => {
    const told = (after1: string, after2: string, blank = false) =>
      sheet(
        'dust',
        { settings: { blanks: 0, balance: '0.01' } },
        row({ before1: '20.00', before2: '20.05', after1, after2 }, { volume: '300', normSet: '331+2026', blank }),
      )
        .rows[0]?.notes.map(({ message }) => message)
        .filter((message) => message.includes('十分之一'));
    expect(told('20.00', '20.05')).toEqual([]);
    expect(told('20.10', '20.10')).toEqual(['采样前两次称量相差0.05 mg，超过增量0.075 mg的十分之一']);
    expect(told('20.10', '20.10', true)).toEqual([]);
  });
});

describe('result below the detection limit', () => {
  it('a result below the detection limit is printed as less than the concentration that its own air volume could show', () => {
    const faint = { ...solvent, frontResponse: '0.5', backResponse: '0', efficiency: '100' };
    expect(one('gasChromatography', gc, row(faint)).result).toEqual({ text: '<0.6', num: '0.6', censored: true });
    expect(one('gasChromatography', gc, row(faint, { volume: '0.75' })).result.text).toBe('<1.2');
  });

  it('a result counts as below the detection limit by its unrounded amount, not by its rounded concentration', () => {
    // 0.889 μg/mL is less than 0.9, though both round to 0.6 mg/m³.
    const almost = new Decimal(gc.curve.b).times('0.889').plus(gc.curve.a).toString();
    const reading = { ...solvent, frontResponse: almost, backResponse: '0', efficiency: '100' };
    expect(one('gasChromatography', gc, row(reading)).result.censored).toBe(true);
    expect(one('gasChromatography', { ...gc, lod: '0.888' }, row(reading)).result).toMatchObject({
      text: '0.6',
      censored: false,
    });
  });

  it('the detection limit of a record may be given in nanograms or micrograms', () => {
    const found = {
      curve: { ...gc.curve, a: '0', b: '1', high: '1000' },
      layout: 'thermal2',
      lod: '0.02',
      lodUnit: 'μg/管',
    };
    expect(one('gasChromatography', found, row({ frontResponse: '19', efficiency: '100' })).result.text).toBe('<0.013');
    expect(one('gasChromatography', found, row({ frontResponse: '21', efficiency: '100' })).result.text).toBe('0.014');
  });

  it('a negative result without a detection limit is refused; the message asks for the detection limit', () => {
    expect(
      problemOf('atomicAbsorption', { curve: curveOf('AAS-CURVE') }, row({ response1: '0', solutionVolume: '10' })),
    ).toBe('结果小于0，请填写检出限后按未检出报出');
  });

  it('a colour between two tubes of the standard series is read as their mean; a colour lighter than the first tube is below the detection limit', () => {
    expect(
      one(
        'visualColorimetry',
        { tubes, lod: '0.2' },
        row(
          { match: 'between', lowTube: '0.6', highTube: '0.8', totalVolume: '10', takenVolume: '5' },
          { volume: '7.5' },
        ),
      ).result.text,
    ).toBe('0.187');
    expect(
      one(
        'visualColorimetry',
        { tubes, lod: '0.2' },
        row({ match: 'below', lowTube: '0.2', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }),
      ).result.censored,
    ).toBe(true);
  });

  it('a blank as pale as the zero tube or paler than the first coloured tube is accepted, and only a darker blank gets a remark', () => {
    const [like, lighter, darker] = sheet(
      'visualColorimetry',
      { tubes, lod: '0.2' },
      ...[
        ['equal', '0'],
        ['below', '0.2'],
        ['equal', '0.2'],
      ].map(([match = '', lowTube = ''], index) => row({ match, lowTube }, { id: index, blank: true })),
    ).rows;
    expect([like, lighter, darker].map((one) => [one?.state, one?.notes.map(({ message }) => message)])).toEqual([
      ['blank', []],
      ['blank', []],
      ['blank', ['空白高于检出限']],
    ]);
  });

  it('the detection limit of a dust filter follows from the balance that weighed it, not from the library’s finer balance', () => {
    const coarse = { lod: '0.1', lodUnit: 'mg', settings: { blanks: 0, balance: '0.1' } } as const;
    expect(one('dust', coarse, row({ before1: '28.4', after1: '31.4' }, { volume: '300' })).minimum?.text).toBe('<3.3');
    expect(
      one('dust', { ...coarse, settings: { blanks: 0 } }, row({ before1: '28.41', after1: '29.37' }, { volume: '300' }))
        .minimum?.text,
    ).toBe('<0.3');
  });

  it('a result that would be printed as 0 is refused; the message asks for the detection limit', () => {
    const asZero = '结果修约后为0，请填写检出限后按未检出报出';
    expect(
      problemOf('gasChromatography', { ...gc, lod: null }, row({ ...solvent, frontResponse: '0', backResponse: '0' })),
    ).toBe(asZero);
    expect(
      problemOf(
        'gasChromatography',
        { ...gc, lod: null, curve: { ...gc.curve, a: '0' } },
        row({ ...solvent, frontResponse: '0.02', backResponse: '0' }),
      ),
    ).toBe(asZero);
  });

  it('a sample whose colour lies between the zero tube and the first coloured tube is reported as below the detection limit', () => {
    const { result, minimum } = one(
      'visualColorimetry',
      { tubes, publishedMinimum: '0.05' },
      row({ match: 'between', lowTube: '0', highTube: '0.2', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }),
    );
    expect([result.text, minimum?.text]).toEqual(['<0.05', '<0.05']);
  });

  it('a peak area of 0 of a directly injected gas is content 0, whatever the intercept of the curve', () => {
    const direct = { ...gc, layout: 'direct', lod: '0.0005', publishedMinimum: '0.5' } as const;
    expect(one('gasChromatography', direct, row({ frontResponse: '0' })).raw['content']).toBe('0');
    expect(one('gasChromatography', direct, row({ frontResponse: '5' })).raw['content']).not.toBe('0');
  });

  it('a result between detection and quantification limit gets a note, which names the rule if the second limit is derived (GBZ 331)', () => {
    const told = (method: MethodKey, given: Given, readings: LabRow['readings']) =>
      sheet(method, given, row(readings, { normSet: '331' }))
        .rows[0]?.notes.map(({ message }) => message)
        .filter((message) => message.startsWith('测得量介于'));
    const level = new Decimal(gc.curve.b).times('0.5').plus(gc.curve.a).toString();
    const gas = { ...solvent, frontResponse: level, backResponse: '0' };
    expect(told('gasChromatography', { ...gc, lod: '0.3', loq: '0.9' }, gas)).toEqual([
      '测得量介于检出限与定量下限之间',
    ]);
    const ions = {
      curve: { ...gc.curve, a: '0', b: '1', low: '0.1', high: '100' },
      lod: '0.3',
      publishedMinimum: '0.05',
    };
    const ion = { response: '0.5', solutionVolume: '1' };
    expect(told('ionChromatography', ions, ion)).toEqual([
      '测得量介于检出限与定量下限之间（定量下限按检出限的10/3计）',
    ]);
    expect(told('ionChromatography', { ...ions, loq: '0.9' }, ion)).toEqual(['测得量介于检出限与定量下限之间']);
  });

  it('a result of exactly the quantification limit is quantified, one below it is not (GBZ 331)', () => {
    const ions = { curve: { ...gc.curve, a: '0', b: '1', low: '0.1', high: '100' }, lod: '0.15', loq: '0.5' };
    const censored = (response: string) =>
      one('ionChromatography', ions, row({ response, solutionVolume: '1' }, { normSet: '331' })).result.censored;
    expect([censored('0.4999'), censored('0.5')]).toEqual([true, false]);
  });

  it('the content of a blank is replaced by its detection limit only if nothing was found (GBZ 331)', () => {
    const found = (frontResponse: string) =>
      sheet(
        'gasChromatography',
        gc,
        row({ frontResponse, backResponse: '0' }, { id: 'k', blank: true, normSet: '331' }),
      ).rows[0];
    const level = (content: string) => new Decimal(gc.curve.b).times(content).plus(gc.curve.a).toString();
    expect(found(level('0.5'))?.computed['content']).toBe('未检出');
    expect(found(level('1.5'))?.computed['content']).toBe('1.500');
  });

  it('a peak area of 0 of a tube section is content 0, whatever the intercept of the curve', () => {
    expect(one('gasChromatography', gc, row({ ...solvent, backResponse: '0' })).raw['backContent']).toBe('0');
  });
});

describe('response of 0', () => {
  const contentAtZero = (wanted: MethodKey): string => {
    const example = examples.find(([, method]) => method === wanted);
    if (!example) throw new Error(`no example of ${wanted}`);
    const [, method, given, sample] = example;
    const { curve } = given;
    const withIntercept = { ...given, ...(curve ? { curve: { ...curve, a: '-0.001' } } : {}) };
    const readings = { ...sample.readings, response: '0', response1: '0', response2: '0', response3: '0' };
    return one(method, withIntercept, { ...sample, readings }).raw['content'] ?? '';
  };

  it.each(['liquidChromatography', 'ionChromatography'] as const)(
    'a response of 0 in %s is no peak and content 0, whatever the intercept of the curve',
    (method) => {
      expect(contentAtZero(method)).toBe('0');
    },
  );

  it('a response of 0 in spectrophotometry is read from the curve, since an absorbance of 0 is a reading', () => {
    expect(contentAtZero('spectrophotometry')).not.toBe('0');
  });
});

describe('remark', () => {
  it('breakthrough of a sorbent tube gives an error note and makes the record incomplete', () => {
    const found = sheet('gasChromatography', gc, row({ ...solvent, backResponse: '14.9' }));
    expect(found.rows[0]?.notes).toContainEqual({ level: 'error', message: '穿透：后段为前段的15.3%' });
    expect(found.complete).toBe(false);
    expect(
      one(
        'gasChromatography',
        { ...gc, settings: { blanks: 0, breakthrough: { comparedWith: 'total', maxRatioPercent: '25' } } },
        row({ ...solvent, backResponse: '14.9' }),
      ).notes,
    ).toEqual([]);
  });

  it('a response below the lowest curve level gives a note, an overloaded filter a warning', () => {
    expect(one('gasChromatography', gc, row({ ...solvent, frontResponse: '6', backResponse: '0' })).notes).toEqual([
      { level: 'info', message: '前段峰面积低于标准曲线最低点' },
    ]);
    expect(
      one('dust', {}, row({ before1: '20', after1: '31' }, { volume: '300' })).notes.map(({ message }) => message),
    ).toEqual(['增量超过滤膜的最大允许增量，请缩短采样时间后重新采样']);
    expect(
      one('dust', {}, row({ before1: '20', after1: '19' }, { volume: '300' })).notes.map(({ message }) => message),
    ).toEqual(['采样后质量小于采样前质量，请核对']);
    expect(
      one('dust', {}, row({ before1: '20', before2: '20.03', after1: '21' }, { volume: '300' })).notes.map(
        ({ message }) => message,
      ),
    ).toEqual(['采样前两次称量相差0.03 mg，超过0.02 mg，请重新称量']);
  });

  it('repeated readings that differ by more than 5 % of their mean give a remark', () => {
    const read = (response2: string) =>
      one(
        'atomicAbsorption',
        { curve: curveOf('AAS-CURVE') },
        row({ response1: '0.1000', response2, solutionVolume: '10' }),
      ).notes.map(({ message }) => message);
    expect(read('0.1050')).toEqual([]);
    expect(read('0.1100')).toEqual(['吸光度重复读数的RSD为6.7%，超过5%']);
    expect(read('')).toEqual([]);
  });

  it('an internal standard outside 70 % to 130 % recovery gives a remark', () => {
    const icp = { curve: curveOf('CURVE-QUAD-ICP', 'quadratic'), settings: { blanks: 0, internalReference: '1000' } };
    const reading = { response1: '10190', solutionVolume: '10', internalStandard: '600' };
    expect(one('inductivelyCoupledPlasma', icp, row(reading)).notes.map(({ message }) => message)).toEqual([
      '内标回收率60.0%，不在70%～130%之间',
    ]);
    expect(
      Number(one('inductivelyCoupledPlasma', icp, row({ ...reading, internalStandard: '1000' })).raw['content']),
    ).toBeCloseTo(0.999, 3);
  });
});

describe('parallels of free silica', () => {
  const masses = [
    { sampleMass: '152.6', crucibleMass: '25341.2', residueMass: '25372.5' },
    { sampleMass: '148.9', crucibleMass: '24876.5', residueMass: '24907.4' },
  ];
  it('parallel determinations of free silica give their mean, their deviation and the silica band of the mean (DOMAIN section 3.2)', () => {
    const found = sheet('freeSilica', {}, ...masses.map((readings, id) => row(readings, { id, sample: 'S1' })));
    expect(
      found.rows.map(({ computed }) => [computed['share'], computed['mean'], computed['deviation'], computed['band']]),
    ).toEqual([
      ['20.5', '20.6', '0.6', '10%～50%'],
      ['20.8', '20.6', '0.6', '10%～50%'],
    ]);
  });

  it('a free silica record needs no field blanks', () => {
    const found = sheet('freeSilica', { settings: { blanks: 2 } }, row(masses[0] ?? {}, { id: 1, sample: 'S1' }));
    expect(found.rows[0]?.notes).toEqual([]);
  });

  it('parallel determinations of free silica that differ too much give an error', () => {
    const found = sheet(
      'freeSilica',
      {},
      row(masses[0] ?? {}, { id: 1, sample: 'S1' }),
      row({ ...masses[1], residueMass: '24886.5' }, { id: 2, sample: 'S1' }),
    );
    expect(found.rows[0]?.notes.map(({ level }) => level)).toEqual(['error']);
    expect(found.complete).toBe(false);
  });
});

describe('incoming sample', () => {
  const bare = { volume: null, temperature: null, pressure: null };
  const aas = { variant: 'incoming' as const, curve: curveOf('AAS-CURVE'), lod: '0.02' };
  const reading = { response1: '0.0436', solutionVolume: '10' };

  it.each([
    ['μg/样品', '10.3'],
    ['μg/mL', '1.03'],
    ['mg/L', '1.03'],
  ] as const)('an incoming sample without standard air volume is reported in %s', (incomingUnit, text) => {
    const found = one('atomicAbsorption', { ...aas, incomingUnit }, row(reading, bare));
    expect([found.result.text, found.unit]).toEqual([text, incomingUnit]);
    const working = found.working();
    expect(working?.substituted).toContain(`=${text} ${incomingUnit}`);
    const right = working?.formula.split('=')[1] ?? '';
    expect(evaluateExpression(substituteSymbols(right, working?.inputs ?? [], 'raw'), {}).toNumber()).toBeCloseTo(
      Number(working?.raw),
      9,
    );
  });

  it('an incoming sample with the client’s standard air volume is reported in mg/m³', () => {
    const found = one('atomicAbsorption', aas, row(reading, { ...bare, standardVolume: '75' }));
    expect([found.result.text, found.unit]).toEqual(['0.138', 'mg/m³']);
  });

  it('an incoming sample without solution volume is refused in mg/L; the message proposes μg/样品', () => {
    const tubes = {
      variant: 'incoming' as const,
      layout: 'thermal2',
      curve: { ...gc.curve, a: '0', b: '1', high: '1000' },
      incomingUnit: 'mg/L' as const,
    };
    expect(problemOf('gasChromatography', tubes, row({ frontResponse: '684', efficiency: '98.5' }, bare))).toBe(
      '没有溶液体积，不能以mg/L报出，请改用μg/样品',
    );
  });
});

const tubes = ['0', '0.20', '0.4', '0.6', '0.8'];

describe('unit of a curve', () => {
  const line = { kind: 'linear', a: '0', b: '1', c: '0', low: '0.0001', high: '100000' } as const;
  const air = { volume: '10' };
  // The same amount in any unit: 4 μg/mL, in 5 mL of solution and 10 L of air.
  it.each<[MethodKey, string, string, string, Record<string, string>]>([
    ['gasChromatography', 'solvent', 'μg/mL', '4', { solutionVolume: '5', efficiency: '100' }],
    ['gasChromatography', 'solvent', 'ng/mL', '4000', { solutionVolume: '5', efficiency: '100' }],
    ['gasChromatography', 'solution', 'μg/L', '4000', { solutionVolume: '5' }],
    ['gasChromatography', 'thermal1', 'ng/mL', '200', { gasVolume: '100', efficiency: '100' }],
    ['gasChromatography', 'thermal2', 'ng/管', '20000', { efficiency: '100' }],
    ['gasChromatography', 'thermal2', 'μg/管', '20', { efficiency: '100' }],
    ['atomicFluorescence', 'main', 'ng/mL', '4000', { solutionVolume: '5' }],
    ['atomicFluorescence', 'main', 'μg/L', '4000', { solutionVolume: '5' }],
    ['atomicAbsorption', 'main', 'μg/L', '4000', { solutionVolume: '5' }],
    ['atomicAbsorption', 'main', 'mg/L', '4', { solutionVolume: '5' }],
    ['spectrophotometry', 'main', 'μg/管', '20', { totalVolume: '5', takenVolume: '5' }],
    ['spectrophotometry', 'main', 'ng/管', '20000', { totalVolume: '5', takenVolume: '5' }],
  ])(
    'a %s record (%s) with a curve in %s gives the same result, not a thousandth of it',
    (method, layout, curveUnit, response, readings) => {
      const key =
        method === 'atomicAbsorption' ? 'response1' : method === 'gasChromatography' ? 'frontResponse' : 'response';
      // The detection limit too: half of the reading is below it.
      const given = { layout, curve: line, curveUnit, lod: String(Number(response) * 0.75), lodUnit: curveUnit };
      const found = one(method, given, row({ ...readings, [key]: response }, air));
      expect(found.result.num).toBe('2');
      expect(found.minimum?.num).toBe('1.5');
      expect(one(method, given, row({ ...readings, [key]: String(Number(response) / 2) }, air)).result.text).toBe(
        '<1.5',
      );
      const working = found.working();
      expect(
        evaluateExpression(
          substituteSymbols(working?.formula.split('=')[1] ?? '', working?.inputs ?? [], 'raw'),
          {},
        ).toNumber(),
      ).toBeCloseTo(2, 9);
    },
  );

  it('the unit of a curve may differ from the unit of the detection limit', () => {
    const given = { layout: 'solvent', curve: line, curveUnit: 'ng/mL', lod: '3', lodUnit: 'μg/mL' };
    expect(
      one('gasChromatography', given, row({ frontResponse: '4000', solutionVolume: '5', efficiency: '100' }, air)),
    ).toMatchObject({ result: { num: '2' }, minimum: { num: '1.5' } });
    expect(
      one(
        'gasChromatography',
        { ...given, lod: '3000', lodUnit: 'μg/L' },
        row({ frontResponse: '2999', solutionVolume: '5', efficiency: '100' }, air),
      ).result.text,
    ).toBe('<1.5');
  });
});

describe('uncalculable result', () => {
  it.each<[string, MethodKey, Given, LabRow]>([
    ['前段峰面积应为数字', 'gasChromatography', gc, row({ ...solvent, frontResponse: 'x' })],
    ['前段峰面积应不小于0', 'gasChromatography', gc, row({ ...solvent, frontResponse: '-1' })],
    ['请填写解吸液体积', 'gasChromatography', gc, row({ ...solvent, solutionVolume: '' })],
    ['解吸液体积应大于0', 'gasChromatography', gc, row({ ...solvent, solutionVolume: '-1' })],
    ['请填写解吸效率', 'gasChromatography', gc, row({ ...solvent, efficiency: null })],
    ['解吸效率应大于0且不大于120%', 'gasChromatography', gc, row({ ...solvent, efficiency: '121' })],
    [
      '前段峰面积超出标准曲线最高点，请稀释后重新测定并填写稀释倍数',
      'gasChromatography',
      gc,
      row({ ...solvent, frontResponse: '700' }),
    ],
    [
      '前管峰面积超出标准曲线最高点，请稀释后重新测定并填写稀释倍数',
      'gasChromatography',
      { ...gc, layout: 'solution' },
      row({ frontResponse: '700', solutionVolume: '10' }),
    ],
    ['请选择已审核的标准曲线', 'gasChromatography', { ...gc, curve: null }, row(solvent)],
    [
      '标准曲线斜率为0，无法计算，请检查响应值',
      'gasChromatography',
      { ...gc, curve: { ...gc.curve, b: '0' } },
      row(solvent),
    ],
    ['缺少采样体积，请先在采样记录中补全', 'gasChromatography', gc, row(solvent, { volume: null })],
    ['请填写温度', 'gasChromatography', gc, row(solvent, { temperature: null })],
    ['气压应在50～110之间', 'gasChromatography', gc, row(solvent, { pressure: '20' })],
    [
      '稀释倍数应不小于1',
      'atomicAbsorption',
      { curve: curveOf('AAS-CURVE') },
      row({ response1: '0.1', solutionVolume: '10', dilution: '0.5' }),
    ],
    [
      '取样体积不能大于样品溶液总体积',
      'spectrophotometry',
      { curve: curveOf('CURVE-SPEC') },
      row({ response: '0.2', totalVolume: '5', takenVolume: '10' }),
    ],
    [
      '请先选择已审核的标准系列，再与其中的管比色',
      'visualColorimetry',
      {},
      row({ match: 'equal', lowTube: '0.4', totalVolume: '10', takenVolume: '5' }),
    ],
    [
      '颜色深于末管，请稀释后重新比色',
      'visualColorimetry',
      { tubes },
      row({ match: 'above', totalVolume: '10', takenVolume: '5' }),
    ],
    [
      '上限管含量应大于下限管含量',
      'visualColorimetry',
      { tubes },
      row({ match: 'between', lowTube: '0.8', highTube: '0.6', totalVolume: '10', takenVolume: '5' }),
    ],
    [
      '与零管相同的样品，请选择“低于首管”，下限管含量填写首管（最低的有色管）含量',
      'visualColorimetry',
      { tubes },
      row({ match: 'equal', lowTube: '0', totalVolume: '10', takenVolume: '5' }),
    ],
    [
      '下限管含量0.7不是标准系列中的管，标准系列为0、0.2、0.4、0.6、0.8',
      'visualColorimetry',
      { tubes },
      row({ match: 'equal', lowTube: '0.7', totalVolume: '10', takenVolume: '5' }),
    ],
    [
      '上下限管应为标准系列中相邻的两管，标准系列为0、0.2、0.4、0.6、0.8',
      'visualColorimetry',
      { tubes },
      row({ match: 'between', lowTube: '0.2', highTube: '0.8', totalVolume: '10', takenVolume: '5' }),
    ],
    [
      '低于首管时，下限管含量应为首管（最低的有色管）含量，标准系列为0、0.2、0.4、0.6、0.8',
      'visualColorimetry',
      { tubes },
      row({ match: 'below', lowTube: '0.4', totalVolume: '10', takenVolume: '5' }),
    ],
    ['请填写采样前质量', 'dust', {}, row({ after1: '20' })],
    [
      '游离二氧化硅含量应在0～100%之间，请检查质量',
      'freeSilica',
      {},
      row({ sampleMass: '10', crucibleMass: '100', residueMass: '120' }),
    ],
    [
      '格式有误，需填写固定值或小于检出限,请使用英文小于符号',
      'outsourced',
      {},
      row({ result: '＜0.05', reportNo: 'WT-1' }),
    ],
    ['请填写分包报告编号', 'outsourced', {}, row({ result: '<0.05' })],
    ['分包检测结果应不小于0，请核对分包报告', 'outsourced', {}, row({ result: '-0.05', reportNo: 'WT-1' })],
    ['分包检测结果应不小于0，请核对分包报告', 'outsourced', {}, row({ result: '<0', reportNo: 'WT-1' })],
    ['计算式中的“process”不是可用的变量', 'genericTest', {}, row({ p1: '1', expression: 'process' })],
    ['计算式中的除数为0', 'genericTest', {}, row({ p1: '1', p2: '1', expression: '1/(p1-p2)' })],
    ['计算式不完整，请检查括号和运算符', 'genericTest', {}, row({ p1: '1', expression: '(p1+1' })],
  ])('a result that cannot be calculated shows the message: %s', (message, method, given, sample) => {
    expect(problemOf(method, given, sample)).toBe(message);
  });

  it('a row that cannot be calculated leaves the other rows unchanged', () => {
    expect(
      sheet('gasChromatography', gc, row({ ...solvent, solutionVolume: 'x' }), row(solvent, { id: 'b' })).rows.map(
        ({ state }) => state,
      ),
    ).toEqual(['problem', 'done']);
  });

  it('a row with missing readings is pending and shows no result', () => {
    expect(sheet('gasChromatography', gc, row({ solutionVolume: '1.0', efficiency: '96.2' })).rows[0]?.state).toBe(
      'pending',
    );
  });

  it('a detection limit per solution beside a curve per tube is refused, since the units cannot be compared', () => {
    const given = { curve: curveOf('CURVE-SPEC'), lod: '0.4', lodUnit: 'μg/mL' } as const;
    expect(() =>
      sheet('spectrophotometry', given, row({ response: '0.214', totalVolume: '10', takenVolume: '5' })),
    ).toThrow('检出限的单位μg/mL与标准曲线的单位μg/管不一致，请换算为μg/管后填写');
    expect(
      one(
        'spectrophotometry',
        { ...given, lodUnit: 'μg' },
        row({ response: '0.214', totalVolume: '10', takenVolume: '5' }, { volume: '7.5' }),
      ).result.text,
    ).toBe('1.28');
  });

  it('a curve in a unit that the formula does not know is refused', () => {
    const given = { curve: curveOf('CURVE-SPEC') } as const;
    expect(() =>
      sheet(
        'spectrophotometry',
        { ...given, curveUnit: 'μg/mL' },
        row({ response: '0.214', totalVolume: '10', takenVolume: '5' }),
      ),
    ).toThrow('标准曲线的单位μg/mL与μg/管不一致，请换算为μg/管后填写');
    expect(() => sheet('gasChromatography', { ...gc, curveUnit: 'mg/m³' }, row(solvent))).toThrow(
      '标准曲线的单位“mg/m³”无法换算，请填写ng、μg、mg，或ng/mL、μg/mL、mg/L等',
    );
  });

  it('a laboratory record with an invalid header, such as a detection limit of 0, is not calculated but throws an error', () => {
    expect(() => sheet('gasChromatography', { ...gc, lod: '0' }, row(solvent))).toThrow(CalculationProblem);
  });
});
