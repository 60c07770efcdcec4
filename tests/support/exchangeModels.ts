import { countyCodes, type PlatformCode, provincialCodes } from '@contract/features/platforms/exchange/codeTables';
import type { ExchangeModel, ExchangePoint } from '@contract/features/platforms/exchange/exchangeModel';

// A report in the adapters' model, and its code tables.

export const exampleCreditCode = '91330110MA2DEHX80X';
export const exchangeSettings = { account: 'ZJ-0117', headName: '戴宏远' } as const;

const point = (over: Partial<ExchangePoint>): ExchangePoint => ({
  workshop: '涂装车间',
  post: '喷漆工',
  place: '喷漆岗位（点位01）',
  hazard: '甲苯',
  category: 'chemical',
  people: 12,
  hoursPerDay: '8',
  daysPerWeek: '5',
  day: '2026-05-12',
  verdict: 'conforms',
  results: [],
  ...over,
});
const result = (kind: string, text: string, unit: string, verdict = 'conforms') => ({
  kind,
  text,
  unit,
  limit: '50',
  verdict,
  reduction: null,
});

export const exampleModel: ExchangeModel = {
  order: { client: '余杭电镀有限公司', creditCode: exampleCreditCode, date: '2026-04-01', contract: 'HT-12' },
  workplace: {
    name: '余杭电镀有限公司',
    creditCode: exampleCreditCode,
    economicType: '170',
    industry: 'C36',
    scale: '2',
    area: '浙江省/杭州市/余杭区',
    regAddress: '良渚街道 1号 <A&B>',
    address: '良渚街道1号',
    contact: '沈建国',
    phone: '13857106241',
    people: 260,
    exposed: 84,
    riskClass: '严重',
  },
  agency: { name: '甲检测中心', creditCode: exampleCreditCode },
  service: {
    projectCode: '2026DQ0001',
    projectName: '2026年度定期检测',
    type: 'DQ',
    leader: '李检测',
    reportNo: 'JC-2026-0001',
    reportDate: '2026-05-20',
    issuer: '钱签发',
    preparer: '范报送',
    preparerPhone: '13588063917',
    surveyFrom: '2026-05-06',
    surveyTo: '2026-05-06',
    sampledFrom: '2026-05-12',
    sampledTo: '2026-05-12',
    limitsOf: '2019',
    corrects: null,
  },
  participants: [
    { name: '李检测', items: ['survey', 'sampling', 'laboratory'] },
    { name: '孙编制', items: ['survey', 'sampling'] },
  ],
  points: [
    point({ results: [result('twa', '48.2', 'mg/m³'), result('stel', '<1.2', 'mg/m³')] }),
    point({
      hazard: '电焊烟尘',
      category: 'dust',
      verdict: 'exceeds',
      results: [result('totalDust', '4.6', 'mg/m³', 'exceeds'), result('totalDustPeak', '9.1', 'mg/m³')],
    }),
    point({ hazard: '噪声', category: 'physical', results: [result('dailyLevel', '82.4', 'dB(A)')] }),
    point({ hazard: '紫外辐射', category: 'physical', results: [result('irradiance', '240', 'μW/cm²')] }),
    point({ hazard: '高温', category: 'physical', results: [result('wbgt', '27.1', '℃')] }),
  ],
  survey: [
    {
      workshop: '涂装车间',
      post: '喷漆工',
      place: '喷漆岗位',
      hazard: '甲苯',
      hoursPerDay: '8',
      daysPerWeek: '5',
      people: 12,
      shift: '长白班',
      fixedPost: true,
      mode: 'personal',
      days: 1,
      sampled: true,
      remark: null,
    },
  ],
};

const own = (table: PlatformCode['table'], pairs: readonly (readonly [string, string, string?])[]): PlatformCode[] =>
  pairs.map(([value, code, name]) => ({ table, own: value, code, name: name ?? value }));

/** Codes that an organisation imports: no platform publishes them. */
export const importedCodes: readonly PlatformCode[] = [
  ...own('industry', [['C36', '3612']]),
  ...own('area', [['浙江省/杭州市/余杭区', '330110000']]),
  ...own('field', [['C36', '4']]),
  ...own('hazard', [
    ['甲苯', '120101'],
    ['电焊烟尘', '110201'],
    ['噪声', '130101'],
    ['紫外辐射', '130501'],
    ['高温', '130201'],
  ]),
];
export const provincialTables = [...provincialCodes, ...importedCodes];
export const countyTables = [...countyCodes, ...importedCodes];
