import type { Stage } from '@contract/features/projects/projectMachine';
import { type DemoSheets, pumpMakerSheets, synthesisSheets } from './evaluationSheets';
import { leatherTests, paintTests, solventTests, type Test } from './labTests';
import {
  furfurylAlcohol,
  leadFume,
  ownItems,
  plasticizer,
  silicaDust,
  sulfide,
  sulfuricAcid,
  valveTests,
} from './valveTests';

/** A survey row, with the hazard's name in the library. */
interface ScriptRow {
  readonly workshop: string;
  readonly post: string;
  readonly workContent: string;
  readonly hazard: string;
  readonly source: string;
  readonly machines: number;
  readonly workers: number;
  readonly fixedPost: boolean;
  readonly shift: string;
  readonly hoursPerDay: string;
  readonly daysPerWeek: string;
  readonly controls: string;
  readonly controlsRunning: string;
  readonly ppe: string;
  readonly ppeWorn: string;
  readonly contactPattern: string;
  readonly peakTimes: number;
  readonly peakMinutes: number;
  readonly peakGap: number;
}

export interface Script {
  /** Index in `demoProjects`. */
  readonly project: number;
  /** Stage at which the demonstration's work on the project ends. */
  readonly lastStage: Extract<Stage, 'planning' | 'planReview' | 'sampling' | 'handOver' | 'testing' | 'published'>;
  /** Tests in the laboratory. */
  readonly tests?: readonly Test[];
  /** Additional hazards of the laboratory's methods. */
  readonly ownItems?: readonly (readonly [method: string, hazard: string])[];
  /** Sampling conditions of the subcontractor's method, which the library lacks. */
  readonly sampledAs?: Readonly<
    Record<string, { readonly medium: string; readonly flow: string; readonly minutes: number }>
  >;
  /** Days from the last sampling to the tests, where samples don't keep for two. */
  readonly testedAfter?: number;
  /** Subcontractor and items to which the client agreed. */
  readonly subcontractor?: string;
  /** Days of the steps, counted from today. */
  readonly days: {
    readonly contract: number;
    readonly survey: number;
    readonly plan: number;
    readonly approval: number;
    readonly sampling: readonly number[];
  };
  /** Day of a visit before the survey, with a photograph that 时间核查 asks to explain. */
  readonly visitedBefore?: number;
  readonly product: string;
  readonly process: string;
  readonly materials: string;
  readonly layout: string;
  readonly companion: string;
  /** Picture of the companion's signature; absent if nothing was sampled. */
  readonly signature?: string;
  readonly weather: {
    readonly sky: string;
    readonly temperature: string;
    readonly humidity: string;
    readonly pressure: string;
    readonly windSpeed: string;
    readonly windDirection: string;
  };
  readonly rows: readonly ScriptRow[];
  /** Sheets of an evaluation; a script without them plays a project from before evaluations had sheets. */
  readonly sheets?: DemoSheets;
}

const wornEquipment = {
  controlsRunning: '正常',
  ppeWorn: '佩戴',
  daysPerWeek: '5',
  shift: '白班8h',
  fixedPost: true,
  contactPattern: 'unsteady',
  peakTimes: 2,
  peakMinutes: 15,
  peakGap: 120,
} as const;
const gasControls = { ppe: '防毒半面罩、防化手套', controls: '局部排风罩' } as const;

/**
 * Projects that the demonstration moves by the product's own calls: two from contract to published report, one to the
 * analyst, one to received samples, and three to their plan.
 */
export const scripts: readonly Script[] = [
  {
    project: 0,
    lastStage: 'published',
    tests: paintTests,
    days: { contract: -46, survey: -44, plan: -42, approval: -41, sampling: [-38] },
    product: '汽车变速箱齿轮，年产180万件',
    process:
      '下料→粗车→滚齿→热处理→磨齿→去毛刺打磨→清洗→外壳喷漆→包装。打磨工位设移动式除尘器，喷漆在水帘喷漆室内进行。',
    materials: '20CrMnTi齿轮钢 3,600 t/a、磨削液 12 t/a、丙烯酸漆 2.4 t/a、稀释剂（含二甲苯）1.1 t/a。',
    layout: '机加工车间与喷漆间分隔布置，喷漆间位于厂房西北角，独立排风。',
    companion: '沈建国',
    signature: 'signature-shen',
    weather: {
      sky: '多云',
      temperature: '19.4',
      humidity: '58',
      pressure: '101.2',
      windSpeed: '0.5',
      windDirection: '东南',
    },
    rows: [
      {
        ...wornEquipment,
        workshop: '机加工车间',
        post: '打磨工',
        workContent: '去毛刺、打磨',
        hazard: '砂轮磨尘',
        source: '砂轮机打磨',
        machines: 3,
        workers: 4,
        hoursPerDay: '6',
        ppe: 'KN95防尘口罩',
        controls: '移动式除尘器',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '喷漆间',
        post: '喷漆工',
        workContent: '外壳喷漆、补漆',
        hazard: '二甲苯(全部异构体)',
        source: '喷漆',
        machines: 1,
        workers: 2,
        hoursPerDay: '4',
        controls: '水帘喷漆室',
      },
    ],
  },
  {
    project: 3,
    lastStage: 'published',
    tests: leatherTests,
    days: { contract: -43, survey: -41, plan: -39, approval: -38, sampling: [-34] },
    product: '皮革服装，年产12万件',
    process: '裁皮→缝制→喷涂修色→晾干→整烫→检验→包装。喷涂在独立喷房内进行，设上吸式排风罩。',
    materials: '羊皮革 46 万张/a、皮革涂饰剂 3.2 t/a、稀释剂（含二甲苯）0.8 t/a。',
    layout: '喷房位于二楼东侧，与缝制车间以实墙分隔，废气经活性炭吸附后屋顶排放。',
    companion: '陆惠明',
    signature: 'signature-luhm',
    weather: {
      sky: '晴',
      temperature: '21.8',
      humidity: '54',
      pressure: '101.6',
      windSpeed: '0.4',
      windDirection: '南',
    },
    rows: [
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '喷涂车间',
        post: '喷涂工',
        workContent: '皮衣喷涂、修色',
        hazard: '二甲苯(全部异构体)',
        source: '喷涂',
        machines: 2,
        workers: 3,
        hoursPerDay: '6',
        controls: '上吸式排风罩',
      },
    ],
  },
  {
    project: 6,
    lastStage: 'testing',
    sheets: synthesisSheets,
    tests: solventTests,
    days: { contract: -40, survey: -38, plan: -36, approval: -35, sampling: [-33, -32, -31] },
    product: '抗感染类原料药中间体，年产320吨',
    process: '投料→溶解→合成反应→浓缩→结晶→离心→干燥→包装。反应釜、离心机密闭操作，投料口与出料口设局部排风。',
    materials: '二氯甲烷 180 t/a、甲醇 260 t/a、四氢呋喃 75 t/a、30%盐酸 96 t/a。',
    layout: '二期合成车间为三层框架结构：一层离心、干燥，二层反应，三层投料；控制室独立设置。',
    companion: '阮成伟',
    signature: 'signature-ruan',
    weather: {
      sky: '多云',
      temperature: '14.6',
      humidity: '62',
      pressure: '102.1',
      windSpeed: '0.8',
      windDirection: '东北',
    },
    rows: [
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '二期合成车间',
        post: '投料工',
        workContent: '人工投料、巡检',
        hazard: '二氯甲烷',
        source: '投料',
        machines: 2,
        workers: 4,
        hoursPerDay: '2',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '二期合成车间',
        post: '反应釜操作工',
        workContent: '加料、升温、取样',
        hazard: '甲醇',
        source: '合成反应',
        machines: 6,
        workers: 6,
        hoursPerDay: '4',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '二期合成车间',
        post: '离心操作工',
        workContent: '上料、卸料',
        hazard: '四氢呋喃',
        source: '离心分离',
        machines: 3,
        workers: 2,
        hoursPerDay: '3',
      },
      {
        ...wornEquipment,
        workshop: '二期合成车间',
        post: '反应釜操作工',
        workContent: '滴加盐酸',
        hazard: '氯化氢及盐酸',
        source: '调酸',
        machines: 2,
        workers: 2,
        hoursPerDay: '1',
        ppe: '防毒全面罩、耐酸手套',
        controls: '密闭滴加、碱液吸收',
      },
    ],
  },
  {
    project: 7,
    lastStage: 'handOver',
    days: { contract: -21, survey: -19, plan: -17, approval: -16, sampling: [-14] },
    product: '染料中间体、精细化工助剂，年产1,500吨',
    process: '备料→磺化→中和→压滤→干燥→包装；液氨、液氯由罐区管道送入，尾气经两级吸收后排放。',
    materials: '甲苯 210 t/a、甲醇 120 t/a、液氨 86 t/a、98%硫酸 340 t/a、31%盐酸 150 t/a。',
    layout: '厂区由生产区、罐区、辅助区组成，磺化车间、中和车间位于主导风向下风侧。',
    companion: '陆国忠',
    signature: 'signature-lu',
    weather: {
      sky: '晴',
      temperature: '16.2',
      humidity: '55',
      pressure: '101.8',
      windSpeed: '0.6',
      windDirection: '东',
    },
    rows: [
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '磺化车间',
        post: '磺化操作工',
        workContent: '加料、巡检',
        hazard: '硫酸及三氧化硫',
        source: '磺化反应',
        machines: 4,
        workers: 6,
        hoursPerDay: '4',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '磺化车间',
        post: '溶剂回收工',
        workContent: '蒸馏、取样',
        hazard: '甲苯',
        source: '溶剂蒸馏',
        machines: 2,
        workers: 3,
        hoursPerDay: '6',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '磺化车间',
        post: '溶剂回收工',
        workContent: '蒸馏、取样',
        hazard: '甲醇',
        source: '溶剂蒸馏',
        machines: 2,
        workers: 3,
        hoursPerDay: '6',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '中和车间',
        post: '中和操作工',
        workContent: '通氨、调节pH',
        hazard: '氨',
        source: '中和反应',
        machines: 3,
        workers: 4,
        hoursPerDay: '5',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '中和车间',
        post: '压滤工',
        workContent: '卸料、冲洗',
        hazard: '氯化氢及盐酸',
        source: '压滤',
        machines: 2,
        workers: 2,
        hoursPerDay: '3',
      },
      {
        ...wornEquipment,
        workshop: '动力车间',
        post: '空压机巡检工',
        workContent: '巡检',
        hazard: '噪声',
        source: '空压机运行',
        machines: 3,
        workers: 2,
        fixedPost: false,
        hoursPerDay: '2',
        controls: '隔声罩、减振',
        ppe: '防噪声耳塞',
      },
    ],
  },
  {
    project: 5,
    lastStage: 'planning',
    days: { contract: -10, survey: -6, plan: -5, approval: -4, sampling: [0] },
    product: '五金手工具，年产420万件',
    process: '下料→锻打→热处理→打磨抛光→喷漆→装配→包装。打磨工位设侧吸式除尘，喷漆在水帘喷漆室内进行。',
    materials: '碳素工具钢 2,100 t/a、丙烯酸漆 1.6 t/a、稀释剂（含二甲苯）0.7 t/a。',
    layout: '锻打、打磨、喷漆三个车间沿厂区东侧依次布置，互以实墙分隔。',
    companion: '应国平',
    weather: {
      sky: '晴',
      temperature: '16.0',
      humidity: '55',
      pressure: '101.8',
      windSpeed: '0.5',
      windDirection: '东',
    },
    rows: [
      {
        ...wornEquipment,
        workshop: '打磨车间',
        post: '打磨工',
        workContent: '手工打磨、抛光',
        hazard: '砂轮磨尘',
        source: '砂轮机',
        machines: 8,
        workers: 9,
        hoursPerDay: '6',
        ppe: 'KN95防尘口罩',
        controls: '侧吸式除尘罩',
      },
      {
        ...wornEquipment,
        workshop: '锻打车间',
        post: '锻打工',
        workContent: '锻打、校直',
        hazard: '噪声',
        source: '空气锤',
        machines: 4,
        workers: 6,
        hoursPerDay: '6',
        ppe: '防噪声耳塞',
        controls: '基础减振',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '喷漆车间',
        post: '喷漆工',
        workContent: '手工喷漆',
        hazard: '二甲苯(全部异构体)',
        source: '喷漆',
        machines: 2,
        workers: 3,
        hoursPerDay: '5',
        controls: '水帘喷漆室',
      },
    ],
  },
  {
    project: 8,
    lastStage: 'sampling',
    sheets: pumpMakerSheets,
    days: { contract: -13, survey: -10, plan: -7, approval: -5, sampling: [0, 1, 2] },
    product: '离心泵、潜水泵，年产86万台',
    process: '铸件清理→机加工→浸漆烘干→喷漆→装配→试验→包装。浸漆、喷漆在独立车间内进行，设整体排风。',
    materials: '铸铁件 5,800 t/a、绝缘漆 18 t/a、水性漆 26 t/a、稀释剂（含甲苯、二甲苯）2.2 t/a。',
    layout: '清理车间位于厂区西南角，涂装车间位于东北角，装配车间居中。',
    companion: '江海波',
    weather: {
      sky: '多云',
      temperature: '15.2',
      humidity: '63',
      pressure: '102.0',
      windSpeed: '0.7',
      windDirection: '北',
    },
    rows: [
      {
        ...wornEquipment,
        workshop: '清理车间',
        post: '清理打磨工',
        workContent: '铸件打磨、清砂',
        hazard: '砂轮磨尘',
        source: '手持砂轮机',
        machines: 6,
        workers: 8,
        hoursPerDay: '7',
        ppe: 'KN95防尘口罩',
        controls: '移动式除尘器',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '涂装车间',
        post: '浸漆工',
        workContent: '定子浸漆、烘干',
        hazard: '二甲苯(全部异构体)',
        source: '浸漆烘干',
        machines: 2,
        workers: 4,
        hoursPerDay: '6',
        controls: '整体排风',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '涂装车间',
        post: '喷漆工',
        workContent: '泵体喷漆',
        hazard: '甲苯',
        source: '喷漆',
        machines: 2,
        workers: 5,
        hoursPerDay: '6',
        controls: '水帘喷漆室',
      },
    ],
  },
  {
    project: 9,
    lastStage: 'planReview',
    visitedBefore: -5,
    days: { contract: -7, survey: -4, plan: -2, approval: -1, sampling: [3] },
    product: '船用锚机、绞车，年产2,600台',
    process: '下料→焊接→机加工→抛丸→喷漆→总装→试车。抛丸机密闭并设布袋除尘，喷漆在喷漆房内进行。',
    materials: '钢板 7,400 t/a、稀释剂（含二甲苯）3.8 t/a、环氧底漆 21 t/a。',
    layout: '焊接、机加工在一号厂房，抛丸、喷漆在二号厂房，两厂房相距22米。',
    companion: '乐建军',
    weather: {
      sky: '阴',
      temperature: '14.1',
      humidity: '68',
      pressure: '102.2',
      windSpeed: '1.1',
      windDirection: '东北',
    },
    rows: [
      {
        ...wornEquipment,
        workshop: '一号厂房',
        post: '打磨工',
        workContent: '焊缝打磨',
        hazard: '砂轮磨尘',
        source: '角磨机',
        machines: 10,
        workers: 12,
        hoursPerDay: '5',
        ppe: 'KN95防尘口罩',
        controls: '移动式除尘器',
      },
      {
        ...wornEquipment,
        ...gasControls,
        workshop: '二号厂房',
        post: '喷漆工',
        workContent: '底漆、面漆喷涂',
        hazard: '二甲苯(全部异构体)',
        source: '喷漆',
        machines: 2,
        workers: 4,
        hoursPerDay: '6',
        controls: '喷漆房上送下排',
      },
    ],
  },
  {
    project: 12,
    lastStage: 'testing',
    testedAfter: 1,
    subcontractor: '浙江浦泽分析测试有限公司：糠醇（客户书面同意见委托书附件）',
    tests: valveTests,
    ownItems,
    sampledAs: { [furfurylAlcohol]: { medium: '活性炭管', flow: '0.1', minutes: 15 } },
    days: { contract: -25, survey: -23, plan: -21, approval: -20, sampling: [-17] },
    product: '铜截止阀、角阀，年产620万件',
    process:
      '配料→熔炼→造型→浇注→落砂→机加工→酸洗→电镀→涂装→装配→试压→包装。熔炼炉设炉口侧吸罩，落砂机密闭，酸洗、电镀槽设槽边侧吸罩。',
    materials:
      '铅黄铜锭 3,900 t/a、锡锭 62 t/a、呋喃树脂 48 t/a、冷芯盒树脂 21 t/a、31%盐酸 75 t/a、98%硫酸 6 t/a、铬酐 3.6 t/a。',
    layout: '熔炼、造型车间位于厂区北侧，表面处理车间位于南侧下风向，污水站在西南角。',
    companion: '苏林彬',
    signature: 'signature-su',
    weather: {
      sky: '晴',
      temperature: '17.6',
      humidity: '60',
      pressure: '101.7',
      windSpeed: '0.6',
      windDirection: '东北',
    },
    rows: [
      {
        ...wornEquipment,
        workshop: '熔炼车间',
        post: '熔炼工',
        workContent: '投料、扒渣、浇注',
        hazard: leadFume,
        source: '铜合金熔炼',
        machines: 4,
        workers: 6,
        hoursPerDay: '7',
        controls: '炉口侧吸罩',
        ppe: '防颗粒物半面罩',
      },
      {
        ...wornEquipment,
        workshop: '熔炼车间',
        post: '熔炼工',
        workContent: '投料、扒渣、浇注',
        hazard: '砷及其无机化合物(按As计)',
        source: '铜合金熔炼',
        machines: 4,
        workers: 6,
        hoursPerDay: '7',
        controls: '炉口侧吸罩',
        ppe: '防颗粒物半面罩',
      },
      {
        ...wornEquipment,
        workshop: '熔炼车间',
        post: '配料工',
        workContent: '锡锭称量、加料',
        hazard: '二氧化锡(按Sn计)',
        source: '锡青铜配料',
        machines: 1,
        workers: 2,
        hoursPerDay: '4',
        controls: '侧吸罩',
        ppe: '防颗粒物半面罩',
      },
      {
        ...wornEquipment,
        workshop: '熔炼车间',
        post: '配料工',
        workContent: '加精炼剂',
        hazard: '氟及其化合物(不含氟化氢)(按F计)',
        source: '氟盐精炼剂',
        machines: 2,
        workers: 2,
        hoursPerDay: '2',
        controls: '炉口侧吸罩',
        ppe: '防毒半面罩',
      },
      {
        ...wornEquipment,
        workshop: '造型车间',
        post: '制芯工',
        workContent: '冷芯盒射芯',
        hazard: '二苯基甲烷二异氰酸酯',
        source: '冷芯盒树脂',
        machines: 3,
        workers: 5,
        hoursPerDay: '6',
        controls: '密闭、局部排风',
        ppe: '防毒半面罩',
      },
      {
        ...wornEquipment,
        workshop: '造型车间',
        post: '造型工',
        workContent: '呋喃树脂砂造型',
        hazard: furfurylAlcohol,
        source: '呋喃树脂固化',
        machines: 2,
        workers: 4,
        hoursPerDay: '6',
        controls: '顶吸罩',
        ppe: '防毒半面罩',
      },
      {
        ...wornEquipment,
        workshop: '造型车间',
        post: '造型工',
        workContent: '刷涂料、烘型',
        hazard: '煤焦油沥青挥发物(按苯溶物计)',
        source: '铸型涂料烘烤',
        machines: 2,
        workers: 4,
        hoursPerDay: '3',
        controls: '顶吸罩',
        ppe: '防毒半面罩',
      },
      {
        ...wornEquipment,
        workshop: '造型车间',
        post: '落砂工',
        workContent: '落砂、清砂',
        hazard: silicaDust,
        source: '落砂机',
        machines: 2,
        workers: 3,
        hoursPerDay: '6',
        controls: '密闭、布袋除尘',
        ppe: 'KN95防尘口罩',
      },
      {
        ...wornEquipment,
        workshop: '造型车间',
        post: '落砂工',
        workContent: '落砂、清砂',
        hazard: '噪声',
        source: '落砂机、空压机',
        machines: 2,
        workers: 3,
        hoursPerDay: '6',
        controls: '隔声间',
        ppe: '防噪声耳塞',
      },
      {
        ...wornEquipment,
        workshop: '表面处理车间',
        post: '酸洗工',
        workContent: '酸洗、漂洗',
        hazard: '氯化氢及盐酸',
        source: '酸洗槽',
        machines: 2,
        workers: 3,
        hoursPerDay: '5',
        controls: '槽边侧吸、碱液喷淋',
        ppe: '防毒全面罩、耐酸手套',
      },
      {
        ...wornEquipment,
        workshop: '表面处理车间',
        post: '酸洗工',
        workContent: '酸洗、漂洗',
        hazard: sulfuricAcid,
        source: '酸洗槽',
        machines: 2,
        workers: 3,
        hoursPerDay: '5',
        controls: '槽边侧吸、碱液喷淋',
        ppe: '防毒全面罩、耐酸手套',
      },
      {
        ...wornEquipment,
        workshop: '表面处理车间',
        post: '电镀工',
        workContent: '镀铬、补液',
        hazard: '三氧化铬、铬酸盐、重铬酸盐(按Cr计)',
        source: '镀铬槽',
        machines: 2,
        workers: 4,
        hoursPerDay: '6',
        controls: '槽边侧吸、抑雾剂',
        ppe: '防毒半面罩、耐酸手套',
      },
      {
        ...wornEquipment,
        workshop: '表面处理车间',
        post: '污水处理工',
        workContent: '巡检、加药',
        hazard: sulfide,
        source: '污水沉淀池',
        machines: 1,
        workers: 2,
        hoursPerDay: '2',
        controls: '自然通风',
        ppe: '防毒半面罩',
      },
      {
        ...wornEquipment,
        workshop: '表面处理车间',
        post: '涂装工',
        workContent: '配漆、喷涂',
        hazard: plasticizer,
        source: '涂料增塑剂',
        machines: 1,
        workers: 2,
        hoursPerDay: '4',
        controls: '水帘喷漆室',
        ppe: '防毒半面罩',
      },
    ],
  },
];
