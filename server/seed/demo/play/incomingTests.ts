import type { ReadTest } from './labTests';
import { blankChecks, furfurylAlcohol, noise, openTest, parallelChecks, tar, valveTests, xylene } from './valveTests';

const desorbedReadings = { backResponse: '0', solutionVolume: '1.0', efficiency: '96.5' } as const;
const xyleneBrought = {
  hazard: xylene,
  instrument: 'FX-001',
  conditions: {
    色谱柱: 'DB-WAX 30m×0.32mm×0.25μm',
    '柱温/程序': '60℃保持5min',
    进样口温度: '200℃',
    检测器及温度: 'FID，250℃',
    载气流速: '氮气1.5mL/min',
    分流比: '10:1',
    进样量: '1.0μL',
  },
  library: true,
  head: { lod: '4.9', lodUnit: 'μg/mL', publishedMinimum: '3.3' },
} as const;

/** Incoming tubes whose record is fully signed. */
export const broughtAndSigned: readonly ReadTest[] = [
  {
    kind: 'read',
    ...xyleneBrought,
    head: { ...xyleneBrought.head, checkReasons: { control: '本因素没有有证质控样，以加标回收控制' } },
    approved: true,
    readings: ['27.4', '31.8', '24.9'].map((frontResponse) => ({ frontResponse, ...desorbedReadings })),
    blank: { frontResponse: '0', ...desorbedReadings },
    checks: [
      ...blankChecks('0.06'),
      ...parallelChecks('22.1', '22.6'),
      { checkKind: 'spike', sampleNo: '加标1', values: { unspiked: '22.1', added: '50', spiked: '70.4' } },
    ],
  },
];

/**
 * Tests of samples that another works delivered, by the methods for incoming samples, and a solvent read from the
 * laboratory's curve.
 */
export const broughtTests: readonly ReadTest[] = [
  {
    ...openTest,
    ...xyleneBrought,
    checks: [...blankChecks('0.05'), ...parallelChecks('20.3', '20.7')],
    readings: [{ frontResponse: '36.4', ...desorbedReadings }],
  },
  ...valveTests
    .filter(({ hazard }) => hazard !== noise && hazard !== tar && hazard !== furfurylAlcohol)
    .map((test) => ({ ...test, approved: false })),
];
