import type { HazardLibrary } from './libraryHazards';
import { chromatography, spectrometry } from './qualityRules';
import { readStandardMethods } from './standardMethods';

// Customary values of DOMAIN §1.6 (media and flows), §4 and §5 (curve and quality rules), stored as data for each
// organization to check against its own instructions. Numbers of standards are given as far as known; others are marked
// 待核对.

export interface LibraryMethod {
  readonly title: string;
  readonly [field: string]: string | number | boolean | null;
}

/** A hazard that a method measures, both by name. */
export interface LibraryItem {
  readonly method: string;
  readonly hazard: string;
  readonly [field: string]: string | null;
}

/** DOMAIN §1.11: how a collector is kept until it is tested. */
const sealedCold = { storageCondition: '两端密封，4℃避光' } as const;
const coldStorage = { storageCondition: '4℃避光' } as const;
const roomTemperature = { storageCondition: '常温' } as const;
const weighingMethod = { resultRoute: 'weighing', blanksPerBatch: 2, ...roomTemperature } as const;
const charcoalTube = {
  ...sealedCold,
  medium: '活性炭管',
  shortFlow: '0.1',
  shortMinutes: 15,
  longFlow: '0.05',
  longMinutes: 480,
  samplingNote: '短时间个别因素0.2～0.3 L/min；长时间2～8 h',
} as const;
const membraneFilter = {
  ...roomTemperature,
  medium: '微孔滤膜',
  shortFlow: '5',
  shortMinutes: 15,
  longFlow: '1',
  longMinutes: 480,
  samplingNote: '定点40 mm滤膜；个体25～37 mm滤膜，1～2 L/min',
} as const;
const bubblerTube = {
  ...coldStorage,
  medium: '大型气泡吸收管或多孔玻板吸收管',
  shortFlow: '0.5',
  shortMinutes: 15,
  samplingNote: '气泡吸收管0.5 L/min，多孔玻板吸收管至1.0 L/min；不用于个体采样',
} as const;
const volumesNote = '未注明分册与年号，供已有的记录沿用；新方案请选用注明分册与年号的方法';
const onSiteInstrument = {
  methodKind: 'genericTest',
  resultRoute: 'onSite',
  technique: '现场测量',
  remark: '年号待核对',
} as const;

const methodRow = (
  title: string,
  standardNo: string,
  methodFacts: Readonly<Record<string, string | number | boolean | null>>,
): LibraryMethod => ({ title, standardNo, cma: false, status: '1', dataCertainty: 'check', ...methodFacts });

const customaryMethods: readonly LibraryMethod[] = [
  methodRow('苯系物 溶剂解吸-气相色谱法', 'GBZ/T 160.42-2007', {
    methodKind: 'gasChromatography',
    resultRoute: 'solvent',
    technique: '氢火焰离子化检测器',
    ...charcoalTube,
    ...chromatography,
    efficiencyMin: '90',
  }),
  methodRow('苯系物 热解吸-气相色谱法', 'GBZ/T 160.42-2007', {
    methodKind: 'gasChromatography',
    resultRoute: 'thermal1',
    technique: '氢火焰离子化检测器',
    validFrom: '2007-11-30',
    validUntil: '2018-04-30',
    standardStatus: '苯系物方法已由GBZ/T 300.66-2017取代；对特丁基甲苯仍可引用',
    ...sealedCold,
    medium: '热解吸管',
    shortFlow: '0.1',
    shortMinutes: 15,
    longFlow: '0.05',
    longMinutes: 480,
    ...chromatography,
    efficiencyMin: '90',
  }),
  methodRow('有机溶剂 溶剂解吸-气相色谱法', 'GBZ/T 300', {
    methodKind: 'gasChromatography',
    resultRoute: 'solvent',
    technique: '氢火焰离子化检测器',
    ...charcoalTube,
    ...chromatography,
    efficiencyMin: '90',
    remark: volumesNote,
  }),
  methodRow('醇类 溶剂解吸-气相色谱法（硅胶管）', 'GBZ/T 300', {
    methodKind: 'gasChromatography',
    resultRoute: 'solvent',
    technique: '氢火焰离子化检测器',
    ...sealedCold,
    medium: '硅胶管',
    shortFlow: '0.1',
    shortMinutes: 15,
    longFlow: '0.05',
    longMinutes: 480,
    samplingNote: '短时间0.1～0.3 L/min；长时间0.05～0.1 L/min',
    ...chromatography,
    efficiencyMin: '90',
    remark: volumesNote,
  }),
  methodRow('无机气体 直接进样-气相色谱法', 'GBZ/T 300', {
    methodKind: 'gasChromatography',
    resultRoute: 'direct',
    medium: '采气袋',
    samplingNote: '采气袋或注射器直接采集，100 mL',
    ...chromatography,
    curveUnit: 'μg/mL（气）',
    remark: volumesNote,
  }),
  methodRow('有机化合物 溶剂洗脱法', 'GBZ/T 300', {
    methodKind: 'solventElution',
    resultRoute: 'elution',
    ...membraneFilter,
    ...chromatography,
    efficiencyMin: '90',
    remark: volumesNote,
  }),
  methodRow('目视比色法', 'GBZ/T 300', {
    methodKind: 'visualColorimetry',
    resultRoute: 'solution',
    ...bubblerTube,
    curveUnit: 'μg',
    blanksPerBatch: 2,
    blankRule: '与零管一致',
    controlRule: '双人比色同管或相邻管',
    remark: volumesNote,
  }),
  methodRow('异氰酸酯 高效液相色谱法', 'GBZ/T 300', {
    methodKind: 'liquidChromatography',
    resultRoute: 'elution',
    ...coldStorage,
    medium: '浸渍滤膜',
    shortFlow: '1',
    shortMinutes: 15,
    longFlow: '1',
    longMinutes: 240,
    ...chromatography,
    efficiencyMin: '90',
    remark: volumesNote,
  }),
  methodRow('无机酸 离子色谱法', 'GBZ/T 300', {
    methodKind: 'ionChromatography',
    resultRoute: 'solution',
    technique: '电导检测器',
    ...bubblerTube,
    ...chromatography,
    remark: volumesNote,
  }),
  methodRow('滤膜质量法测总粉尘', 'GBZ/T 192.1', {
    methodKind: 'dust',
    ...weighingMethod,
    technique: '天平感量0.01 mg',
    medium: '测尘滤膜',
    shortFlow: '20',
    shortMinutes: 15,
    longFlow: '2',
    longMinutes: 240,
    samplingNote: '定点40 mm滤膜15～40 L/min；个体37 mm滤膜1～5 L/min',
    blankRule: '空白滤膜增量≤0.02 mg',
    dataCertainty: 'sure',
  }),
  methodRow('滤膜质量法测呼吸性粉尘', 'GBZ/T 192.2', {
    methodKind: 'dust',
    ...weighingMethod,
    technique: '天平感量0.01 mg',
    medium: '测尘滤膜（配预分离器）',
    shortFlow: '20',
    shortMinutes: 15,
    longFlow: '2',
    longMinutes: 240,
    samplingNote: '流量按预分离器的设计流量',
    blankRule: '空白滤膜增量≤0.02 mg',
  }),
  methodRow('粉尘分散度', 'GBZ/T 192.3', {
    methodKind: 'genericTest',
    technique: '计数不少于200个颗粒',
    medium: '测尘滤膜',
    remark: '年号待核对',
  }),
  methodRow('焦磷酸法测游离二氧化硅', 'GBZ/T 192.4', {
    methodKind: 'freeSilica',
    ...weighingMethod,
    blanksPerBatch: null,
    technique: '245～250 ℃溶解15 min，800～900 ℃灰化30 min',
    medium: '沉降尘或滤膜尘',
    parallelMax: '10',
    samplingNote: '称样0.1000～0.2000 g',
    dataCertainty: 'sure',
  }),
  methodRow('石棉纤维计数浓度', 'GBZ/T 192.5', {
    methodKind: 'genericTest',
    technique: '相差显微镜计数',
    medium: '微孔滤膜',
    shortFlow: '2',
    shortMinutes: 120,
    blanksPerBatch: 2,
    remark: '年号待核对',
  }),
  methodRow('苯溶物 重量法', 'GBZ/T 300', {
    methodKind: 'dustOrganics',
    ...weighingMethod,
    technique: '苯萃取',
    medium: '测尘滤膜',
    shortFlow: '20',
    shortMinutes: 15,
    parallelMax: '10',
    remark: volumesNote,
  }),
  methodRow('外委检测', '按分包方依据', { methodKind: 'outsourced', remark: '结果引自分包机构的报告，不重新计算' }),
  methodRow('金属 火焰原子吸收分光光度法', 'GBZ/T 300', {
    methodKind: 'atomicAbsorption',
    resultRoute: 'digestion',
    technique: '火焰',
    ...membraneFilter,
    ...spectrometry,
    remark: volumesNote,
  }),
  methodRow('金属 石墨炉原子吸收分光光度法', 'GBZ/T 300', {
    methodKind: 'atomicAbsorption',
    resultRoute: 'digestion',
    technique: '石墨炉',
    ...membraneFilter,
    ...spectrometry,
    curveUnit: 'ng/mL',
    remark: volumesNote,
  }),
  methodRow('汞 原子荧光光谱法', 'GBZ/T 300', {
    methodKind: 'atomicFluorescence',
    resultRoute: 'solution',
    ...bubblerTube,
    ...chromatography,
    curveUnit: 'ng/mL',
    remark: volumesNote,
  }),
  methodRow('砷 原子荧光光谱法', 'GBZ/T 300', {
    methodKind: 'atomicFluorescence',
    resultRoute: 'digestion',
    ...membraneFilter,
    ...chromatography,
    curveUnit: 'ng/mL',
    remark: volumesNote,
  }),
  methodRow('无机化合物 分光光度法', 'GBZ/T 300', {
    methodKind: 'spectrophotometry',
    resultRoute: 'solution',
    ...bubblerTube,
    ...spectrometry,
    curveUnit: 'μg/管',
    remark: volumesNote,
  }),
  methodRow('三氯化磷 分光光度法', 'GBZ/T 300', {
    methodKind: 'spectrophotometry',
    resultRoute: 'solution',
    ...bubblerTube,
    ...spectrometry,
    curveUnit: 'μg/管',
    remark: `氧化与未氧化两份样品之差；${volumesNote}`,
  }),
  methodRow('多元素 电感耦合等离子体发射光谱法', 'GBZ/T 300', {
    methodKind: 'inductivelyCoupledPlasma',
    resultRoute: 'digestion',
    ...membraneFilter,
    ...spectrometry,
    controlRule: '相对误差不大于10%',
    remark: volumesNote,
  }),
  methodRow('氟化物 离子选择电极法', 'GBZ/T 300', {
    methodKind: 'electrode',
    resultRoute: 'elution',
    technique: '电极斜率54～60 mV',
    ...membraneFilter,
    ...coldStorage,
    medium: '浸渍滤膜',
    ...spectrometry,
    curveFit: '半对数',
    remark: volumesNote,
  }),
  methodRow('直读仪器法', 'GBZ/T 300', {
    methodKind: 'genericTest',
    resultRoute: 'onSite',
    technique: '直读3次取平均',
    remark: volumesNote,
  }),
  methodRow('超高频辐射测量', 'GBZ/T 189.1', onSiteInstrument),
  methodRow('高频电磁场测量', 'GBZ/T 189.2', onSiteInstrument),
  methodRow('工频电场测量', 'GBZ/T 189.3', onSiteInstrument),
  methodRow('激光辐射测量', 'GBZ/T 189.4', onSiteInstrument),
  methodRow('微波辐射测量', 'GBZ/T 189.5', onSiteInstrument),
  methodRow('紫外辐射测量', 'GBZ/T 189.6', onSiteInstrument),
  methodRow('高温测量', 'GBZ/T 189.7', { ...onSiteInstrument, technique: 'WBGT指数测定仪' }),
  methodRow('噪声测量', 'GBZ/T 189.8', {
    ...onSiteInstrument,
    technique: '声级计或个人噪声剂量计；定点读数3次',
    dataCertainty: 'sure',
  }),
  methodRow('手传振动测量', 'GBZ/T 189.9', onSiteInstrument),
  methodRow('体力劳动强度分级测量', 'GBZ/T 189.10', {
    ...onSiteInstrument,
    technique: '能量代谢率与劳动时间率',
    dataCertainty: 'sure',
  }),
  methodRow('照度测量', 'GB/T 5700', { ...onSiteInstrument, technique: '网格点平均照度' }),
];

const itemsFor = (title: string, ...hazards: string[]): LibraryItem[] =>
  hazards.map((hazard) => ({ method: title, hazard, dataCertainty: 'check' }));

/** GBZ/T 160.42-2007, desorbed with 1.0 mL, 1.5 L of air (DOMAIN §4.2). */
const benzeneSeriesItem = (title: string, hazard: string, lod: string, minConc: string): LibraryItem => ({
  method: title,
  hazard,
  lod,
  lodUnit: 'μg/mL',
  minConc,
  volume: '1.5',
  dataCertainty: 'check',
  remark: '数值来自GBZ/T 160.42-2007，使用前请核对',
});

const xylene = '二甲苯(全部异构体)';
/** Hazards by the customary methods, which the demonstration's laboratory uses. */
export const customaryItems: readonly LibraryItem[] = [
  benzeneSeriesItem('苯系物 溶剂解吸-气相色谱法', '苯', '0.9', '0.6'),
  benzeneSeriesItem('苯系物 溶剂解吸-气相色谱法', '甲苯', '1.8', '1.2'),
  benzeneSeriesItem('苯系物 溶剂解吸-气相色谱法', xylene, '4.9', '3.3'),
  benzeneSeriesItem('苯系物 热解吸-气相色谱法', '苯', '0.0005', '0.033'),
  benzeneSeriesItem('苯系物 热解吸-气相色谱法', '甲苯', '0.001', '0.067'),
  benzeneSeriesItem('苯系物 热解吸-气相色谱法', xylene, '0.002', '0.13'),
  ...itemsFor(
    '有机溶剂 溶剂解吸-气相色谱法',
    '乙苯',
    '苯乙烯',
    '正己烷',
    '正庚烷',
    '环己烷',
    '丙酮',
    '甲乙酮(2-丁酮)',
    '环己酮',
    '乙酸乙酯',
    '乙酸丙酯',
    '乙酸丁酯',
    '二氯甲烷',
    '1,2-二氯乙烷',
    '三氯乙烯',
    '四氯乙烯',
    '四氢呋喃',
    '溶剂汽油',
  ),
  ...itemsFor('醇类 溶剂解吸-气相色谱法（硅胶管）', '甲醇', '异丙醇', '正丁醇'),
  ...itemsFor('无机气体 直接进样-气相色谱法', '一氧化碳(非高原)'),
  ...itemsFor('异氰酸酯 高效液相色谱法', '甲苯-2,4-二异氰酸酯(TDI)', '二苯基甲烷二异氰酸酯'),
  ...itemsFor('无机酸 离子色谱法', '氯化氢及盐酸', '硫酸及三氧化硫', '磷酸'),
  ...itemsFor('石棉纤维计数浓度', '石棉纤维(石棉含量>10%)'),
  ...itemsFor('苯溶物 重量法', '焦炉逸散物(按苯溶物计)', '煤焦油沥青挥发物(按苯溶物计)', '石油沥青烟(按苯溶物计)'),
  ...itemsFor(
    '金属 火焰原子吸收分光光度法',
    '铅尘',
    '铅烟',
    '锰及其无机化合物(按MnO2计)',
    '铜尘',
    '铜烟',
    '氧化锌',
    '金属镍与难溶性镍化合物',
  ),
  ...itemsFor('金属 石墨炉原子吸收分光光度法', '镉及其化合物(按Cd计)', '铅烟', '铍及其化合物(按Be计)'),
  ...itemsFor('汞 原子荧光光谱法', '汞-金属汞(蒸气)'),
  ...itemsFor('砷 原子荧光光谱法', '砷及其无机化合物(按As计)'),
  ...itemsFor(
    '无机化合物 分光光度法',
    '氨',
    '氯',
    '二氧化硫',
    '硫化氢',
    '臭氧',
    '氮氧化物(一氧化氮和二氧化氮)',
    '甲醛',
    '氰化氢(按CN计)',
    '三氧化铬、铬酸盐、重铬酸盐(按Cr计)',
  ),
  ...itemsFor('三氯化磷 分光光度法', '三氯化磷'),
  ...itemsFor(
    '多元素 电感耦合等离子体发射光谱法',
    '锰及其无机化合物(按MnO2计)',
    '铅尘',
    '铜尘',
    '钴及其化合物(按Co计)',
    '二氧化锡(按Sn计)',
  ),
  ...itemsFor('氟化物 离子选择电极法', '氟化氢(按F计)', '氟及其化合物(不含氟化氢)(按F计)'),
  ...itemsFor('直读仪器法', '一氧化碳(非高原)', '二氧化碳'),
  ...itemsFor('超高频辐射测量', '超高频辐射'),
  ...itemsFor('高频电磁场测量', '高频电磁场'),
  ...itemsFor('工频电场测量', '工频电场'),
  ...itemsFor('激光辐射测量', '激光辐射'),
  ...itemsFor('微波辐射测量', '微波辐射'),
  ...itemsFor('紫外辐射测量', '紫外辐射'),
  ...itemsFor('高温测量', '高温'),
  ...itemsFor('噪声测量', '噪声', '脉冲噪声').map((item) => ({ ...item, dataCertainty: 'sure' })),
  ...itemsFor('手传振动测量', '手传振动'),
  ...itemsFor('照度测量', '照度'),
];

/** Returns the fields that the standards' table fills for a method. Other fields keep their customary values. */
const knownFacts = (row: LibraryMethod): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/**
 * Lists the methods: first the customary ones with the data of their standards, then the methods of other standards.
 */
export function libraryMethods(): LibraryMethod[] {
  const { methods } = readStandardMethods();
  const methodByTitle = new Map(methods.map((method) => [method.title, method]));
  const withStandards = customaryMethods.map((method) => {
    const standard = methodByTitle.get(method.title);
    return standard ? { ...method, ...knownFacts(standard) } : method;
  });
  const titles = new Set(withStandards.map(({ title }) => title));
  return [...withStandards, ...methods.filter(({ title }) => !titles.has(title))];
}

/**
 * Lists the hazards of each method by the keys of the hazards. Dust methods measure every dust with a limit of their
 * kind; the standard gives 0.2 mg/m³ at 500 L with a balance of 0.01 mg.
 */
export function libraryItems({ hazards, limits }: Pick<HazardLibrary, 'hazards' | 'limits'>): LibraryItem[] {
  const keys = new Map(hazards.map((hazard) => [hazard.name, hazard.key ?? hazard.name]));
  const dustsOf = (kind: string) => [
    ...new Set(limits.filter((limit) => limit.kind === kind).map(({ hazard }) => hazard)),
  ];
  const weighed = (method: string, kind: string): LibraryItem[] =>
    dustsOf(kind).map((hazard) => ({
      method,
      hazard,
      lod: '0.1',
      lodUnit: 'mg',
      minConc: '0.2',
      volume: '500',
      dataCertainty: 'sure',
    }));
  const items = new Map<string, LibraryItem>();
  for (const rowItem of [
    ...[...customaryItems, ...readStandardMethods().items].map((item) => ({
      ...item,
      hazard: keys.get(item.hazard) ?? item.hazard,
    })),
    ...weighed('滤膜质量法测总粉尘', 'totalDust'),
    ...weighed('滤膜质量法测呼吸性粉尘', 'respirableDust'),
  ]) {
    const key = `${rowItem.method}/${rowItem.hazard}`;
    const existingItem = items.get(key);
    items.set(key, existingItem ? { ...rowItem, ...existingItem } : rowItem);
  }
  return [...items.values()];
}
