import type { InstrumentProfile } from '../instrumentProfile';
import { documentProfile } from './documentProfile';

// Files of chromatographs: ChemStation, MassHunter, OpenLab, GCMSsolution, LabSolutions and Chromeleon.

export const chromatographyProfiles: readonly InstrumentProfile[] = [
  documentProfile({
    id: 'chemstation-report',
    label: 'ChemStation 文本报告',
    evidence: [
      '(?:area percent|external standard|internal standard|norm percent|normali[sz]ed percent|compound|ESTD|ISTD)[^\\n]* report|(?:面积|外标|内标|归一)[^\\n]*报告|(?:fläche|extern|intern|norm)[^\\n]*report',
      '(?:ret\\s?time|保留时间|ret\\s?zeit)',
      '(?:signal|信号)\\s*\\d+\\s*[:：]',
    ],
  }),
  {
    id: 'chemstation-report-csv',
    label: 'ChemStation REPORTnn.CSV',
    version: 1,
    layout: 'positions',
    evidence: [
      '^\\s*"?1"?[,;\\t]\\s*\\d+[.,]\\d+[,;\\t]\\s*"?[BVPMFSHTXDIN+&A ]{1,6}"?[,;\\t]\\s*[\\d.,]+(?:[eE][-+]?\\d+)?[,;\\t][\\d.,eE+-]+[,;\\t][\\d.,eE+-]+[,;\\t][\\d.,eE+-]+\\s*$',
    ],
    excludedPatterns: ['report|报告|signal|sample|样品'],
    rows: { 0: '^\\d{1,4}$', 1: '^\\d+[.,]\\d+$', 2: '^[BVPMFSHTXDIN+&A ]*$', 6: '^[\\d.,]+(?:e[-+]?\\d+)?$' },
    positions: { retention: 1, area: 4, height: 5 },
  },
  documentProfile({
    id: 'msd-chemstation',
    label: 'MSD ChemStation 定量结果',
    evidence: ['data file name', 'comp ?#', 'compound name'],
    sheets: [['^QRes$', '^QuantRes', '.']],
  }),
  documentProfile({
    id: 'masshunter-quant',
    label: 'MassHunter 定量批处理表',
    evidence: [
      '(?:\\w| )(?:results|结果)',
      '(?:data file|数据文件)',
      '(?:final conc|calc\\. conc|最终浓度|计算浓度|resp\\.|响应)',
    ],
    groups: {
      component: '^(.*?)\\s*(?:results|method|结果|方法)$',
      skip: '^(?:qualifier|定性离子)',
      standard: '\\(?\\s*(?:ISTD|内标)\\s*\\)?',
    },
  }),
  documentProfile({
    id: 'masshunter-icpms',
    label: 'MassHunter ICP-MS 批处理表',
    evidence: [
      '(?:^|\\t) *\\d{1,3} +[A-Z][a-z]?(?: *-> *\\d{1,3})? *\\[[^\\]\\t]+\\] *(?:\\t|$)',
      '(?:sample name|样品名称)',
      '(?:conc\\.?|浓度)\\s*[\\[(]\\s*(?:ppb|ppm|ppt|[munµμ]g/[mk]?[lLg])\\s*[\\])]',
    ],
    groups: {
      component: '^(\\d{1,3}\\s+[A-Z][a-z]?(?:\\s*->\\s*\\d{1,3})?(?:\\s*\\[[^\\]]*\\])?)$',
      skip: '(?!)',
      standard: '\\(?\\s*(?:ISTD|内标)\\s*\\)?',
    },
    columns: [['cps', 'intensity']],
  }),
  documentProfile({
    id: 'openlab-csv',
    label: 'OpenLab 结果表',
    evidence: [
      '(?:sample name|样品名称)',
      '(?:injection|inj\\.|进样)',
      '(?:compound|peak name|化合物|峰名称)',
      '(?:\\barea\\b|峰面积|amount)',
      'signal|信号|检测器',
    ],
    excludedPatterns: ['\\[Header\\]'],
  }),
  documentProfile({
    id: 'gcmssolution',
    label: 'GCMSsolution 文本',
    evidence: ['\\[(?:header|文件头)\\]', '\\[(?:MS quantitative results|MS定量结果|质谱定量结果)\\]'],
    skip: [
      'similarity|相似',
      '^MC peak table|^MC 峰表',
      'chromatogram|spectrum|色谱图|质谱图',
      'status',
      'calibration',
    ],
  }),
  documentProfile({
    id: 'labsolutions-ascii',
    label: 'LabSolutions 文本',
    evidence: ['\\[(?:header|文件头|头信息|标题|kopf)', '\\[(?:peak table|compound results|峰表|化合物结果|组分结果)'],
    excludedPatterns: ['\\[(?:MS quantitative results|MS定量结果|质谱定量结果)\\]'],
    columns: [['name|名称', 'component']],
    repeatedSections: ['^(?:peak table|峰表)', '^(?:compound results|化合物结果|组分结果)'],
    skip: [
      'chromatogram|色谱图',
      'status trace|状态',
      'group results|组结果|分组',
      'fraction|馏分',
      'calibration|校准',
      'spectrum|光谱',
      'similarity',
    ],
  }),
  documentProfile({
    id: 'labsolutions-quant',
    label: 'LabSolutions 定量浏览表',
    evidence: ['(?:^|\\n)\\s*ID#\\t', '(?:data file ?name|数据文件)', '(?:ret\\. time|保留时间)'],
    excludedPatterns: ['^\\[[^\\]]+\\]$'],
    keys: { component: ['Name', '名称', '化合物名称'] },
  }),
  documentProfile({
    id: 'chromeleon-integration',
    label: 'Chromeleon 积分结果',
    evidence: [
      '(?:injection (?:name|details|information)|进样(?:名称|详细信息)|injektions?(?:name| ?details))',
      '(?:integration results|积分结果|peak ?name|峰名称|integrationsergebnisse)',
      '(?:retention time|ret\\.? ?time|保留时间|retentionszeit|ret\\.? ?zeit)',
    ],
    excludedPatterns: ['\\[header\\]'],
    keys: {
      sample: ['Injection Name', 'Injection', '进样名称', 'Sample Name', '样品名称', 'Injektionsname', 'Probenname'],
    },
    skip: ['chromatogram$'],
  }),
  documentProfile({
    id: 'chromeleon-summary',
    label: 'Chromeleon 汇总',
    evidence: ['(?:injection name|进样名称)', '(?:ret\\.? ?time|保留时间|area|面积)', '(?:summary|汇总)'],
    excludedPatterns: ['(?:injection details|integration results|积分结果|进样详细信息)'],
    underHead: ['signal', 'signal', 'component'],
  }),
];
