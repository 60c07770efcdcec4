import { describe, expect, it } from 'vitest';
import { conclusionForms, gradedItems } from '@contract/features/conformity/forms/conclusionForms';
import { effectTestForm } from '@contract/features/conformity/forms/effectTestForm';
import { formDocument } from '@contract/features/conformity/forms/formDocument';
import { type FormTables, withRowNumbers, withTableRows } from '@contract/features/conformity/forms/formTable';
import { hearingTestForm } from '@contract/features/conformity/forms/hearingTestForm';
import { faultsOf, type FormValues, type ServiceForm } from '@contract/features/conformity/forms/serviceForm';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { procedures, sheetsOfService } from '@contract/features/projects/projectProcedure';
import { serviceKindOf } from '@contract/features/projects/serviceKind';
import { markedAdvice } from '@contract/features/reports/conclusion/markedAdvice';
import { compileEvaluation, type SignedSheet } from '@contract/features/reports/evaluation/compileEvaluation';
import { evaluationProblems } from '@contract/features/reports/evaluation/evaluationProblems';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reportKindOf, titleOfReport } from '@contract/features/reports/reportKinds';
import { layOut } from '@contract/print/pageLayout';
import { definitionOf } from '@server/print/pdfDefinition';
import { reportOf } from '../bench/reportPdf/content';

const form = (key: string): ServiceForm => {
  const found = [...conclusionForms, effectTestForm].find((one) => one.key === key);
  if (!found) throw new Error(`no form ${key}`);
  return found;
};
const tablesOf = (given: Readonly<Record<string, readonly object[]>>): FormTables =>
  Object.entries(given).reduce<FormTables>(
    (tables, [key, rows]) => withTableRows(tables, { key }, withRowNumbers(rows as [])),
    {},
  );

const grades: FormValues = Object.fromEntries(Object.keys(gradedItems).map((key) => [`${key}Grade`, '符合']));
const concluded: FormValues = {
  service: '现状评价',
  scope: '涂装车间和打磨车间，两个评价单元',
  content: '六个方面',
  method: '现场调查法',
  trendWords: '甲苯逐年下降',
  healthWords: '三年无疑似职业病',
  keyPointsAbsent: '无',
  conclusion: '总体基本符合要求',
  ...grades,
};
const trend = [2024, 2025, 2026].map((year) => ({ year, post: '喷漆工', hazard: '甲苯', result: '35 mg/m³' }));

describe('stages of the evaluations (GBZ 331-2024 B.2, B.3)', () => {
  it('the procedure of each service passes through every stage of the project machine once, in its order', () => {
    const states = Object.keys(projectMachine.states).filter((state) => state !== 'terminated');
    for (const stages of Object.values(procedures)) expect(stages.flatMap((stage) => stage.stages)).toEqual(states);
  });

  it('a present-state evaluation asks for documents, key hazards, plan review, further survey, conclusions and signatures, each before its stage ends (B.2)', () => {
    const asked = (['endSurvey', 'approvePlan', 'endSampling', 'submitReport', 'signReport', 'archive'] as const).map(
      (step) => sheetsOfService('presentState', step),
    );
    expect(asked).toEqual([
      ['evaluationDocuments', 'evaluationTeam'],
      ['evaluationPlanReview'],
      ['surveyRunning', 'surveyBuildings', 'surveyManagement', 'surveyEarlier'],
      ['evaluationReport'],
      ['evaluationReportReview', 'evaluationSigning'],
      ['evaluationArchive'],
    ]);
    expect(procedures.presentState.map(({ label }) => label).slice(1, 4)).toEqual([
      '资料与初步调查',
      '评价方案',
      '进一步调查与采样',
    ]);
  });

  it('an effect evaluation asks for documents, its plan review, performance tests, conclusions and signatures; a routine test asks for none of them (B.3)', () => {
    expect(sheetsOfService('effect', 'approvePlan')).toEqual(['effectPlanReview']);
    expect(sheetsOfService('effect', 'endSampling')).toEqual(['effectTest']);
    expect(sheetsOfService('effect', 'submitReport')).toEqual(['effectReport']);
    expect(sheetsOfService('effect', 'archive')).toEqual(['effectArchive']);
    expect([null, 'regular', 'other'].map((service) => sheetsOfService(service as never, 'endSampling'))).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('the service of a project follows from the label of its type, and the report from the service; earlier projects keep the report of a routine test', () => {
    expect(['现状评价检测', '控制效果评价检测', '定期检测', '委托检测', null].map(serviceKindOf)).toEqual([
      'presentState',
      'effect',
      'regular',
      'other',
      'other',
    ]);
    const kind = (service: string | null) => reportKindOf({ incoming: false, type: 'XZ', service });
    expect(['presentState', 'effect', 'regular', null].map(kind)).toEqual([
      'evaluation',
      'effect',
      'periodic',
      'periodic',
    ]);
    expect(titleOfReport('evaluation', '甲公司', '2026')).toBe('甲公司2026年职业病危害现状评价报告');
  });
});

describe('conclusions of the evaluations (GBZ 331-2024 6.2.9.2.5, 7.2.7.2.5)', () => {
  it('the sheet of a present-state evaluation accepts 符合, 基本符合 and 不符合 only, and requires the problems of the last two', () => {
    const faults = (more: FormValues) =>
      faultsOf(form('evaluationReport'), { ...concluded, ...more }, tablesOf({ trend }));
    expect(faults({})).toEqual([]);
    expect(faults({ roomsGrade: '较好' })).toEqual([
      '“辅助用室”应为符合、基本符合、不符合',
      '“辅助用室”为较好，请写明存在的问题',
    ]);
    expect(faults({ roomsGrade: '基本符合' })).toEqual(['“辅助用室”为基本符合，请写明存在的问题']);
    expect(faults({ roomsGrade: '不符合', roomsProblem: '没有淋浴室' })).toEqual([]);
  });

  it('the sheet of a present-state evaluation requires results of three years, or the reason for fewer', () => {
    const faults = (rows: readonly object[], more: FormValues = {}) =>
      faultsOf(form('evaluationReport'), { ...concluded, ...more }, tablesOf({ trend: rows }));
    expect(faults(trend.slice(1))).toEqual(['检测结果只有2个年度，应为近3年，请补充或写明原因']);
    expect(faults(trend.slice(1), { trendNote: '2025年投产' })).toEqual([]);
    expect(faults([])).toEqual(['请填写“近3年检测结果”，没有内容的请写原因']);
  });

  it('the sheet of an effect evaluation accepts 合格, 基本合格 and 不合格 only, with their problems, and no whole better than its worst part', () => {
    const installation = {
      workplace: '涂装车间',
      installation: '侧吸罩',
      parameters: '控制风速0.3 m/s',
      hazards: '甲苯 35 mg/m³',
    };
    const values = {
      service: '防护设施与防护用品效果评价',
      scope: '涂装车间',
      content: '设施',
      method: '检测检验法',
      articlesAbsent: '本次不评价',
      conclusion: '合格',
    };
    const faults = (row: object, more: FormValues = {}) =>
      faultsOf(
        form('effectReport'),
        { ...values, ...more },
        tablesOf({ installations: [{ ...installation, ...row }] }),
      );
    expect(faults({ grade: '合格' })).toEqual([]);
    expect(faults({ grade: '良好' })).toEqual(['“侧吸罩”的结论应为合格、基本合格、不合格']);
    expect(faults({ grade: '不合格' })).toEqual([
      '“侧吸罩”为不合格，请写明存在的问题',
      '有不合格的设施或用品，总体结论不能为合格',
    ]);
    expect(faults({ grade: '不合格', problem: '风量不足' }, { conclusion: '不合格', problems: '风量不足' })).toEqual(
      [],
    );
    expect(faults({ grade: '合格', parameters: '' })).toEqual(['防护设施评价第1行：请输入设计与实测参数']);
  });

  it('the report on an evaluation is not handed in without risk class, drawings and sheets, nor with 符合 for results above the limit', () => {
    const facts = { service: 'presentState' as const, riskClass: '严重', results: [], grade: '符合', missing: [] };
    const pictures = (['location', 'sitePlan', 'layout'] as const).map((group) => ({ group }));
    expect(evaluationProblems({ ...facts, pictures })).toEqual([]);
    expect(evaluationProblems({ ...facts, pictures: [], riskClass: null, missing: ['现状评价结论表'] })).toEqual([
      '请先在“规范表单”中完成“现状评价结论表”的签字',
      '没有用人单位的职业病危害风险分类，请在受检单位中填写所属行业并选择风险分类',
      '评价报告缺少附图：地理位置、总平面布置、设备布局，请在现场调查的附件中上传png或jpg图片',
    ]);
    const bad = evaluationProblems({ ...facts, pictures, results: [{ verdict: 'exceeds' }] });
    expect(bad).toEqual(['有不符合职业接触限值的检测结果，“职业病危害因素检测结果”的分项结论不能为“符合”，请更改']);
    expect(evaluationProblems({ ...facts, service: 'effect', pictures: [{ group: 'layout' }] })).toEqual([]);
  });
});

describe('tests of installations by pairs of readings (GBZ 331-2024 7.2.5.1 c)', () => {
  const pair = {
    workplace: '冲压车间',
    installation: '隔声罩',
    factor: '噪声',
    way: '设施内外',
    unit: 'dB(A)',
    one1: '95',
    one2: '95',
    one3: '98',
    two1: '82',
    two2: '82',
    two3: '82',
  };
  const spectrum = (side: string) => ({
    workplace: '冲压车间',
    installation: '隔声罩',
    factor: '噪声',
    side,
    b1000: '88',
  });
  const values = { on: '2026-03-02', devices: '声级计 SJ-01', running: '正常' };
  const both = [spectrum('设施前（外）'), spectrum('设施后（内）')];

  it('the record of an effect test has three readings a side, and shows their means and difference: of noise by energy', () => {
    const tables = tablesOf({ pairs: [pair], spectra: both });
    expect(faultsOf(effectTestForm, values, tables)).toEqual([]);
    const printed = JSON.stringify(
      formDocument({
        agency: '甲检测中心',
        form: effectTestForm,
        row: { id: 1, values, tables } as never,
        unitName: '甲公司',
        projectName: '评价',
        service: '定期检测',
        steps: [],
      }),
    );
    // 10·lg((2·10^9.5 + 10^9.8)/3) = 96.24
    for (const shown of ['"96.24"', '"82.00"', '"14.24"', '1000 Hz']) expect(printed).toContain(shown);
    const { two3: _missing, ...short } = pair;
    expect(faultsOf(effectTestForm, values, tablesOf({ pairs: [short], spectra: both }))).toEqual([
      '成对读数第1行：请输入设施后（内）3',
    ]);
  });

  it('the record of an effect test without a spectrum prints no heading for it', () => {
    const paper = (spectra: readonly object[]) =>
      JSON.stringify(
        formDocument({
          agency: '甲检测中心',
          form: effectTestForm,
          row: { values, tables: tablesOf({ pairs: [pair], spectra }) } as never,
          unitName: '某厂',
          projectName: '防护效果评价',
          service: '定期检测',
          steps: [],
        }),
      );
    expect(paper([])).not.toContain('频谱');
    expect(paper(both)).toContain('频谱（倍频程）');
  });

  it('the record of an effect test requires the spectrum of both sides for noise and vibration, and none for heat', () => {
    const faults = (more: object, spectra: readonly object[]) =>
      faultsOf(effectTestForm, values, tablesOf({ pairs: [{ ...pair, ...more }], spectra }));
    expect(faults({}, both.slice(1))).toEqual(['“隔声罩”的噪声没有设施前（外）的频谱，请在频谱表中填写']);
    expect(faults({ factor: '振动' }, [])).toHaveLength(2);
    expect(faults({ factor: '高温', unit: '℃' }, [])).toEqual([]);
    expect(faults({}, [both[0] as object, { ...both[1], b1000: '' }])).toEqual(['“隔声罩”的频谱没有读数']);
  });
});

describe('fit tests (GBZ 331-2024 appendix M)', () => {
  it('the fit test of hearing protectors is passed if each ear reaches the required attenuation; a failed test has to state the measure and the date of the next test', () => {
    const values = {
      person: '张三',
      model: 'E-3',
      device: 'FT-1',
      required: '20',
      left: '22',
      right: '21',
      both: '24',
    };
    const faults = (more: FormValues) =>
      faultsOf(hearingTestForm, { ...values, on: '2026-03-02', verdict: '通过', ...more });
    expect(faults({})).toEqual([]);
    expect(faults({ left: '20' })).toEqual([]);
    expect(faults({ left: '19.9' })).toEqual(['个人声衰减值低于要求值20 dB，结论应为“不通过”']);
    expect(faults({ left: '19.9', verdict: '不通过' })).toEqual([
      '不通过时请填写干预措施',
      '不通过时请填写重新检验的日期，直至通过',
    ]);
    expect(faults({ both: '很好' })).toEqual(['个人声衰减值应为数字，例如21.5']);
  });
});

const sheets: readonly SignedSheet[] = [
  { kind: 'evaluationTeam', values: { key: '甲苯：浓度接近限值' }, tables: {} },
  {
    kind: 'surveyProtection',
    values: { service: '现状评价' },
    tables: tablesOf({ installations: [{ workplace: '涂装车间', installation: '水帘柜', position: '喷漆房' }] }),
  },
  {
    kind: 'surveyEarlier',
    values: { adviceAbsent: '首次评价' },
    tables: tablesOf({ health: [{ kind: '在岗期间', year: 2025, body: '市职防院', due: 20, examined: 20 }] }),
  },
  {
    kind: 'evaluationReport',
    values: { ...concluded, roomsGrade: '基本符合', roomsProblem: '没有淋浴室' },
    tables: tablesOf({ trend }),
  },
  {
    kind: 'effectReport',
    values: { scope: '涂装车间', conclusion: '基本合格', problems: '风量不足' },
    tables: tablesOf({
      installations: [
        {
          workplace: '涂装车间',
          installation: '侧吸罩',
          parameters: '控制风速0.3 m/s',
          hazards: '甲苯 35 mg/m³',
          grade: '基本合格',
          problem: '风量不足',
        },
      ],
    }),
  },
  {
    kind: 'fitTest',
    values: { person: '张三', model: 'KN95', factor: '120', required: '100', verdict: '通过' },
    tables: {},
  },
];
const content = (service: 'presentState' | 'effect'): ReportContent => ({
  ...reportOf(1),
  edition: 3,
  assess: true,
  kind: service === 'presentState' ? 'evaluation' : 'effect',
  title: `${reportOf(1).unit.name}2026年职业病危害现状评价报告`,
  authorPart: '第1～7章',
  texts: { ...reportOf(1).texts, advice: '1．保持设施正常运行。' },
  licence: { file: 'licence-picture', ratio: 0.7 },
  pictures: (['location', 'sitePlan', 'layout'] as const).map((group) => ({
    file: group,
    group,
    caption: group,
    ratio: 1,
  })),
  evaluation: compileEvaluation({
    service,
    sheets,
    effects: [{ hazard: '甲苯', effect: '麻醉作用' }],
    hazards: [{ name: '甲苯', marks: '皮' }],
    untested: ['安妥：没有可用的检测方法'],
    riskClass: '严重',
  }),
});
const issue = {
  signers: [
    { label: '法定代表人', name: '钱总', on: '2026-03-02', post: '董事长', major: '管理' },
    { label: '项目负责人', name: '周工', on: '2026-03-02', post: '工程师', major: '卫生工程' },
    { label: '编制', name: '孙工', on: '2026-03-02', post: '工程师', major: '预防医学' },
    { label: '审核', name: '李工', on: '2026-03-02', post: '主任', major: '' },
    { label: '签发', name: '赵工', on: '2026-03-02', post: '', major: '' },
  ],
  issuedOn: '2026-03-02',
  verifyHref: null,
  seal: { source: 'seal-picture', ratio: 1 },
};
const chaptersOf = (of: ReportContent): string[] =>
  reportDocument(of, issue).blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));

describe('reports on the evaluations (GBZ 331-2024 6.2.9.2, 7.2.7.2, H.1, H.3)', () => {
  it('the report on a present-state evaluation has the chapters of 6.2.9.2 in their order, with what the signed sheets say', () => {
    const of = content('presentState');
    expect(chaptersOf(of)).toEqual([
      '1　总论',
      '2　用人单位概况与运行情况',
      '3　职业病危害因素识别、检测与评价',
      '4　职业病防护措施',
      '5　结论',
      '6　建议',
      '7　附件',
    ]);
    const printed = JSON.stringify(reportDocument(of, issue).blocks);
    for (const said of ['两个评价单元', '甲苯：浓度接近限值', '麻醉作用', '水帘柜', '市职防院', '总体基本符合要求'])
      expect(printed).toContain(said);
  });

  it('the report on a present-state evaluation prints the trend of three years, and the reason for each hazard that is not tested', () => {
    const printed = JSON.stringify(reportDocument(content('presentState'), issue).blocks);
    for (const said of ['近3年检测结果', '"2024"', '甲苯逐年下降', '安妥：没有可用的检测方法'])
      expect(printed).toContain(said);
  });

  it('the report on a present-state evaluation prints the grade and the problem of each item, and the risk class of the employer', () => {
    const { conclusions } = content('presentState').evaluation?.chapters ?? { conclusions: [] };
    expect(conclusions[0]?.rows).toContainEqual(['辅助用室', '基本符合', '没有淋浴室']);
    expect(conclusions[0]?.rows).toHaveLength(Object.keys(gradedItems).length);
    expect(JSON.stringify(reportDocument(content('presentState'), issue).blocks)).toContain(
      '职业病危害风险分类：严重。',
    );
  });

  it('the report on a present-state evaluation has location, site plan, layout and the result sheet in its annex', () => {
    const { blocks } = reportDocument(content('presentState'), issue);
    const annex = JSON.stringify(
      blocks.slice(blocks.findIndex((block) => block.kind === 'heading' && block.text === '7　附件')),
    );
    for (const said of ['地理位置图', '总平面布置图', '设备布局与检测点', '检测结果单', '样品检测结果'])
      expect(annex).toContain(said);
  });

  it('the result sheet prints employer, kind, task number, bases and dates, and start, end and person of each sample', () => {
    const of = content('presentState');
    const [first] = of.results[0]?.tests ?? [];
    const annexOf = (report: ReportContent) => {
      const { blocks } = reportDocument(report, issue);
      return JSON.stringify(
        blocks.slice(blocks.findIndex((block) => block.kind === 'heading' && block.text === '7　附件')),
      );
    };
    const method = {
      hazardName: '甲苯',
      standardNo: 'GBZ/T 300.66-2017',
      title: '苯、甲苯、二甲苯和乙苯',
      instruments: ['GC-01 气相色谱仪'],
      minimum: '0.5 mg/m³（1.5 L）',
      samples: 1,
      sheetNo: 'J-1',
    };
    const timed = {
      ...of,
      typeName: '现状评价检测',
      methods: [method],
      sampledTimes: { [first?.sampleNo ?? '']: '08:40～12:00' },
    };
    const annex = annexOf(timed);
    for (const said of [
      { label: '用人单位', value: of.unit.name, wide: true },
      { label: '检测类别', value: '现状评价检测' },
      { label: '检测任务编号', value: of.projectCode },
      { label: '采样日期', value: of.people.sampledOn.join('、') },
    ])
      expect(annex).toContain(JSON.stringify(said).slice(1, -1));
    for (const said of [
      'GBZ 159-2004',
      'GBZ/T 300.66-2017',
      'GC-01',
      '0.5 mg/m³（1.5 L）',
      '采样点/对象',
      `${first?.sampledOn} 08:40～12:00`,
    ])
      expect(annex).toContain(said);
    // What was frozen before has no times, and keeps its print.
    for (const said of ['采样依据', '起止时间']) expect(annexOf(of)).not.toContain(said);
  });

  it('the report on an effect evaluation prints parameters and results beside the grade of each installation, and its tests as annex', () => {
    const of = content('effect');
    expect(chaptersOf(of).map((title) => title.slice(2))).toEqual([
      '总论',
      '用人单位概况',
      '职业病危害因素与防护措施调查',
      '检测结果',
      '结论',
      '建议',
      '附件',
    ]);
    const [first] = of.evaluation?.chapters.conclusions ?? [];
    expect(first?.columns).toEqual([
      '工作场所',
      '防护设施',
      '设计与实测参数',
      '危害因素检测结果',
      '结论',
      '存在的问题',
    ]);
    const printed = JSON.stringify(reportDocument(of, issue).blocks);
    for (const said of ['控制风速0.3 m/s', '基本合格', '防护设施检测报告与适合性检验报告', 'KN95'])
      expect(printed).toContain(said);
  });

  it('the advice of an evaluation says for each item marked 皮, 敏 or G how to cut contact', () => {
    expect(
      markedAdvice([
        { name: '苯', marks: '皮，G1' },
        { name: '甲苯二异氰酸酯', marks: '敏，G2B' },
        { name: '氨', marks: null },
      ]),
    ).toEqual([
      '苯可经皮肤吸收、为致癌物（G1），应避免皮肤和黏膜直接接触，配备防渗透的防护手套和防护服；应采取替代、密闭、自动化等措施，尽可能降低接触。',
      '甲苯二异氰酸酯可能致敏、为致癌物（G2B），应减少接触，对已致敏的劳动者调离该岗位；应采取替代、密闭、自动化等措施，尽可能降低接触。',
    ]);
  });

  it('a report has the copy of the licence on its second page, and on the third its statement and signatures with post, specialty and part (H.1)', () => {
    const [cover, licence, statement] = layOut(reportDocument(content('presentState'), issue)).pages.map((page) =>
      JSON.stringify(page),
    );
    expect(cover).toContain('2026年职业病危害现状评价报告');
    expect(licence).toContain('licence-picture');
    for (const said of ['声　明', '预防医学', '第1～7章', '董事长', '法定代表人', '项目负责人'])
      expect(statement).toContain(said);
    expect(reportDocument(content('presentState'), issue).signers.map(({ label }) => label)).toEqual([
      '编制',
      '审核',
      '签发',
    ]);
  });

  it('a report has its contents with the page of each chapter before its first numbered page (H.1)', () => {
    const laid = layOut(reportDocument(content('presentState'), issue));
    const [contents] = laid.pages.slice(3);
    const lines = (contents ?? []).flatMap((one) => (one.kind === 'text' ? one.lines : []));
    expect(lines[0]).toBe('目　录');
    expect(lines.slice(1).map((one) => one.replace(/　\.+　\d+$/, ''))).toEqual(chaptersOf(content('presentState')));
    for (const one of lines.slice(1)) {
      const [, title = '', page] = /^(.+?)　\.+　(\d+)$/.exec(one) ?? [];
      expect(JSON.stringify(laid.pages[3 + Number(page)])).toContain(title);
    }
  });

  it('a report that was frozen before the pages of appendix H keeps its two first pages and has no cross-page seal', () => {
    const of = { ...reportOf(1), edition: 2 as const };
    const [, second] = layOut(reportDocument(of, issue)).pages;
    expect(JSON.stringify(second)).toContain('声　明');
    expect(reportDocument(of, issue).edgeSeal).toBeUndefined();
  });

  it('the PDF of an issued report shows a strip of the cross-page seal on each page, which together make the whole', () => {
    const laid = layOut(reportDocument(content('presentState'), issue));
    const { pages } = definitionOf([laid], 't', 'a', new Map([['seal-picture', 'data:image/png;base64,AA']]));
    const strips = pages.map(({ pictures }) => pictures.filter(({ clip }) => clip));
    expect(strips.every((strip) => strip.length === 1)).toBe(true);
    const seen = strips.flat().map(({ x, clip = [0, 0, 0, 0] }) => [clip[0] - x, clip[2]] as const);
    const width = strips[0]?.[0]?.width ?? 0;
    expect(seen.reduce((sum, [, wide]) => sum + wide, 0)).toBeCloseTo(width, 3);
    for (const [at, [from, wide]] of seen.entries()) expect(from).toBeCloseTo(at * wide, 3);
    const draft = layOut(reportDocument(content('presentState'), { ...issue, issuedOn: null }));
    expect(draft.edgeSeal).toBeUndefined();
  });
});
