import type { InstrumentProfile } from '../instrumentProfile';
import { documentProfile } from './documentProfile';

// Files of balances, titrators, sound level meters and dosimeters.

export const balanceTitratorAndNoiseProfiles: readonly InstrumentProfile[] = [
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
