/** A filled form of each physical factor, sampled after 2026-02-01, with its result. */
interface PhysicalExample {
  readonly layout: string;
  readonly hazard: string;
  readonly category: string;
  readonly readings: Readonly<Record<string, string>>;
  readonly reported: string;
  readonly unit: string;
}

const calibration = { sourceLevel: '94.0', levelBefore: '94.0', levelAfter: '93.8' } as const;
const axes = (hand: 'left' | 'right', turns: readonly (readonly [string, string, string])[]) =>
  Object.fromEntries(
    turns.flatMap((turn, at) => turn.map((value, axis) => [`${hand}${'XYZ'[axis] ?? ''}${at + 1}`, value])),
  );

export const physicalExamples: readonly PhysicalExample[] = [
  {
    layout: 'noise',
    hazard: '噪声',
    category: 'physical',
    readings: { noiseKind: 'steady', p1: '80', p2: '90', p3: '84', ...calibration },
    reported: '86.5',
    unit: 'dB(A)',
  },
  {
    layout: 'impulse',
    hazard: '脉冲噪声',
    category: 'physical',
    readings: { p1: '126.3', p2: '131.4', pulsesPerDay: '240', ...calibration },
    reported: '131.4',
    unit: 'dB(A)',
  },
  {
    layout: 'heat',
    hazard: '高温',
    category: 'physical',
    readings: { heatPlace: 'sun', wetAbdomen: '25.4', globeAbdomen: '44.0', dryAbdomen: '33.5' },
    reported: '29.9',
    unit: '℃',
  },
  {
    layout: 'vibration',
    hazard: '手传振动',
    category: 'physical',
    reported: '3.8',
    unit: 'm/s²',
    readings: {
      tool: '角磨机',
      ...axes('left', [
        ['2.0', '2.5', '2.0'],
        ['2.1', '2.4', '2.1'],
        ['1.9', '2.6', '2.0'],
      ]),
      ...axes('right', [
        ['1', '1', '1'],
        ['1', '1', '1'],
        ['1', '1', '1'],
      ]),
    },
  },
  {
    layout: 'illuminance',
    hazard: '照度',
    category: 'physical',
    readings: { height: '0.75', p1: '312', p2: '318', p3: '309' },
    reported: '313.0',
    unit: 'lx',
  },
  {
    layout: 'ultraviolet',
    hazard: '紫外辐射',
    category: 'physical',
    readings: { uvKind: 'arc', bodyPart: 'face', irradianceA: '52', irradianceB: '0.31', irradianceC: '0.12' },
    reported: '0.264',
    unit: 'μW/cm²',
  },
  {
    layout: 'ultraHighFrequency',
    hazard: '超高频辐射',
    category: 'physical',
    readings: { frequency: '40.68MHz', fieldQuantity: 'converted', bodyPart: 'chest', p1: '14', p2: '14', p3: '14' },
    reported: '0.052',
    unit: 'mW/cm²',
  },
  {
    layout: 'highFrequency',
    hazard: '高频电磁场',
    category: 'physical',
    readings: {
      frequency: '2MHz',
      fieldQuantity: 'electric',
      bodyPart: 'head',
      p1: '40',
      p2: '44',
      p3: '42',
      factor: '1.1',
    },
    reported: '46.2',
    unit: 'V/m',
  },
  {
    layout: 'microwave',
    hazard: '微波辐射',
    category: 'physical',
    readings: { bodyPart: 'chest', p1: '40', p2: '41', p3: '43' },
    reported: '41.3',
    unit: 'μW/cm²',
  },
  {
    layout: 'powerFrequency',
    hazard: '工频电场',
    category: 'physical',
    readings: { p1: '6.1', p2: '6.2', p3: '6.3' },
    reported: '6.2',
    unit: 'kV/m',
  },
  {
    layout: 'laser',
    hazard: '激光辐射',
    category: 'physical',
    readings: {
      laserQuantity: 'irradiance',
      wavelength: '1064',
      bodyPart: 'eye',
      exposureSeconds: '10',
      p1: '0.00102',
      p2: '0.00104',
      p3: '0.00103',
    },
    reported: '0.00103',
    unit: 'W/cm²',
  },
  {
    layout: 'hood',
    hazard: '控制风速',
    category: 'other',
    readings: { hoodKind: 'face', hoodName: 'P1侧吸罩', point1: '0.52 0.55 0.50', point2: '0.47，0.45，0.49' },
    reported: '0.47',
    unit: 'm/s',
  },
  {
    layout: 'duct',
    hazard: '风管风量',
    category: 'other',
    readings: {
      ductShape: 'rectangle',
      ductA: '0.5',
      ductB: '0.3',
      ductReading: 'velocity',
      point1: '9.8 9.8 9.8',
      point2: '10.4 10.4 10.4',
      point3: '10.1 10.1 10.1',
    },
    reported: '1.515',
    unit: 'm³/s',
  },
  {
    layout: 'doseRate',
    hazard: 'X射线外照射剂量率',
    category: 'radiation',
    readings: {
      dose1: '2.31',
      dose2: '2.35',
      dose3: '2.28',
      dose4: '2.30',
      dose5: '2.33',
      background: '0.11',
      factor: '0.98',
    },
    reported: '2.16',
    unit: 'μSv/h',
  },
];
