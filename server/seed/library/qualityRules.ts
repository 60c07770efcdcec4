// Quality rules of GBZ 331-2024 5.2.6.3.1 with which a record starts. r of a curve and its midpoint are conventions.

const controlRule = '测定值在证书给出的不确定度范围内';
const belowLoq = '低于定量下限';
const curveRule = { curveFit: '线性', curvePoints: 5, curveR: '0.999', midpointMax: '10' } as const;
export const chromatography = {
  ...curveRule,
  curveUnit: 'μg/mL',
  blanksPerBatch: 2,
  blankRule: belowLoq,
  parallelMax: '10',
  spikeMin: '90',
  spikeMax: '110',
  controlRule,
} as const;
export const spectrometry = chromatography;
