import type { InstrumentProfile } from './instrumentProfile';

// Profiles that the product contains. A format is recognised by texts of its maker in the file.

const documentProfile = (profile: Omit<InstrumentProfile, 'layout' | 'version'>): InstrumentProfile => ({
  layout: 'document',
  version: 1,
  ...profile,
});

const chromatographyProfiles: readonly InstrumentProfile[] = [
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

const spectrometryProfiles: readonly InstrumentProfile[] = [
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

const otherProfiles: readonly InstrumentProfile[] = [
  {
    id: 'titrator-sheet',
    label: '滴定仪结果表',
    version: 1,
    layout: 'positions',
    evidence: ['(?:^|[\\t,;])R1 ?=', '(?:^|[\\t,;])R2 ?='],
    rows: { 3: '^R\\d+\\s*=$' },
    positions: { sample: 1, time: 2, result: 4, unit: 5, component: 6 },
    numbered: { column: 3, pattern: '^R(\\d+)' },
  },
  documentProfile({
    id: 'balance-list',
    label: '天平称量清单',
    evidence: ['(?:滤膜|样品|膜)(?:编号|号)', '(?:重量|质量|称量值)\\s*[(（/]?\\s*[mµμk]?g'],
    excludedPatterns: ['面积|吸光度|强度|浓度'],
    columns: [['(?:重量|质量|称量值|净重)\\s*[(（/]?\\s*[mµμk]?g\\s*[)）]?', 'mass']],
  }),
  {
    id: 'balance-mtsics',
    label: '天平 MT-SICS',
    version: 1,
    layout: 'lines',
    evidence: ['^\\s*S[IXR]? [SD+-I]\\s+[+-]?\\s*\\d[\\d.]*\\s+[mkµμ]?g\\b'],
    line: '^S[IXR]?\\s+(?:[SD]\\s+(?<value>[+-]?\\s*\\d[\\d.]*)\\s+(?<unit>[mkµμ]?g|ct|oz)|[I+-]\\s*$)',
    unstable: '^S[IXR]?\\s+D\\b',
    quantity: 'mass',
    decimalMark: '.',
  },
  {
    id: 'balance-sbi',
    label: '天平 Sartorius SBI',
    version: 1,
    layout: 'lines',
    evidence: ['^\\s*(?:[NGT]#?|Stat)?\\s+[+-]\\s+\\d+\\.\\d+(?:\\s+[mkµμ]?g)?\\s*$'],
    line: '^(?:[NGT]#?|Stat)?\\s*(?<value>[+-]\\s*\\d+\\.\\d+)(?:\\s*(?<unit>[mkµμ]?g|ct))?\\s*$',
    // The balance prints the unit only once the reading is stable.
    unstable: '\\d\\s*$',
    quantity: 'mass',
    decimalMark: '.',
  },
  documentProfile({
    id: 'sound-level-list',
    label: '声级计／个人声暴露计数据表',
    evidence: ['(?:^|\\t)(?:L[A-Z]{0,2}eq|LEX|等效(?:连续A)?声级)[^\\t\\n]*[(（[]?\\s*dB'],
    excludedPatterns: ['session report|会话报告|spectrum|频谱'],
    columns: [['name|measurement|测量编号|测点(?:编号|名称)?|点位', 'sampleName']],
    wide: 'levels',
  }),
  documentProfile({
    id: 'titration-results',
    label: '滴定仪结果清单',
    evidence: [
      '(?:^|\\t)(?:ID1|sample ident(?:ification)?|样品标识 ?1?)(?:\\t|$)',
      '\\t(?:result name|结果名称|resultatname)(?:\\t|$)',
    ],
    columns: [
      ['ID1|sample ident(?:ification)?|样品标识 ?1?', 'sample'],
      ['result name|结果名称|resultatname', 'component'],
      ['result value|结果值|结果数值|resultatwert', 'result'],
      ['(?:EP\\d volume|终点体积.*)', 'volume'],
    ],
  }),
  documentProfile({
    id: 'dosimeter-session',
    label: '噪声剂量计会话报告',
    evidence: ['session report|会话报告', 'summary data panel|summary data', '(?:leq|twa|dose)'],
    keys: { sample: ['Name', '名称'] },
    columns: [
      ['description|说明', 'component'],
      ['meter', 'ignored'],
      ['value|值', 'level'],
    ],
  }),
];

/** Profiles for tables whose headings are sufficient: they name the sample and the quantities. */
const generalProfiles: readonly InstrumentProfile[] = [
  documentProfile({ id: 'headed-table', label: '带表头的结果表', evidence: [] }),
];

export const shippedProfiles: readonly InstrumentProfile[] = [
  ...chromatographyProfiles,
  ...spectrometryProfiles,
  ...otherProfiles,
];
export const headedTable = generalProfiles[0] as InstrumentProfile;
/** Returns a shipped profile by its id; null for an unknown id. */
export const profileOf = (id: string): InstrumentProfile | null =>
  [...shippedProfiles, ...generalProfiles].find((profile) => profile.id === id) ?? null;
