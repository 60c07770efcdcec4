import { currentEdition } from '@contract/print/paperEdition';
import { judgeResults } from '../judgement/judgeResults';
import type { ReportContent } from '../reportContent';
import type { ReportIssue } from '../reportCover';
import type { TestFact } from '../resultFacts';

// A short report in which every part is filled: the names and examples of an own layout are read from it.

const specimenDay = '2026-05-12';
const specimenTest: TestFact = {
  sheet: 1,
  sheetNo: '2026DQ0001-JL01',
  methodKind: 'gasChromatography',
  standardNo: 'GBZ/T 300.66-2017',
  sample: 1,
  sampleNo: '2026DQ0001-0001',
  siteNo: '01',
  workshop: '涂装车间',
  place: '喷漆岗位',
  person: null,
  hazard: 1,
  sampledOn: specimenDay,
  period: 'long',
  mode: null,
  minutes: '480',
  representedHours: '8',
  hoursPerDay: '8',
  daysPerWeek: '5',
  exposureCondition: null,
  result: { text: '3.1', num: '3.1', censored: false },
  unit: 'mg/m³',
  minimum: '1.2',
  dust: null,
};

function specimenResults(): ReportContent['results'] {
  const [chemical] = judgeResults({
    unjudged: null,
    withoutLimit: () => 'unknown',
    designTemperature: null,
    tests: [specimenTest],
    silica: [],
    limits: [
      {
        id: 1,
        day: specimenDay,
        hazard: 1,
        kind: 'twa',
        condition: null,
        value: '50',
        unit: 'mg/m³',
        standard: 'GBZ 2.1-2019',
      },
    ],
    hazards: new Map([[1, { id: 1, name: '甲苯', category: 'chemical', silicaBand: null }]]),
    silicaHazards: new Map(),
  });
  if (!chemical) return [];
  // One line for each table of results.
  return [
    chemical,
    { ...chemical, category: 'dust', hazardName: '其他粉尘' },
    { ...chemical, category: 'physical', hazardName: '噪声' },
    { ...chemical, category: 'radiation', hazardName: '电离辐射' },
  ];
}

const specimenPerson = '张三';
const specimenTexts: ReportContent['texts'] = {
  statement: '1．本报告涂改无效。',
  basis: '1．GBZ 159-2004',
  overview: '某某汽车制造有限公司位于工业园区。',
  process: '冲压→焊装→涂装→总装',
  environment: '检测期间生产正常。',
  exceedance: '无超标岗位。',
  conclusion: '所测岗位均符合职业接触限值。',
  advice: '定期检测。',
};

const specimenFacts: Omit<ReportContent, 'results'> = {
  shape: 1,
  edition: currentEdition,
  reportNo: 'JC-2026-0001',
  title: '工作场所职业病危害因素检测报告',
  kind: 'periodic',
  assess: true,
  revision: 0,
  previousNo: null,
  correctionReason: null,
  projectCode: '2026DQ0001',
  projectName: '2026年度职业病危害因素定期检测',
  typeName: '定期检测',
  contractNo: 'HT-2026-001',
  agency: {
    name: '某某职业健康检测有限公司',
    creditCode: '91330000000000000X',
    qualification: '（浙）职卫检字第012号',
    address: '某某市某某路1号',
    contact: specimenPerson,
    phone: '0571-00000000',
  },
  customerName: '某某汽车制造有限公司',
  unit: {
    name: '某某汽车制造有限公司',
    code: '91330000000000001X',
    address: '某某市工业园区2号',
    industry: '汽车整车制造',
    riskClass: '严重',
    scale: '大型',
    economicType: '有限责任公司',
    contact: specimenPerson,
    phone: '0571-00000001',
    workers: 1200,
    exposed: 600,
  },
  people: {
    leader: specimenPerson,
    team: [specimenPerson],
    surveyors: [specimenPerson],
    surveyedOn: '2026-05-06',
    collectors: [specimenPerson],
    sampledOn: [specimenDay],
    companions: ['李四'],
    testers: [specimenPerson],
    testFrom: '2026-05-13',
    testTo: '2026-05-15',
  },
  texts: specimenTexts,
  written: [],
  posts: [
    {
      workshop: '涂装车间',
      post: '喷漆岗位',
      workContent: '喷漆',
      hazardName: '甲苯',
      source: '油漆',
      workers: 6,
      shift: '白班',
      hoursPerDay: '8',
      daysPerWeek: '5',
      controls: '局部排风',
      ppe: '防毒口罩',
    },
  ],
  methods: [
    {
      hazardName: '甲苯',
      standardNo: 'GBZ/T 300.66-2017',
      title: '苯系物 溶剂解吸-气相色谱法',
      instruments: ['气相色谱仪/SB-001'],
      minimum: '1.2 mg/m³',
      quantified: true,
      samples: 1,
      sheetNo: '2026DQ0001-JL01',
    },
  ],
  weather: [
    {
      measuredAt: `${specimenDay} 09:00:00`,
      place: '涂装车间',
      sky: '晴',
      temperature: '21.5',
      humidity: '52',
      pressure: '101.3',
      windSpeed: '0.2',
    },
  ],
  silica: [
    {
      sampleNo: '2026DQ0001-0002',
      workshop: '铸造车间',
      place: '清砂岗位',
      sampledOn: specimenDay,
      text: '12.3',
      band: null,
    },
  ],
  sampledTimes: { '2026DQ0001-0001': '08:40～16:40' },
  limits: [
    {
      id: 1,
      hazardName: '甲苯',
      kind: 'twa',
      condition: null,
      value: '50',
      unit: 'mg/m³',
      standard: 'GBZ 2.1-2019',
      effectiveFrom: '2020-04-01',
    },
  ],
  incoming: [],
  pictures: [
    { file: 'layout', group: 'layout', caption: '检测点示意图', ratio: 1.4 },
    { file: 'scene', group: 'scene', caption: '喷漆岗位采样', ratio: 1.4 },
  ],
  licence: { file: 'licence', ratio: 0.7 },
  authorPart: '全部',
  gaps: [{ title: '噪声测量后校准', reason: '仪器故障' }],
  untested: ['乙酸乙酯：原料中不含'],
};

/** Returns the specimen. */
export const reportSpecimen = (): ReportContent => ({ ...specimenFacts, results: specimenResults() });

/** Returns what a specimen's issue shows. */
export const specimenIssue = (): ReportIssue => ({
  signers: ['编制', '审核', '签发'].map((label) => ({
    label,
    name: specimenPerson,
    on: '2026-05-30',
    post: '工程师',
    major: '预防医学',
    picture: { source: 'signature', ratio: 3 },
  })),
  issuedOn: '2026-05-30',
  verifyHref: 'https://example.invalid/check',
  seal: { source: 'seal', ratio: 1 },
});
