import type { InstrumentProfile } from '../instrumentProfile';
import { documentProfile } from './documentProfile';

// Files of spectrometers and photometers: Syngistix, WinLab32, Vista-Pro, ICPEsolution, HORIBA, AFS, AAS and plates.

export const spectrometryProfiles: readonly InstrumentProfile[] = [
  documentProfile({
    id: 'syngistix',
    label: 'Syngistix／NexION 工作簿',
    evidence: [
      'sample id',
      '(?:dataset file|method file)',
      '(?:\\(cps\\)|\\((?:[mnµμu]?g/[Lkg]+|ppm|ppb)\\)|acquisition time)',
    ],
    sheets: [
      ['^\\s*Concentrations\\s*$', '^Conc\\. in Calib Units$', '^Conc\\. in Sample Units$'],
      ['^Net Intensities$', '^Corrected Intensities$', '^Raw Intensities$'],
    ],
    wide: 'elements',
  }),
  documentProfile({
    id: 'element-columns',
    label: '元素为列的结果表',
    evidence: [
      '(?:^|\\t)(?:样品(?:编号|名称|名|号|标签)|sample (?:id|name|label|list label)|(?:solution )?label)\\t',
      '\\t(?:\\d{1,3} ?)?[A-Z][a-z]?(?:\\s*\\d{2,3}(?:\\.\\d+)?)?(?:\\s*[({[][^\\t]{1,16}[)}\\]]){0,2}(?: conc\\.?| 浓度)?\\s*[(（[]\\s*(?:(?:mg|[uµμ]g|ng)/[mk]?[Lg]|pp[mbt])\\s*[)）\\]](?:\\t|$)',
    ],
    excludedPatterns: ['dataset file|method file|analyte|元素\\t|吸光度|强度'],
    wide: 'elements',
  }),
  documentProfile({
    id: 'winlab32',
    label: 'WinLab32 结果表',
    evidence: ['sample id', 'analyte name', 'reported conc|conc \\((?:calib|samp)\\)|int \\(corr\\)'],
    columns: [
      ['reported conc \\(calib\\)|conc \\(calib\\)', 'concentration'],
      ['int \\(corr\\)|mean corrected intensity', 'intensity'],
    ],
  }),
  documentProfile({
    id: 'vista-pro',
    label: 'Vista-Pro／ICP Expert 结果表',
    evidence: ['solution label|溶液标签', 'soln conc|溶液浓度', 'element|元素'],
  }),
  {
    id: 'icpe-solution',
    label: 'ICPEsolution 文本',
    version: 1,
    layout: 'positions',
    evidence: ['\\t(?:QUANT|QUAL|SEMI)\\t', 'drift correction|\\t(?:CAL\\d+|UNK|BLK)\\t'],
    rows: { 6: '^[A-Z][a-z]?(?:\\s|$)', 7: '^QUANT$' },
    positions: { kind: 1, sample: 2, time: 3, component: 6, unit: 10, concentration: 21, intensity: 41 },
  },
  {
    id: 'horiba-icp',
    label: 'HORIBA ICP 短报告',
    version: 1,
    layout: 'positions',
    evidence: ['sample:', 'line ?name', 'net_intensity', 'measured:'],
    rows: { 0: '^[A-Z][a-z]?\\s+\\d{3}', 2: '\\d' },
    positions: { component: 0, intensity: 2, concentration: 5, unit: 8 },
    keys: { sample: ['Sample'] },
  },
  documentProfile({
    id: 'afs-report',
    label: '原子荧光分析报告',
    evidence: ['原子荧光|荧光强度|荧光值', '元素', '样品(?:名称|编号|名)'],
    keys: { component: ['元素', '测定元素', '分析元素'] },
    columns: [
      ['(?:空白强度|空白值|空白荧光强度)', 'ignored'],
      ['样品标识|样品类型', 'kind'],
      ['(?:荧光|强度)?平均(?:荧光)?(?:值|强度)|荧光平均值|平均荧光值', 'intensity'],
    ],
  }),
  documentProfile({
    id: 'aas-replicates',
    label: '原子吸收读数表',
    evidence: ['样品(?:编号|名称|名)', '测量次数|重复次数|测定次数', '吸光度'],
  }),
  {
    id: 'skanit-plate',
    label: 'SkanIt／Multiskan 微孔板',
    version: 1,
    layout: 'plate',
    evidence: [
      '(?:^|\\n)[^\\n\\d]{1,30}[;,\\t]\\s*1[;,\\t]\\s*2[;,\\t]\\s*3[;,\\t]',
      '(?:^|\\n)A[;,\\t]',
      '(?:^|\\n)B[;,\\t]',
      '(?:^|\\n)(?:Sample|样品)[;,\\t]1[;,\\t]2',
    ],
    counted: '\\s(\\d+)\\/\\d+$',
    quantity: 'absorbance',
  },
  documentProfile({
    id: 'gallery-arena',
    label: 'Gallery／Arena 结果表',
    evidence: ['sample(?:/ctrl)? id', 'test (?:short )?name', 'result unit', 'dil\\. ratio|dilution 1 \\+'],
    columns: [
      ['conc\\.?(?:entration)?|calc\\.? conc\\.?', 'ignored'],
      ['sam/ctr/cal|pat/ctr/cal', 'kind'],
    ],
  }),
  documentProfile({
    id: 'lachat',
    label: 'Lachat QuikChem 结果表',
    evidence: ['cup number', 'sample id', 'peak concentration'],
  }),
];
