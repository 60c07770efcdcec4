import { spikeRanges } from '@contract/arithmetic/curves/qualityControl';
import { decimal } from '@contract/field';
import { directFamily, sectionsFamily } from '../calculation/sectionsFamily';
import { straightLineCurve } from './curveColumns';
import { type CommonColumn, defineSheet, type Layout } from './methodSheet';

const areaField = (label: string) => decimal(label, { min: '0' });
const tubeLabels = { frontResponse: { label: '前管峰面积' }, backResponse: { label: '后管峰面积' } } as const;
const directFirstColumns: readonly CommonColumn[] = [
  'serial',
  'sampleNo',
  'siteName',
  'blank',
  'temperature',
  'pressure',
];

// Five routes with one instrument (DOMAIN §4.5). The method's resultRoute decides which one a record uses.
const solventLayout: Layout = {
  key: 'solvent',
  title: '气相色谱法检测原始记录（溶剂解吸）',
  formerTitle: '气相色谱法检测原始记录(溶剂解吸)',
  formula: 'C=(c1+c2)×v/(V0×D)',
  columns: [
    'frontResponse',
    'backResponse',
    'content',
    'backContent',
    'ratio',
    'solutionVolume',
    'efficiency',
    'dilution',
    'factor',
  ],
  optional: ['dilution', 'factor'],
  family: sectionsFamily('solvent'),
};
const thermal1Layout: Layout = {
  key: 'thermal1',
  title: '气相色谱法检测原始记录（热解吸1：解吸气进样）',
  formerTitle: '气相色谱法检测原始记录(热解吸1:解吸气进样)',
  formula: 'C=(c1+c2)×vg/(V0×D)',
  columns: ['frontResponse', 'backResponse', 'content', 'backContent', 'gasVolume', 'efficiency', 'dilution', 'factor'],
  optional: ['dilution', 'factor'],
  labels: {
    content: { label: '前段解吸气浓度', unit: 'μg/mL' },
    backContent: { label: '后段解吸气浓度', unit: 'μg/mL' },
  },
  family: sectionsFamily('thermal1'),
};
const thermal2Layout: Layout = {
  key: 'thermal2',
  title: '气相色谱法检测原始记录（热解吸2：热解吸仪进样）',
  formerTitle: '气相色谱法检测原始记录(热解吸2:热解吸仪进样)',
  formula: 'C=(m1+m2)/1000/(V0×D)',
  columns: ['frontResponse', 'backResponse', 'content', 'backContent', 'efficiency', 'dilution', 'factor'],
  optional: ['dilution', 'factor'],
  labels: { ...tubeLabels, content: { label: '前管含量', unit: 'ng' }, backContent: { label: '后管含量', unit: 'ng' } },
  curveUnit: 'ng/管',
  family: sectionsFamily('thermal2'),
};
const solutionLayout: Layout = {
  key: 'solution',
  title: '气相色谱法检测原始记录（溶液采集）',
  formerTitle: '气相色谱法检测原始记录(溶液采集)',
  formula: 'C=(c1+c2)×v×k/V0',
  columns: ['frontResponse', 'backResponse', 'content', 'backContent', 'solutionVolume', 'dilution', 'factor'],
  optional: ['factor'],
  labels: {
    ...tubeLabels,
    content: { label: '前管浓度', unit: 'μg/mL' },
    backContent: { label: '后管浓度', unit: 'μg/mL' },
    solutionVolume: { label: '吸收液体积', unit: 'mL' },
  },
  family: sectionsFamily('solution'),
};
const directLayout: Layout = {
  key: 'direct',
  title: '气相色谱法检测原始记录（直接进样）',
  formerTitle: '气相色谱法检测原始记录(直接进样)',
  formula: 'C=c×1000/K',
  columns: ['injectionVolume', 'frontResponse', 'content', 'conversion', 'dilution', 'factor'],
  optional: ['dilution', 'factor'],
  labels: { frontResponse: { label: '峰面积' }, content: { label: '样品气浓度', unit: 'μg/mL' } },
  before: directFirstColumns,
  family: directFamily,
};

export const gasChromatographySheet = defineSheet({
  readings: {
    frontResponse: areaField('前段峰面积'),
    backResponse: areaField('后段峰面积'),
    solutionVolume: decimal('解吸液体积', { unit: 'mL', min: '0' }),
    gasVolume: decimal('解吸气体积', { unit: 'mL', min: '0', initial: '100' }),
    injectionVolume: decimal('进样体积', { unit: 'mL', min: '0' }),
    efficiency: decimal('解吸效率', { unit: '%', min: '0' }),
    dilution: decimal('稀释倍数', { min: '1' }),
    factor: decimal('换算系数', { min: '0', hint: '测得物与报出物不同时填写' }),
  },
  calculated: {
    content: { label: '前段浓度', unit: 'μg/mL' },
    backContent: { label: '后段浓度', unit: 'μg/mL' },
    ratio: { label: '后/前', unit: '%' },
    conversion: { label: '标准状态换算系数' },
  },
  conditions: ['色谱柱', '柱温/程序', '进样口温度', '检测器及温度', '载气流速', '分流比', '进样量'],
  layouts: [solventLayout, thermal1Layout, thermal2Layout, solutionLayout, directLayout],
  curve: straightLineCurve(
    '浓度/含量',
    'μg/mL',
    '峰面积',
    'x单位随方式：μg/mL（溶剂/溶液），μg/mL气（热解吸1/直接），ng/管（热解吸2）',
  ),
  checks: ['blank', 'parallel', 'spike', 'control', 'midpoint', 'efficiency'],
  spikeRange: spikeRanges.chromatography,
  detection: 'blanks',
});
