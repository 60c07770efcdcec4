import type { ReadTest } from './labTests';

// Tests of a foundry and plating works: one hazard for each method that the other demonstration projects don't use.
// Curves and readings follow the worked examples of the domain rules.

type ValvePoint = Readonly<Record<string, string>>;

/** Returns three readings of each level with realistic spread and the given mean. */
const threeReadings = (levels: readonly (readonly [x: string, mean: number])[], digits: number): ValvePoint[] =>
  levels.map(([x, mean]) => {
    const offset = Number((mean * 0.004).toFixed(digits));
    return { x, y1: (mean - offset).toFixed(digits), y2: (mean + offset).toFixed(digits), y3: mean.toFixed(digits) };
  });
const duplicatePoints = (levels: readonly (readonly [x: string, mean: number])[]): ValvePoint[] =>
  levels.map(([x, mean]) => ({ x, y1: (mean - 0.2).toFixed(1), y2: (mean + 0.2).toFixed(1) }));

/** An unfinished test. Two blanks and a parallel are recorded; other quality checks are missing. */
export const openTest = { kind: 'read', checks: [], approved: false } as const;
export const blankChecks = (response: string): ReadTest['checks'] =>
  [1, 2].map((no) => ({ checkKind: 'blank', sampleNo: `试剂空白${no}`, values: { response } }));
export const parallelChecks = (first: string, secondValue: string): ReadTest['checks'] => [
  { checkKind: 'parallel', sampleNo: '平行1', values: { first, second: secondValue } },
];

export const xylene = '二甲苯(全部异构体)';
export const silicaDust = '矽尘(10%≤游离SiO2含量≤50%)';
export const noise = '噪声';
export const tar = '煤焦油沥青挥发物(按苯溶物计)';
export const [leadFume, plasticizer, furfurylAlcohol, sulfide, sulfuricAcid] = [
  '铅烟',
  '邻苯二甲酸二丁酯',
  '糠醇',
  '硫化氢',
  '硫酸及三氧化硫',
] as const;

const sulfideMethod = '硫化物 硝酸银比色法';

/** Additional hazards of the laboratory's methods that the library lacks. */
export const ownItems: readonly (readonly [method: string, hazard: string])[] = [
  ['邻苯二甲酸二丁酯和邻苯二甲酸二辛酯 溶剂洗脱-气相色谱法', plasticizer],
  [sulfideMethod, sulfide],
  ['外委检测', furfurylAlcohol],
  ['焦磷酸法测游离二氧化硅', silicaDust],
];

/** Tests of the foundry. Lead fume at the furnace exceeds its limit; only that record is fully signed. */
export const valveTests: readonly ReadTest[] = [
  {
    kind: 'read',
    hazard: leadFume,
    instrument: 'FX-005',
    approved: true,
    conditions: {
      波长: '283.3nm',
      狭缝: '0.7nm',
      灯电流: '10mA',
      '火焰/石墨炉条件': '空气-乙炔，燃烧头高度7mm',
      消解方法: '硝酸-高氯酸湿法',
    },
    head: { lod: '0.06', lodUnit: 'μg/mL', publishedMinimum: '0.008' },
    curve: {
      standardNo: 'BW-2608',
      fit: 'linear',
      unit: 'μg/mL',
      workingConcentration: '100 μg/mL',
      points: threeReadings(
        [
          ['0', 0.0012],
          ['0.5', 0.0218],
          ['1', 0.0421],
          ['2', 0.0832],
          ['4', 0.1657],
          ['8', 0.3299],
        ],
        4,
      ),
    },
    readings: [
      ['0.0986', '0.0990'],
      ['0.1041', '0.1037'],
      ['0.0712', '0.0710'],
    ].map(([response1 = '', response2 = '']) => ({
      response1,
      response2,
      blankResponse: '0.0014',
      solutionVolume: '10',
    })),
    blank: { response1: '0.0014', response2: '0.0014', solutionVolume: '10' },
    checks: [
      { checkKind: 'blank', sampleNo: '试剂空白1', values: { response: '0.0014' } },
      { checkKind: 'blank', sampleNo: '试剂空白2', values: { response: '0.0013' } },
      { checkKind: 'parallel', sampleNo: '平行1', values: { first: '2.37', second: '2.41' } },
      { checkKind: 'spike', sampleNo: '加标1', values: { unspiked: '2.37', added: '2.00', spiked: '4.31' } },
      { checkKind: 'control', sampleNo: 'QC-Pb-2507', controlNo: 'ZK-2602', values: { found: '25.1' } },
    ],
  },
  {
    ...openTest,
    checks: [...blankChecks('0.4'), ...parallelChecks('0.082', '0.085')],
    hazard: plasticizer,
    instrument: 'FX-003',
    conditions: { 洗脱溶剂: '甲醇', 洗脱时间: '30min', '洗脱方式(浸泡/超声)': '超声' },
    head: { lod: '0.05', lodUnit: 'μg/mL', publishedMinimum: '0.007' },
    curve: {
      standardNo: 'BW-2614',
      fit: 'linear',
      unit: 'μg/mL',
      workingConcentration: '100 μg/mL',
      points: threeReadings(
        [
          ['0.5', 10.31],
          ['1', 20.68],
          ['5', 103.4],
          ['10', 206.9],
          ['20', 412.7],
        ],
        2,
      ),
    },
    readings: ['38.2', '41.7', '35.9'].map((response) => ({ response, solutionVolume: '10', efficiency: '94.3' })),
  },
  {
    ...openTest,
    checks: [...blankChecks('0'), ...parallelChecks('0.19', '0.19')],
    hazard: sulfide,
    method: sulfideMethod,
    conditions: { 显色剂: '硝酸银溶液', 显色温度: '室温', 显色时间: '5min', 比色管规格: '10mL' },
    head: { lod: '0.2', lodUnit: 'μg', publishedMinimum: '0.05' },
    curve: {
      standardNo: 'BW-2615',
      fit: 'linear',
      unit: 'μg',
      workingConcentration: '2 μg/mL',
      points: ['0', '0.2', '0.4', '0.6', '0.8'].map((x, index) => ({
        x,
        standardVolume: (index / 10).toFixed(1),
        absorberVolume: (5 - index / 10).toFixed(1),
        colour: ['无色', '微黄', '浅黄', '黄', '黄褐'][index] ?? '',
      })),
    },
    readings: [
      { totalVolume: '10', takenVolume: '5', match: 'between', lowTube: '0.6', highTube: '0.8' },
      { totalVolume: '10', takenVolume: '5', match: 'equal', lowTube: '0.4' },
      { totalVolume: '10', takenVolume: '5', match: 'below', lowTube: '0.2' },
    ],
  },
  {
    ...openTest,
    checks: [...blankChecks('0.3'), ...parallelChecks('0.0051', '0.0053')],
    hazard: '二苯基甲烷二异氰酸酯',
    instrument: 'FX-003',
    conditions: {
      色谱柱: 'C18 250mm×4.6mm×5μm',
      流动相及比例: '乙腈:水 60:40',
      流速: '1.0mL/min',
      柱温: '30℃',
      检测波长: '254nm',
      进样量: '20μL',
    },
    head: { lod: '0.01', lodUnit: 'μg/mL', publishedMinimum: '0.0003' },
    curve: {
      standardNo: 'BW-2616',
      fit: 'linear',
      unit: 'μg/mL',
      workingConcentration: '10 μg/mL',
      points: threeReadings(
        [
          ['0.1', 4.12],
          ['0.5', 20.63],
          ['1', 41.35],
          ['2', 82.4],
          ['5', 206.9],
        ],
        2,
      ),
    },
    readings: ['9.8', '11.2', '8.6'].map((response) => ({
      response,
      blankResponse: '0',
      solutionVolume: '5',
      efficiency: '97.8',
    })),
  },
  {
    ...openTest,
    checks: [...blankChecks('0.0031'), ...parallelChecks('2.38', '2.41')],
    hazard: '氯化氢及盐酸',
    instrument: 'FX-004',
    conditions: {
      色谱柱: 'IonPac AS22 250mm×4mm',
      淋洗液: '4.5mmol/L碳酸钠-1.4mmol/L碳酸氢钠',
      流速: '1.2mL/min',
      抑制器电流: '31mA',
      定量环: '25μL',
    },
    head: { lod: '0.05', lodUnit: 'μg/mL', publishedMinimum: '0.07' },
    curve: {
      standardNo: 'BW-2611',
      fit: 'linear',
      unit: 'μg/mL',
      workingConcentration: '100 μg/mL',
      points: threeReadings(
        [
          ['0.2', 0.0412],
          ['0.5', 0.1035],
          ['1', 0.2081],
          ['2', 0.4176],
          ['5', 1.0463],
          ['10', 2.0951],
        ],
        4,
      ),
    },
    readings: ['0.3912', '0.4406', '0.3718'].map((response) => ({
      response,
      blankResponse: '0.0308',
      solutionVolume: '10',
      factor: '1.0285',
    })),
  },
  {
    ...openTest,
    hazard: noise,
    instrument: 'ZS-002',
    conditions: { 方法名称: '噪声测量', '滴定液浓度/直读仪器编号': 'ZS-002' },
    readings: [
      { p1: '83.6', p2: '83.9', p3: '83.5', unit: 'dB(A)' },
      { p1: '81.2', p2: '81.0', p3: '81.5', unit: 'dB(A)' },
    ],
  },
  {
    ...openTest,
    hazard: tar,
    instrument: 'FX-009',
    conditions: { 萃取溶剂: '苯', 萃取次数: '3', '烘干温度/时间': '50℃，2h' },
    readings: [
      ['52.318', '52.301'],
      ['51.904', '51.886'],
      ['52.077', '52.058'],
    ].map(([beforeExtraction = '', afterExtraction = ''], index) => ({
      filterNo: `BR-${String(index + 1).padStart(2, '0')}`,
      beforeExtraction,
      afterExtraction,
      blankLoss: '0.006',
    })),
  },
  {
    ...openTest,
    checks: parallelChecks('20.5', '20.2'),
    hazard: silicaDust,
    method: '焦磷酸法测游离二氧化硅',
    instrument: 'FX-009',
    conditions: {
      '溶解温度/时间(245~250℃,15min)': '248℃，15min',
      '灰化温度/时间': '850℃，30min',
      称量恒重记录: '两次称量差不大于0.1mg',
    },
    readings: [
      {
        technique: 'pyrophosphoric',
        crucibleNo: 'GG-07',
        sampleMass: '152.6',
        crucibleMass: '25341.2',
        residueMass: '25372.5',
      },
      {
        technique: 'pyrophosphoric',
        crucibleNo: 'GG-08',
        sampleMass: '149.8',
        crucibleMass: '25218.6',
        residueMass: '25248.9',
      },
    ],
  },
  {
    ...openTest,
    hazard: furfurylAlcohol,
    conditions: {},
    readings: ['3.2', '2.8', '<0.5'].map((result) => ({
      agency: '杭州衡测分析检测有限公司',
      sentOn: '',
      sender: '沈月红',
      reportNo: 'HC-2611-0427',
      result,
      unit: 'mg/m³',
      lodText: '0.5',
      standardNo: '按分包方依据',
    })),
  },
  {
    ...openTest,
    checks: [...blankChecks('9.8'), ...parallelChecks('0.000131', '0.000135')],
    hazard: '砷及其无机化合物(按As计)',
    instrument: 'FX-006',
    conditions: {
      灯电流: '60mA',
      负高压: '280V',
      '载气/屏蔽气流量': '400/800mL/min',
      还原剂: '2%硼氢化钾',
      消解方法: '硝酸-高氯酸湿法',
    },
    head: { lod: '0.1', lodUnit: 'ng/mL', publishedMinimum: '0.0001' },
    curve: {
      standardNo: 'BW-2617',
      fit: 'linear',
      unit: 'ng/mL',
      workingConcentration: '100 ng/mL',
      points: threeReadings(
        [
          ['0', 2.1],
          ['0.2', 58.9],
          ['0.5', 143.6],
          ['1', 285.2],
          ['2', 569],
          ['5', 1420.3],
        ],
        1,
      ),
    },
    readings: ['312.4', '288.6', '341.0'].map((response) => ({ response, blankResponse: '9.8', solutionVolume: '10' })),
  },
  {
    ...openTest,
    checks: [...blankChecks('0.0011'), ...parallelChecks('0.184', '0.188')],
    hazard: '三氧化铬、铬酸盐、重铬酸盐(按Cr计)',
    instrument: 'FX-005',
    conditions: {
      波长: '357.9nm',
      狭缝: '0.7nm',
      灯电流: '10mA',
      '火焰/石墨炉条件': '空气-乙炔富燃焰，燃烧头高度8mm',
      消解方法: '硝酸-高氯酸湿法',
    },
    head: { lod: '0.03', lodUnit: 'μg/mL', publishedMinimum: '0.007' },
    curve: {
      standardNo: 'BW-2618',
      fit: 'linear',
      unit: 'μg/mL',
      workingConcentration: '10 μg/mL',
      points: threeReadings(
        [
          ['0', 0.0009],
          ['0.1', 0.0072],
          ['0.2', 0.0136],
          ['0.5', 0.0331],
          ['1', 0.0652],
          ['2', 0.1297],
        ],
        4,
      ),
    },
    readings: [
      ['0.0129', '0.0131'],
      ['0.0138', '0.0136'],
      ['0.0117', '0.0119'],
    ].map(([response1 = '', response2 = '']) => ({
      response1,
      response2,
      blankResponse: '0.0011',
      solutionVolume: '10',
    })),
  },
  {
    ...openTest,
    checks: [...blankChecks('0.006'), ...parallelChecks('24.1', '24.8')],
    hazard: sulfuricAcid,
    instrument: 'FX-007',
    conditions: { 波长: '420nm', 比色皿光程: '10mm', '显色温度/时间': '室温，10min', 参比: '试剂空白' },
    head: { lod: '2', lodUnit: 'μg/管', publishedMinimum: '0.2' },
    curve: {
      standardNo: 'BW-2620',
      fit: 'linear',
      unit: 'μg/管',
      workingConcentration: '100 μg/mL',
      points: threeReadings(
        [
          ['0', 0.006],
          ['10', 0.049],
          ['20', 0.093],
          ['40', 0.181],
          ['60', 0.266],
          ['80', 0.355],
          ['100', 0.44],
        ],
        3,
      ),
    },
    readings: ['0.112', '0.124', '0.107'].map((response) => ({ response, totalVolume: '10', takenVolume: '5' })),
  },
  {
    ...openTest,
    checks: [...blankChecks('24'), ...parallelChecks('0.141', '0.138')],
    hazard: '二氧化锡(按Sn计)',
    instrument: 'FX-008',
    conditions: {
      RF功率: '1150W',
      观测方式: '水平',
      谱线: 'Sn 189.989nm',
      雾化气流量: '0.5L/min',
      内标元素: 'Y',
      消解方法: '盐酸-硝酸湿法',
    },
    head: { lod: '0.005', lodUnit: 'μg/mL', publishedMinimum: '0.001' },
    curve: {
      standardNo: 'BW-2619',
      fit: 'quadratic',
      unit: 'μg/mL',
      workingConcentration: '10 μg/mL',
      points: threeReadings(
        [
          ['0', 21],
          ['0.5', 5120],
          ['1', 10_190],
          ['2', 20_210],
          ['5', 49_200],
          ['10', 93_900],
        ],
        0,
      ),
    },
    readings: ['33650', '30120', '35480'].map((response1) => ({ element: 'Sn', response1, solutionVolume: '10' })),
  },
  {
    ...openTest,
    checks: [...blankChecks('158.0'), ...parallelChecks('0.81', '0.83')],
    hazard: '氟及其化合物(不含氟化氢)(按F计)',
    instrument: 'FX-010',
    conditions: { 电极型号: 'PF-1-01', 溶液温度: '20℃', TISAB: '1:1加入', '搅拌/平衡时间': '搅拌3min，静置1min' },
    head: { lod: '0.05', lodUnit: 'μg/mL', publishedMinimum: '0.04' },
    curve: {
      standardNo: 'BW-2610',
      fit: 'semiLog',
      unit: 'μg/mL',
      workingConcentration: '10 μg/mL',
      points: duplicatePoints([
        ['0.1', 152.4],
        ['0.2', 135.1],
        ['0.5', 112.3],
        ['1', 94.9],
        ['2', 77.6],
        ['5', 54.5],
        ['10', 37.2],
      ]),
    },
    readings: ['88.3', '91.6', '86.9'].map((response) => ({ response, blankResponse: '158.0', solutionVolume: '50' })),
  },
];
