import type { SheetStep } from '@contract/features/projects/projectProcedure';

// Sheets of the demonstration's evaluations (GBZ 331-2024 appendices C and N), in the order of the work.

export interface DemoSheet {
  readonly kind: string;
  readonly values: Readonly<Record<string, string>>;
  /** Rows by table. */
  readonly tables?: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>>;
}

/** Sheets that a script signs before each step. */
export type DemoSheets = Readonly<Partial<Record<SheetStep, readonly DemoSheet[]>>>;

const collectedDocuments = {
  weather: '已收集',
  rooms: '已收集',
  rescue: '已收集',
  signs: '已收集',
  rules: '已收集',
  lastEvaluation: '已收集',
  tests: '已收集',
  health: '已收集',
  installations: '已收集',
  ppe: '已收集',
} as const;
const conformingAnswers = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, '符合']));

const teamSheet = (trade: string, key: string): DemoSheet => ({
  kind: 'evaluationTeam',
  values: {
    trade,
    engineer: '周海涛，卫生工程，工程师',
    health: '林思远，预防医学，工程师',
    key,
  },
});

/** Present-state evaluation of a maker of pumps: sampled on three days, the further survey done beside it. */
export const pumpMakerSheets: DemoSheets = {
  endSurvey: [
    { kind: 'evaluationDocuments', values: { ...collectedDocuments, lastEvaluation: '不适用' } },
    teamSheet(
      '范晓彤，机械制造，高级工程师',
      '砂轮磨尘：接触人数多，接触时间7 h/d。\n二甲苯、甲苯：挥发性强，年用量2.2 t，喷漆岗位有短时间高浓度接触。',
    ),
  ],
  approvePlan: [
    {
      kind: 'evaluationPlanReview',
      values: {
        ...conformingAnswers(['bases', 'scope', 'method', 'hazards', 'key', 'survey', 'organisation']),
        opinion: '化学因素采样三个工作班，符合6.2.7.1的要求，同意实施。',
      },
    },
  ],
  endSampling: [
    {
      kind: 'surveyRunning',
      values: { service: '现状评价' },
      tables: {
        capacity: [
          { product: '离心泵、潜水泵', design: '100万台/a', change: '2024年增加一条装配线', present: '86万台/a' },
        ],
        areas: [
          {
            area: '生产区',
            buildings: '清理车间、涂装车间、装配车间',
            wind: '涂装车间位于主导风向下风侧',
            content: '',
          },
          { area: '办公区', buildings: '综合楼', wind: '位于主导风向上风侧', content: '与生产区以绿化带分隔' },
        ],
        layouts: [{ building: '涂装车间', floor: '一层', content: '浸漆、烘干、喷漆自西向东依次布置' }],
        rescue: [
          {
            kind: '冲洗',
            installation: '喷淋洗眼器',
            parameters: '服务半径15 m',
            quantity: 2,
            position: '涂装车间东、西门旁',
            running: '正常',
            upkeep: '每周试水',
          },
        ],
      },
    },
    {
      kind: 'surveyBuildings',
      values: { service: '现状评价' },
      tables: {
        ventilation: [
          { building: '喷漆房', kind: '机械排风', system: 'P-1水帘喷漆', parameters: '12,000 m³/h', state: '正常' },
        ],
        airFlow: [{ building: '喷漆房', supply: '顶部送风', exhaust: '水帘侧排风', organisation: '上送侧排' }],
        light: [{ building: '装配车间', daylight: '侧窗采光', lamp: 'LED工矿灯', emergency: '有' }],
        constructions: [
          { building: '涂装车间', facing: '南北', floors: 1, height: '7.5 m', distance: '18 m', material: '水泥地面' },
        ],
        rooms: [
          {
            room: '更衣室',
            largestShift: 46,
            women: 12,
            quantity: 2,
            position: '综合楼一层',
            fittings: '便服与工作服分室',
          },
        ],
      },
    },
    {
      kind: 'surveyManagement',
      values: { service: '现状评价' },
      tables: {
        bodies: [{ body: '安全环保部', full: 2, part: 5, duties: '职业病防治的日常管理' }],
        plans: [{ plan: '年度职业病防治计划', done: '已落实' }],
        rules: [{ rule: '职业病防治责任制等13项制度', done: '按制度执行' }],
        rescueBody: [{ body: '应急救援小组', duties: '急性中毒的现场处置', contact: '值班室' }],
        drills: [{ plan: '急性中毒专项预案', content: '上半年演练一次，已评估' }],
        signs: [
          {
            workplace: '喷漆房',
            hazard: '二甲苯、甲苯',
            sign: '当心中毒、戴防毒面具',
            position: '入口',
            state: '完好',
          },
        ],
        declarations: [{ kind: '年度更新', on: '2026-01-16', receipt: 'ZYSB-2026-0116' }],
        files: [{ file: '劳动者职业健康监护档案', content: '一人一档', keeper: '江海波' }],
        funds: [{ item: '个体防护用品', amount: '11.6', year: 2025 }],
      },
    },
    {
      kind: 'surveyEarlier',
      values: { service: '现状评价', adviceAbsent: '首次评价' },
      tables: {
        health: [2023, 2024, 2025].map((year, index) => ({
          kind: '在岗期间',
          year,
          body: '市职业病防治院',
          due: 38 + index,
          examined: 38 + index,
          suspected: 0,
          contraindication: index === 1 ? 1 : 0,
          handling: index === 1 ? '调离原岗位' : '无',
        })),
      },
    },
  ],
};

/** Effect evaluation of a new synthesis workshop: the extraction tested before and behind its hoods. */
export const synthesisSheets: DemoSheets = {
  endSurvey: [
    { kind: 'evaluationDocuments', values: { ...collectedDocuments, health: '不适用' } },
    teamSheet('范晓彤，化学制药，高级工程师', '二氯甲烷：年用量180 t，投料口敞开操作，为重点评价因素。'),
  ],
  approvePlan: [
    {
      kind: 'effectPlanReview',
      values: {
        ...conformingAnswers(['outline', 'bases', 'method', 'employer', 'survey', 'sampling', 'organisation']),
        opinion: '同意实施。',
      },
    },
  ],
  endSampling: [
    {
      kind: 'effectTest',
      values: { on: '', devices: '声级计 ZS-002', running: '离心机与排风机正常运行', note: '隔声罩关闭后测罩外。' },
      tables: {
        pairs: [
          {
            workplace: '二期合成车间',
            installation: '离心机隔声罩',
            factor: '噪声',
            way: '设施内外',
            unit: 'dB(A)',
            one1: '93.2',
            one2: '93.6',
            one3: '93.1',
            two1: '79.8',
            two2: '80.1',
            two3: '79.9',
          },
        ],
        spectra: ['设施前（外）', '设施后（内）'].map((side, index) => ({
          workplace: '二期合成车间',
          installation: '离心机隔声罩',
          factor: '噪声',
          side,
          b250: ['84.1', '74.6'][index] ?? '',
          b500: ['88.0', '75.2'][index] ?? '',
          b1000: ['89.4', '74.1'][index] ?? '',
          b2000: ['87.2', '70.3'][index] ?? '',
          b4000: ['82.5', '64.8'][index] ?? '',
        })),
      },
    },
  ],
};
