import type { DictEntry } from '@contract/dictEntry';

// Conditions under which a limit of a physical factor applies (DOMAIN §2.6, GBZ 2.2-2007). A limit stores the code of
// its condition, by which judgement finds it. The label is for display.

/** 接触时间率 (share of the shift in the heat), %. */
export const exposureRates = [100, 75, 50, 25] as const;
/** 体力劳动强度 (labour intensity class). */
export const labourClasses = ['Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ'] as const;

type ExposureRate = (typeof exposureRates)[number];
/** Labour intensity class Ⅰ to Ⅳ as a number. */
export type LabourClass = 1 | 2 | 3 | 4;

/** Prefix of the dictionary entries for the labour intensity in the heat. */
export const labourPrefix = 'labour.';

const heatPrefix = 'heat.';
/** Returns the condition code of an exposure rate and a labour class. */
export const heatConditionOf = (rate: ExposureRate, labour: LabourClass): string => `${heatPrefix}${rate}.${labour}`;

const heatConditions: DictEntry[] = exposureRates.flatMap((rate) =>
  labourClasses.map((label, index) => ({
    value: heatConditionOf(rate, (index + 1) as LabourClass),
    label: `接触时间率${rate}%，体力劳动强度${label}级`,
  })),
);

export const limitConditions: readonly DictEntry[] = [
  { value: 'noise.5d8h', label: '每周工作5d，每天工作8h' },
  { value: 'noise.5d', label: '每周工作5d，每天工作不等于8h' },
  { value: 'noise.other', label: '每周工作不是5d' },
  { value: 'impulse.100', label: '工作日接触脉冲次数n≤100' },
  { value: 'impulse.1000', label: '工作日接触脉冲次数100<n≤1000' },
  { value: 'impulse.10000', label: '工作日接触脉冲次数1000<n≤10000' },
  ...heatConditions,
  { value: 'vibration.4h', label: '日接振4h等能量' },
  { value: 'uv.b', label: '中波紫外线，280nm≤λ<315nm' },
  { value: 'uv.c', label: '短波紫外线，100nm≤λ<280nm' },
  { value: 'uv.arc', label: '电焊弧光' },
  { value: 'microwave.body.continuous', label: '全身辐射，连续微波' },
  { value: 'microwave.body.pulsed', label: '全身辐射，脉冲微波' },
  { value: 'microwave.limb', label: '肢体局部辐射，连续或脉冲微波' },
  { value: 'microwave.short', label: '短时间接触' },
  { value: 'powerFrequency.50Hz', label: '频率50 Hz，8 h' },
  { value: 'highFrequency.low', label: '频率0.1～3MHz，8h' },
  { value: 'highFrequency.high', label: '频率>3～30MHz，8h' },
  { value: 'ultraHigh.continuous.8h', label: '连续波，接触8h' },
  { value: 'ultraHigh.continuous.4h', label: '连续波，接触4h' },
  { value: 'ultraHigh.pulsed.8h', label: '脉冲波，接触8h' },
  { value: 'ultraHigh.pulsed.4h', label: '脉冲波，接触4h' },
];

export const conditionLabels: ReadonlyMap<string, string> = new Map(
  limitConditions.map(({ value, label }) => [value, label]),
);

/** Prefixes of the conditions that a survey records, each with the name of the factor. */
const surveyedFactors = [
  [labourPrefix, '高温'],
  ['impulse.', '脉冲噪声'],
  ['uv.', '紫外辐射'],
  ['microwave.', '微波'],
  ['highFrequency.', '高频'],
  ['ultraHigh.', '超高频'],
] as const;

const labourEntries: readonly DictEntry[] = labourClasses.map((label, index) => ({
  value: `${labourPrefix}${index + 1}`,
  label: `体力劳动强度${label}级`,
}));

/**
 * Conditions that a survey records, for factors whose limits depend on a condition. Noise and vibration need none:
 * their hours and days suffice. For heat the hours give the exposure rate and the survey gives the labour intensity.
 */
export const exposureConditions: readonly DictEntry[] = surveyedFactors.flatMap(([prefix, name]) =>
  [...labourEntries, ...limitConditions].flatMap(({ value, label }) =>
    value.startsWith(prefix) ? [{ value, label: `${name}：${label}`, also: [label] }] : [],
  ),
);

/** Codes of the conditions that only the survey can record. Their limits are selected by such a record alone. */
export const recordedConditionCodes: readonly string[] = limitConditions.flatMap(({ value }) =>
  [heatPrefix, ...surveyedFactors.map(([prefix]) => prefix)].some((prefix) => value.startsWith(prefix)) ? [value] : [],
);
