import { exposureRates, heatConditionOf, type LabourClass } from '@contract/arithmetic/limits/limitConditions';
import type { LibraryHazard, LibraryLimit } from './hazards';

// GBZ 2.2-2007, in force from 2007-11-01 (DOMAIN §2.6).

/** Mark of a comparison with a public text of GBZ 2.2-2007, not with its print. */
const verified = { verifiedBy: '随产品提供，已与GBZ 2.2-2007公开文本核对', verifiedOn: '2026-11-25' } as const;

const physicalHazard = (
  name: string,
  nameEn: string,
  extraFields: Readonly<Record<string, string>> = {},
): LibraryHazard => ({
  name,
  nameEn,
  category: 'physical',
  dataCertainty: 'sure',
  ...(extraFields['dataCertainty'] === 'check' ? {} : verified),
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

const limit = (
  hazard: string,
  kind: string,
  condition: string,
  value: string,
  unit: string,
  clause: string,
  remark?: string,
): LibraryLimit => ({
  hazard,
  kind,
  condition,
  value,
  unit,
  clause,
  standard: 'GBZ 2.2-2007',
  effectiveFrom: '2007-11-01',
  dataCertainty: 'sure',
  ...verified,
  source: 'GBZ 2.2-2007公开文本',
  ...(remark ? { remark } : {}),
});

/** WBGT limits, ℃, by exposure rate 100, 75, 50, 25 % and labour class Ⅰ to Ⅳ. */
const wbgt = [
  [30, 28, 26, 25],
  [31, 29, 28, 26],
  [32, 30, 29, 28],
  [33, 32, 31, 30],
] as const;

export const physicalLimits: readonly LibraryLimit[] = [
  limit('噪声', 'dailyLevel', 'noise.5d8h', '85', 'dB(A)', '11.2.1'),
  limit('噪声', 'dailyLevel', 'noise.5d', '85', 'dB(A)', '11.2.1', '计算8h等效声级'),
  limit('噪声', 'weeklyLevel', 'noise.other', '85', 'dB(A)', '11.2.1', '计算40h等效声级'),
  limit('脉冲噪声', 'peakLevel', 'impulse.100', '140', 'dB(A)', '表10'),
  limit('脉冲噪声', 'peakLevel', 'impulse.1000', '130', 'dB(A)', '表10'),
  limit('脉冲噪声', 'peakLevel', 'impulse.10000', '120', 'dB(A)', '表10'),
  ...exposureRates.flatMap((rate, row) =>
    (wbgt[row] ?? []).map((value, index) =>
      limit('高温', 'wbgt', heatConditionOf(rate, (index + 1) as LabourClass), String(value), '℃', '10.2'),
    ),
  ),
  limit('手传振动', 'acceleration', 'vibration.4h', '5', 'm/s²', '表11'),
  limit('紫外辐射', 'irradiance', 'uv.b', '0.26', 'μW/cm²', '表7'),
  limit('紫外辐射', 'radiantExposure', 'uv.b', '3.7', 'mJ/cm²', '表7'),
  limit('紫外辐射', 'irradiance', 'uv.c', '0.13', 'μW/cm²', '表7'),
  limit('紫外辐射', 'radiantExposure', 'uv.c', '1.8', 'mJ/cm²', '表7'),
  limit('紫外辐射', 'irradiance', 'uv.arc', '0.24', 'μW/cm²', '表7'),
  limit('紫外辐射', 'radiantExposure', 'uv.arc', '3.5', 'mJ/cm²', '表7'),
  limit('微波辐射', 'powerDensity', 'microwave.body.continuous', '50', 'μW/cm²', '表6', '8h平均功率密度'),
  limit('微波辐射', 'dailyDose', 'microwave.body.continuous', '400', 'μW·h/cm²', '表6'),
  limit('微波辐射', 'powerDensity', 'microwave.body.pulsed', '25', 'μW/cm²', '表6', '8h平均功率密度'),
  limit('微波辐射', 'dailyDose', 'microwave.body.pulsed', '200', 'μW·h/cm²', '表6'),
  limit('微波辐射', 'powerDensity', 'microwave.limb', '500', 'μW/cm²', '表6', '8h平均功率密度'),
  limit('微波辐射', 'dailyDose', 'microwave.limb', '4000', 'μW·h/cm²', '表6'),
  limit('微波辐射', 'powerDensity', 'microwave.short', '5', 'mW/cm²', '表6'),
  limit('工频电场', 'electricField', 'powerFrequency.50Hz', '5', 'kV/m', '表3'),
  limit('高频电磁场', 'electricField', 'highFrequency.low', '50', 'V/m', '表2'),
  limit('高频电磁场', 'magneticField', 'highFrequency.low', '5', 'A/m', '表2'),
  limit('高频电磁场', 'electricField', 'highFrequency.high', '25', 'V/m', '表2'),
  limit('超高频辐射', 'powerDensity', 'ultraHigh.continuous.8h', '0.05', 'mW/cm²', '表1'),
  limit('超高频辐射', 'electricField', 'ultraHigh.continuous.8h', '14', 'V/m', '表1'),
  limit('超高频辐射', 'powerDensity', 'ultraHigh.continuous.4h', '0.1', 'mW/cm²', '表1'),
  limit('超高频辐射', 'electricField', 'ultraHigh.continuous.4h', '19', 'V/m', '表1'),
  limit('超高频辐射', 'powerDensity', 'ultraHigh.pulsed.8h', '0.025', 'mW/cm²', '表1'),
  limit('超高频辐射', 'electricField', 'ultraHigh.pulsed.8h', '10', 'V/m', '表1'),
  limit('超高频辐射', 'powerDensity', 'ultraHigh.pulsed.4h', '0.05', 'mW/cm²', '表1'),
  limit('超高频辐射', 'electricField', 'ultraHigh.pulsed.4h', '14', 'V/m', '表1'),
];
