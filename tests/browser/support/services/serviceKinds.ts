import type { SheetStep } from '@contract/features/projects/projectProcedure';

// The three services of GBZ 331-2024 as data: what a journey of each signs before which step, and what its report says.

/** Answers of a sheet besides the usual ones, and the rows of its tables. */
export interface SheetAnswers {
  readonly kind: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly tables?: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>>;
  /** The rows that the product made are kept as they are. */
  readonly ownRows?: true;
}

type Sheets = Readonly<Partial<Record<SheetStep, readonly SheetAnswers[]>>>;

export interface Service {
  readonly label: string;
  readonly unit: string;
  readonly creditCode: string;
  /** Type of the project. */
  readonly type: 'DQ' | 'XZ' | 'KX';
  /** Number of days with samples. */
  readonly shifts: number;
  /** Last day with samples, from today: people and pumps are at one place at a time, so services share no day. */
  readonly lastDay: number;
  readonly sheets: Sheets;
  /** Sheet that people fill in the browser, and the step that waits for it. */
  readonly typed: { readonly kind: string; readonly step: SheetStep; readonly move: string };
  readonly reportTitle: RegExp;
  /** Chapters of the report in their order. */
  readonly chapters: readonly string[];
}

const shared: Sheets = {
  passContract: [{ kind: 'contractReviewSheet', values: { contract: '职业卫生技术服务合同' } }],
  endSurvey: [
    'surveyEmployer',
    'surveyMaterials',
    'surveyRadiation',
    'surveyProcess',
    'surveyJobs',
    'surveyProtection',
    'surveyConfirmation',
  ].map((kind) => ({ kind })),
  approvePlan: [{ kind: 'clientConfirmation' }],
  endSampling: [{ kind: 'fieldCheck' }],
  signReport: [{ kind: 'issueSheet', values: { copies: '3' } }],
  archive: [{ kind: 'handOutSheet', values: { copies: '2', way: '快递', courier: 'SF1387602219' } }],
};

/** Conversion records G.1 and G.2, whose rows follow from the results. */
const conversions: readonly SheetAnswers[] = [
  { kind: 'airConversion', ownRows: true },
  { kind: 'physicalConversion', ownRows: true, values: { physicalResultsAbsent: '没有检测物理因素' } },
];

/** Returns the sheets of every service and further ones. */
const withShared = (own: Sheets): Sheets =>
  Object.fromEntries(
    [...new Set([...Object.keys(shared), ...Object.keys(own)])].map((step) => [
      step,
      [...(shared[step as SheetStep] ?? []), ...(own[step as SheetStep] ?? [])],
    ]),
  );

const chaptersOfCheck = [
  '检测依据',
  '用人单位概况',
  '生产工艺与职业病危害因素分布',
  '检测内容与方法',
  '环境条件与生产状态',
  '检测结果',
  '超标分析',
  '结论',
  '建议',
] as const;

const documents = {
  kind: 'evaluationDocuments',
  values: { lastEvaluation: '不适用', note: '首次评价' },
} as const satisfies SheetAnswers;

export const services: readonly Service[] = [
  {
    label: '定期检测',
    unit: '桐乡启明木业有限公司',
    creditCode: '91330483MA2CXY4T8K',
    type: 'DQ',
    shifts: 1,
    lastDay: -1,
    sheets: withShared({
      approvePlan: [{ kind: 'planRemarks', values: { adoption1: '采纳', change1: '第3页采样点2' } }],
      submitReport: [{ kind: 'reportWriting' }, ...conversions],
      signReport: [
        { kind: 'reportReviewSheet' },
        { kind: 'reportRemarks', values: { adoption1: '采纳', change1: '第4章' } },
      ],
      archive: [
        { kind: 'supervisionSheet' },
        { kind: 'objection', values: { finding: '不成立' } },
        { kind: 'regularArchive', values: { line14: '无此项' } },
      ],
    }),
    typed: { kind: 'planReviewSheet', step: 'approvePlan', move: '批准' },
    reportTitle: /检测报告/,
    chapters: chaptersOfCheck,
  },
  {
    label: '现状评价',
    unit: '海宁长安家具制造有限公司',
    creditCode: '91330481MA2CXY4T8K',
    type: 'XZ',
    shifts: 3,
    lastDay: -2,
    sheets: withShared({
      endSurvey: [documents],
      approvePlan: [{ kind: 'evaluationPlanReview' }],
      endSampling: [
        { kind: 'surveyRunning' },
        { kind: 'surveyBuildings' },
        { kind: 'surveyManagement' },
        {
          kind: 'surveyEarlier',
          values: { adviceAbsent: '首次评价' },
          tables: {
            health: [2023, 2024, 2025].map((year) => ({
              kind: '在岗期间',
              year,
              body: '市职业病防治院',
              due: 20,
              examined: 20,
              suspected: 0,
              contraindication: 0,
            })),
          },
        },
      ],
      submitReport: [
        ...conversions,
        {
          kind: 'evaluationReport',
          tables: {
            trend: [2024, 2025, 2026].map((year) => ({
              year,
              post: '打磨工',
              hazard: '砂轮磨尘',
              result: '2.1 mg/m³',
              limit: '8 mg/m³',
              verdict: '符合',
            })),
            keyPoints: [{ post: '打磨工', hazard: '砂轮磨尘', point: '打磨工位除尘', measure: '保持除尘器运行' }],
          },
        },
      ],
      signReport: [{ kind: 'evaluationReportReview' }],
      archive: [{ kind: 'evaluationArchive' }],
    }),
    typed: { kind: 'evaluationTeam', step: 'endSurvey', move: '结束调查' },
    reportTitle: /职业病危害现状评价报告/,
    chapters: [
      '总论',
      '用人单位概况与运行情况',
      '职业病危害因素识别、检测与评价',
      '职业病防护措施',
      '结论',
      '建议',
      '附件',
    ],
  },
  {
    label: '防护设施与防护用品效果评价',
    unit: '平湖新仓工艺木器有限公司',
    creditCode: '91330482MA2CXY4T8K',
    type: 'KX',
    shifts: 3,
    lastDay: -5,
    sheets: withShared({
      endSurvey: [documents, { kind: 'evaluationTeam' }],
      endSampling: [
        { kind: 'ventilationCheck' },
        {
          kind: 'effectTest',
          tables: {
            pairs: [
              {
                workplace: '木工车间',
                installation: '侧吸罩',
                factor: '高温',
                way: '设施前后',
                unit: '℃',
                one1: '31.2',
                one2: '31.4',
                one3: '31.1',
                two1: '28.8',
                two2: '28.7',
                two3: '28.9',
              },
            ],
          },
        },
        {
          kind: 'fitTest',
          values: {
            method: '定量',
            required: '100',
            factor: '145',
            verdict: '通过',
            on: '2026-03-02',
            next: '2027-03-02',
            ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`exercise${at}`, `${139 + at}`])),
          },
        },
        { kind: 'hearingTest', values: { required: '20', left: '22', right: '21.5', both: '23', verdict: '通过' } },
      ],
      submitReport: [
        {
          kind: 'effectReport',
          values: { conclusion: '合格' },
          tables: {
            installations: [
              {
                workplace: '木工车间',
                installation: '侧吸罩',
                parameters: '设计风量2400 m³/h，实测2310 m³/h',
                hazards: '砂轮磨尘 2.1 mg/m³，限值8 mg/m³',
                grade: '合格',
              },
            ],
            articles: [{ article: 'KN95防尘口罩', post: '打磨工', fit: '适合因数145，通过', grade: '合格' }],
          },
        },
      ],
      signReport: [{ kind: 'evaluationReportReview' }],
      archive: [{ kind: 'effectArchive' }],
    }),
    typed: { kind: 'effectPlanReview', step: 'approvePlan', move: '批准' },
    reportTitle: /效果评价报告/,
    chapters: ['总论', '用人单位概况', '职业病危害因素与防护措施调查', '检测结果', '结论', '建议', '附件'],
  },
];
