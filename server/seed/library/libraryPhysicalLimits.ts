import { exposureRates, heatConditionOf, type LabourClass } from '@contract/arithmetic/limits/limitConditions';
import type { LibraryHazard, LibraryLimit } from './libraryHazards';

// GBZ 2.2-2007, in force from 2007-11-01 (DOMAIN §2.6).

/** Fields that mark a row as compared with a public text of GBZ 2.2-2007. The printed standard was not at hand. */
const verifiedSource = { verifiedBy: '随产品提供，已与GBZ 2.2-2007公开文本核对', verifiedOn: '2026-11-25' } as const;

const physicalHazard = (
  name: string,
  nameEn: string,
  extraFields: Readonly<Record<string, string>> = {},
): LibraryHazard => ({
  name,
  nameEn,
  category: 'physical',
  dataCertainty: 'sure',
  ...(extraFields['dataCertainty'] === 'check' ? {} : verifiedSource),
  ...extraFields,
});

export const physicalHazards: readonly LibraryHazard[] = [
  physicalHazard('噪声', 'Noise', { remark: '噪声作业：8h等效声级≥80dB(A)' }),
  physicalHazard('脉冲噪声', 'Impulse noise'),
  physicalHazard('高温', 'Heat stress', { remark: '高温作业：WBGT≥25℃；本地区室外通风设计温度≥30℃的，限值相应增加1℃' }),
  physicalHazard('手传振动', 'Hand-transmitted vibration'),
  physicalHazard('紫外辐射', 'Ultraviolet radiation', { remark: '混合光源按有效辐照度0.00011·EA+0.64·EB+0.5·EC计算' }),
  physicalHazard('微波辐射', 'Microwave radiation', {
    remark: '接触时间不是8h时，平均功率密度限值为日剂量除以接触时间',
  }),
  physicalHazard('超高频辐射', 'Ultra-high-frequency radiation'),
  physicalHazard('高频电磁场', 'High-frequency electromagnetic field'),
  physicalHazard('工频电场', 'Power-frequency electric field'),
  physicalHazard('激光辐射', 'Laser radiation', {
    dataCertainty: 'check',
    remark: '限值随波长与照射时间计算，见GBZ 2.2-2007，尚未录入限值库',
  }),
  physicalHazard('照度', 'Illuminance', { remark: '不属于GBZ 2.2；按GB/T 5700测量，与GB/T 50034规定的标准值比较' }),
];

/** Makes a limit of GBZ 2.2-2007 that was compared with the public text. */
const limitRow = ({
  remark,
  ...fields
}: {
  readonly hazard: string;
  readonly kind: string;
  readonly condition: string;
  readonly value: string;
  readonly unit: string;
  readonly clause: string;
  readonly remark?: string;
}): LibraryLimit => ({
  ...fields,
  standard: 'GBZ 2.2-2007',
  effectiveFrom: '2007-11-01',
  dataCertainty: 'sure',
  ...verifiedSource,
  source: 'GBZ 2.2-2007公开文本',
  ...(remark ? { remark } : {}),
});

/** WBGT limits, ℃, by exposure rate 100, 75, 50, 25 % and labour class Ⅰ to Ⅳ. */
const wbgtLimits = [
  [30, 28, 26, 25],
  [31, 29, 28, 26],
  [32, 30, 29, 28],
  [33, 32, 31, 30],
] as const;

export const physicalLimits: readonly LibraryLimit[] = [
  limitRow({
    hazard: '噪声',
    kind: 'dailyLevel',
    condition: 'noise.5d8h',
    value: '85',
    unit: 'dB(A)',
    clause: '11.2.1',
  }),
  limitRow({
    hazard: '噪声',
    kind: 'dailyLevel',
    condition: 'noise.5d',
    value: '85',
    unit: 'dB(A)',
    clause: '11.2.1',
    remark: '计算8h等效声级',
  }),
  limitRow({
    hazard: '噪声',
    kind: 'weeklyLevel',
    condition: 'noise.other',
    value: '85',
    unit: 'dB(A)',
    clause: '11.2.1',
    remark: '计算40h等效声级',
  }),
  limitRow({
    hazard: '脉冲噪声',
    kind: 'peakLevel',
    condition: 'impulse.100',
    value: '140',
    unit: 'dB(A)',
    clause: '表10',
  }),
  limitRow({
    hazard: '脉冲噪声',
    kind: 'peakLevel',
    condition: 'impulse.1000',
    value: '130',
    unit: 'dB(A)',
    clause: '表10',
  }),
  limitRow({
    hazard: '脉冲噪声',
    kind: 'peakLevel',
    condition: 'impulse.10000',
    value: '120',
    unit: 'dB(A)',
    clause: '表10',
  }),
  ...exposureRates.flatMap((rate, row) =>
    (wbgtLimits[row] ?? []).map((value, index) =>
      limitRow({
        hazard: '高温',
        kind: 'wbgt',
        condition: heatConditionOf(rate, (index + 1) as LabourClass),
        value: String(value),
        unit: '℃',
        clause: '10.2',
      }),
    ),
  ),
  limitRow({
    hazard: '手传振动',
    kind: 'acceleration',
    condition: 'vibration.4h',
    value: '5',
    unit: 'm/s²',
    clause: '表11',
  }),
  limitRow({ hazard: '紫外辐射', kind: 'irradiance', condition: 'uv.b', value: '0.26', unit: 'μW/cm²', clause: '表7' }),
  limitRow({
    hazard: '紫外辐射',
    kind: 'radiantExposure',
    condition: 'uv.b',
    value: '3.7',
    unit: 'mJ/cm²',
    clause: '表7',
  }),
  limitRow({ hazard: '紫外辐射', kind: 'irradiance', condition: 'uv.c', value: '0.13', unit: 'μW/cm²', clause: '表7' }),
  limitRow({
    hazard: '紫外辐射',
    kind: 'radiantExposure',
    condition: 'uv.c',
    value: '1.8',
    unit: 'mJ/cm²',
    clause: '表7',
  }),
  limitRow({
    hazard: '紫外辐射',
    kind: 'irradiance',
    condition: 'uv.arc',
    value: '0.24',
    unit: 'μW/cm²',
    clause: '表7',
  }),
  limitRow({
    hazard: '紫外辐射',
    kind: 'radiantExposure',
    condition: 'uv.arc',
    value: '3.5',
    unit: 'mJ/cm²',
    clause: '表7',
  }),
  limitRow({
    hazard: '微波辐射',
    kind: 'powerDensity',
    condition: 'microwave.body.continuous',
    value: '50',
    unit: 'μW/cm²',
    clause: '表6',
    remark: '8h平均功率密度',
  }),
  limitRow({
    hazard: '微波辐射',
    kind: 'dailyDose',
    condition: 'microwave.body.continuous',
    value: '400',
    unit: 'μW·h/cm²',
    clause: '表6',
  }),
  limitRow({
    hazard: '微波辐射',
    kind: 'powerDensity',
    condition: 'microwave.body.pulsed',
    value: '25',
    unit: 'μW/cm²',
    clause: '表6',
    remark: '8h平均功率密度',
  }),
  limitRow({
    hazard: '微波辐射',
    kind: 'dailyDose',
    condition: 'microwave.body.pulsed',
    value: '200',
    unit: 'μW·h/cm²',
    clause: '表6',
  }),
  limitRow({
    hazard: '微波辐射',
    kind: 'powerDensity',
    condition: 'microwave.limb',
    value: '500',
    unit: 'μW/cm²',
    clause: '表6',
    remark: '8h平均功率密度',
  }),
  limitRow({
    hazard: '微波辐射',
    kind: 'dailyDose',
    condition: 'microwave.limb',
    value: '4000',
    unit: 'μW·h/cm²',
    clause: '表6',
  }),
  limitRow({
    hazard: '微波辐射',
    kind: 'powerDensity',
    condition: 'microwave.short',
    value: '5',
    unit: 'mW/cm²',
    clause: '表6',
  }),
  limitRow({
    hazard: '工频电场',
    kind: 'electricField',
    condition: 'powerFrequency.50Hz',
    value: '5',
    unit: 'kV/m',
    clause: '表3',
  }),
  limitRow({
    hazard: '高频电磁场',
    kind: 'electricField',
    condition: 'highFrequency.low',
    value: '50',
    unit: 'V/m',
    clause: '表2',
  }),
  limitRow({
    hazard: '高频电磁场',
    kind: 'magneticField',
    condition: 'highFrequency.low',
    value: '5',
    unit: 'A/m',
    clause: '表2',
  }),
  limitRow({
    hazard: '高频电磁场',
    kind: 'electricField',
    condition: 'highFrequency.high',
    value: '25',
    unit: 'V/m',
    clause: '表2',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'powerDensity',
    condition: 'ultraHigh.continuous.8h',
    value: '0.05',
    unit: 'mW/cm²',
    clause: '表1',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'electricField',
    condition: 'ultraHigh.continuous.8h',
    value: '14',
    unit: 'V/m',
    clause: '表1',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'powerDensity',
    condition: 'ultraHigh.continuous.4h',
    value: '0.1',
    unit: 'mW/cm²',
    clause: '表1',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'electricField',
    condition: 'ultraHigh.continuous.4h',
    value: '19',
    unit: 'V/m',
    clause: '表1',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'powerDensity',
    condition: 'ultraHigh.pulsed.8h',
    value: '0.025',
    unit: 'mW/cm²',
    clause: '表1',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'electricField',
    condition: 'ultraHigh.pulsed.8h',
    value: '10',
    unit: 'V/m',
    clause: '表1',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'powerDensity',
    condition: 'ultraHigh.pulsed.4h',
    value: '0.05',
    unit: 'mW/cm²',
    clause: '表1',
  }),
  limitRow({
    hazard: '超高频辐射',
    kind: 'electricField',
    condition: 'ultraHigh.pulsed.4h',
    value: '14',
    unit: 'V/m',
    clause: '表1',
  }),
];
