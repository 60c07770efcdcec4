import { judgeResults } from '@contract/features/reports/judgement/judgeResults';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { ReportIssue } from '@contract/features/reports/reportCover';
import type { ResultHazard, ResultLimit, TestFact } from '@contract/features/reports/resultFacts';

const hazards: readonly ResultHazard[] = ['甲苯', '二甲苯（全部异构体）', '乙酸乙酯', '乙酸丁酯', '苯'].map(
  (name, index) => ({ id: index + 1, name, category: 'chemical', silicaBand: null }),
);
const day = '2026-05-12';
const limits: readonly ResultLimit[] = hazards.flatMap(({ id }) => [
  { id: id * 2, day, hazard: id, kind: 'twa', condition: null, value: '50', unit: 'mg/m³', standard: 'GBZ 2.1-2019' },
  {
    id: id * 2 + 1,
    day,
    hazard: id,
    kind: 'stel',
    condition: null,
    value: '100',
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
  },
]);

/** Four samples per post and hazard: one long and three short ones. */
function testOf(at: number): TestFact {
  const [post, which] = [Math.floor(at / 4), at % 4];
  const hazard = hazards[post % hazards.length];
  const text = ((at * 7) % 481) / 10 + 1;
  return {
    sheet: post % 40,
    sheetNo: `2026DQ0001-JL${String((post % 40) + 1).padStart(2, '0')}`,
    methodKind: 'gasChromatography',
    standardNo: 'GBZ/T 300.66-2017',
    sample: at + 1,
    sampleNo: `2026DQ0001-EJBQBYGT${post % 9}-${String(at + 1).padStart(4, '0')}`,
    siteNo: String(which + 1).padStart(2, '0'),
    workshop: `${(post % 12) + 1}号涂装车间`,
    place: `${Math.floor(post / 12) + 1}线喷漆补漆岗位`,
    person: null,
    hazard: hazard?.id ?? 1,
    sampledOn: day,
    period: which === 0 ? 'long' : 'short',
    mode: null,
    minutes: which === 0 ? '480' : '15',
    representedHours: which === 0 ? '8' : null,
    hoursPerDay: '8',
    daysPerWeek: '5',
    exposureCondition: null,
    result: { text: text.toFixed(1), num: text.toFixed(1), censored: false },
    unit: 'mg/m³',
    minimum: '0.2',
    dust: null,
  };
}

/** Returns a report of so many results, as a large factory has: one line per measurement and one per judgement. */
export function reportOf(results: number): ReportContent {
  const judged = judgeResults({
    unjudged: null,
    withoutLimit: () => 'unknown',
    designTemperature: null,
    tests: Array.from({ length: results }, (_, index) => testOf(index)),
    silica: [],
    limits,
    hazards: new Map(hazards.map((hazard) => [hazard.id, hazard])),
    silicaHazards: new Map(),
  });
  const nobody = {
    code: null,
    address: null,
    industry: null,
    scale: null,
    economicType: null,
    contact: null,
    phone: null,
    workers: 1200,
    exposed: 600,
  };
  return {
    shape: 1,
    reportNo: 'JC-2026-0001',
    title: '某某汽车制造有限公司工作场所职业病危害因素检测报告',
    kind: 'periodic',
    assess: true,
    revision: 0,
    previousNo: null,
    correctionReason: null,
    projectCode: '2026DQ0001',
    projectName: '年度职业病危害因素定期检测',
    typeName: '定期检测',
    contractNo: null,
    agency: {
      name: '某某职业健康检测技术有限公司',
      creditCode: null,
      qualification: null,
      address: null,
      contact: null,
      phone: null,
    },
    customerName: null,
    unit: { name: '某某汽车制造有限公司', ...nobody },
    people: {
      leader: '张三丰',
      team: [],
      surveyors: [],
      surveyedOn: null,
      collectors: [],
      sampledOn: [day],
      companions: [],
      testers: [],
      testFrom: null,
      testTo: null,
    },
    texts: {
      statement: '1．本报告涂改无效。',
      basis: '1．GBZ 2.1-2019',
      overview: '某某汽车制造有限公司。',
      process: '冲压→焊装→涂装→总装',
      environment: '',
      exceedance: '',
      conclusion: '均符合要求。',
      advice: '',
    },
    written: [],
    posts: [],
    methods: [],
    weather: [],
    results: judged,
    limits: [],
    incoming: [],
    pictures: [],
  };
}

export const issue: ReportIssue = {
  signers: ['编制', '审核', '签发'].map((label) => ({ label, name: '张三丰', on: '2026-05-30' })),
  issuedOn: '2026-05-30',
  verifyHref: null,
  seal: null,
};
