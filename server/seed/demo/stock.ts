import { purposeOf } from '@contract/features/laboratory/fitness';

// 标准物质, 试剂 and the laboratory's own instruments of the demonstration, as such a laboratory has them; lots, certificates and serial numbers are invented.

/** A number of days from today. */
type Ahead = number;

type StandardLine = readonly [
  standardNo: string, standardName: string, lotNo: string, hazards: string | null, certified: string, uncertainty: string, certifiedUnit: string, matrix: string, specification: string, certificateNo: string,
  supplier: string, received: Ahead, opened: Ahead | null, until: Ahead, storage: string, location: string, remark?: string,
];

const institute = '中国计量科学研究院';
const environment = '生态环境部标准样品研究所';
const centre = '国家有色金属及电子材料分析测试中心';

/** One has run out, one does so within a month. A standard of several hazards names all of them, with | between. */
const standardLines: readonly StandardLine[] = [
  ['BW-2601', '二硫化碳中苯溶液标准物质', 'B2511032', '苯', '1000', '30', 'μg/mL', '二硫化碳', '1.2mL/支', 'GBW(E)080121', institute, -120, -40, 245, '-18℃避光', '标准物质冰箱A-1'],
  ['BW-2602', '二硫化碳中甲苯溶液标准物质', 'B2511047', '甲苯', '1000', '30', 'μg/mL', '二硫化碳', '1.2mL/支', 'GBW(E)080122', institute, -120, -40, 245, '-18℃避光', '标准物质冰箱A-1'],
  ['BW-2603', '二硫化碳中二甲苯溶液标准物质', 'B2512008', '二甲苯(全部异构体)', '1000', '30', 'μg/mL', '二硫化碳', '1.2mL/支', 'GBW(E)080123', institute, -96, -40, 269, '-18℃避光', '标准物质冰箱A-1'],
  ['BW-2604', '甲醇中苯系物混合溶液标准物质', 'M2509115', '苯|甲苯|乙苯|二甲苯(全部异构体)', '500', '15', 'μg/mL', '甲醇', '1.2mL/支', 'GBW(E)081621', environment, -70, null, 295, '4℃避光', '标准物质冰箱A-2', '苯、甲苯、乙苯、二甲苯'],
  ['BW-2605', '甲醇标准溶液', '24070315', '甲醇', '1000', '20', 'μg/mL', '水', '2mL/支', 'BW085612', environment, -150, -60, 215, '4℃避光', '标准物质冰箱A-2'],
  ['BW-2606', '甲醇中二氯甲烷溶液标准物质', 'M2508221', '二氯甲烷', '1000', '30', 'μg/mL', '甲醇', '1.2mL/支', 'GBW(E)081745', environment, -140, -60, 18, '-18℃避光', '标准物质冰箱A-1', '一个月内到期，已申购'],
  ['BW-2607', '甲醇中四氢呋喃溶液标准物质', 'M2510009', '四氢呋喃', '1000', '30', 'μg/mL', '甲醇', '1.2mL/支', 'BW900617', environment, -110, -60, 255, '-18℃避光', '标准物质冰箱A-1'],
  ['BW-2608', '铅单元素溶液标准物质', '23B024-4', '铅尘(按Pb计)|铅烟(按Pb计)', '1000', '4', 'μg/mL', '1mol/L硝酸', '50mL/瓶', 'GBW08619', centre, -310, -180, 420, '室温', '标准物质柜B-1'],
  ['BW-2609', '汞单元素溶液标准物质', '24A011-2', '汞-金属汞(蒸气)', '1000', '4', 'μg/mL', '5%硝酸', '20mL/瓶', 'GBW08617', centre, -260, -150, 105, '室温避光', '标准物质柜B-1'],
  ['BW-2610', '水中氟成分分析标准物质', '102319', '氟化氢(按F计)', '1000', '10', 'μg/mL', '水', '20mL/瓶', 'GBW(E)080549', institute, -200, -90, 165, '室温', '标准物质柜B-2'],
  ['BW-2611', '水中氯离子溶液标准物质', '24C0718', '氯化氢及盐酸', '1000', '8', 'μg/mL', '水', '20mL/瓶', 'GBW(E)080268', institute, -190, -75, 175, '室温', '标准物质柜B-2', '离子色谱测氯化氢用，以Cl⁻计'],
  ['BW-2612', '锰单元素溶液标准物质', '23D077-1', '锰及其无机化合物(按MnO2计)', '1000', '4', 'μg/mL', '5%硝酸', '50mL/瓶', 'GBW(E)080157', centre, -330, -210, 400, '室温', '标准物质柜B-1'],
  ['BW-2613', '氨氮溶液标准物质', '101917', '氨', '500', '9', 'μg/mL', '水', '20mL/瓶', 'GBW(E)080220', environment, -240, -130, 120, '4℃', '标准物质冰箱A-3'],
  ['BW-2614', '甲醇中邻苯二甲酸二丁酯溶液标准物质', 'M2510166', '邻苯二甲酸二丁酯', '1000', '30', 'μg/mL', '甲醇', '1.2mL/支', 'BW900655', environment, -85, -30, 280, '-18℃避光', '标准物质冰箱A-1'],
  ['BW-2615', '水中硫化物溶液标准物质', '205543', '硫化氢', '100', '6', 'μg/mL', '水', '20mL/瓶', 'GBW(E)083345', environment, -65, -20, 60, '4℃避光', '标准物质冰箱A-3'],
  ['BW-2616', '二甲基亚砜中MDI衍生物溶液标准物质', 'M2511023', '二苯基甲烷二异氰酸酯(MDI)', '100', '4', 'μg/mL', '二甲基亚砜', '1mL/支', 'BW900812', environment, -55, -20, 310, '-18℃避光', '标准物质冰箱A-1'],
  ['BW-2617', '砷单元素溶液标准物质', '24C031-1', '砷及其无机化合物(按As计)', '1000', '4', 'μg/mL', '5%硝酸', '20mL/瓶', 'GBW08611', centre, -220, -130, 260, '室温', '标准物质柜B-1'],
  ['BW-2618', '水中六价铬溶液标准物质', '23F018-2', '三氧化铬、铬酸盐、重铬酸盐(按Cr计)', '100', '2', 'μg/mL', '水', '20mL/瓶', 'GBW(E)080257', centre, -180, -90, 190, '室温', '标准物质柜B-2'],
  ['BW-2619', '锡单元素溶液标准物质', '24B044-3', '二氧化锡(按Sn计)', '1000', '5', 'μg/mL', '10%盐酸', '50mL/瓶', 'GBW(E)080546', centre, -210, -110, 330, '室温', '标准物质柜B-1'],
  ['ZK-2601', '质控样：活性炭管中甲苯', 'QC-T-2509', '甲苯', '68.4', '4.8', 'μg/支', '活性炭管', '5支/盒', 'BY400136', environment, -60, -20, 300, '4℃', '标准物质冰箱A-3', '质控样'],
  ['ZK-2602', '质控样：滤膜中铅', 'QC-Pb-2507', '铅尘(按Pb计)|铅烟(按Pb计)', '25.6', '1.5', 'μg/片', '微孔滤膜', '5片/盒', 'BY400152', environment, -90, -30, 270, '室温', '标准物质柜B-3', '质控样'],
  ['BW-2401', '二硫化碳中甲苯溶液标准物质', 'B2405019', '甲苯', '1000', '30', 'μg/mL', '二硫化碳', '1.2mL/支', 'GBW(E)080122', institute, -480, -300, -23, '-18℃避光', '标准物质冰箱A-1', '已过有效期，待处置'],
];

type ReagentLine = readonly [reagentNo: string, reagentName: string, lotNo: string, grade: string, specification: string, supplier: string, received: Ahead, opened: Ahead | null, until: Ahead, storage: string, location: string, remark?: string];

const domestic = '国药集团化学试剂有限公司';
const kermel = '天津市科密欧化学试剂有限公司';

const reagentLines: readonly ReagentLine[] = [
  ['SJ-2601', '二硫化碳（低苯）', '20250911', '色谱纯', '500mL/瓶', kermel, -75, -30, 290, '阴凉通风避光', '危化品柜1', '甲苯、苯未检出'],
  ['SJ-2602', '甲醇', '20250822', '色谱纯', '4L/瓶', 'Merck', -90, -45, 640, '阴凉通风', '危化品柜1'],
  ['SJ-2603', '乙腈', '20250730', '色谱纯', '4L/瓶', 'Merck', -110, -20, 620, '阴凉通风', '危化品柜1'],
  ['SJ-2604', '硝酸', '20250618', '优级纯', '500mL/瓶', domestic, -140, -60, 590, '阴凉通风', '酸碱柜2'],
  ['SJ-2605', '盐酸', '20250620', '优级纯', '500mL/瓶', domestic, -140, -60, 590, '阴凉通风', '酸碱柜2'],
  ['SJ-2606', '高氯酸', '20250305', '优级纯', '500mL/瓶', domestic, -230, -120, 135, '阴凉通风，远离有机物', '酸碱柜2'],
  ['SJ-2607', '焦磷酸', '20250412', '分析纯', '500g/瓶', domestic, -200, -80, 530, '室温密封', '试剂柜3'],
  ['SJ-2608', '硼氢化钾', '20250516', '优级纯', '100g/瓶', domestic, -170, -50, 195, '干燥密封', '试剂柜3'],
  ['SJ-2609', '碳酸钠', '20250225', '基准试剂', '100g/瓶', domestic, -240, -100, 490, '室温干燥', '试剂柜3', '离子色谱淋洗液'],
  ['SJ-2610', '总离子强度缓冲剂（TISAB）', 'Z20251028', '自配', '1000mL', '本实验室配制', -25, -25, 65, '室温', '试剂柜4'],
  ['SJ-2611', '纳氏试剂', 'Z20251103', '自配', '500mL', '本实验室配制', -18, -18, 12, '避光', '试剂柜4', '一个月内到期'],
  ['SJ-2512', '钼酸铵', '20221107', '分析纯', '500g/瓶', domestic, -1090, -700, -14, '室温密封', '试剂柜3', '已过有效期，待处置'],
];

type LabLine = readonly [
  eqpNo: string, eqpName: string, model: string, serialNo: string, maker: string, measures: string, accuracy: string, calibrationKind: 'verification' | 'calibration', months: number, left: Ahead, by: string,
  certificateNo: string, location: string, boughtDaysAgo: number, remark?: string,
];

const province = '浙江省计量科学研究院';
const city = '杭州市质量计量科学研究院';

const labLines: readonly LabLine[] = [
  ['FX-001', '气相色谱仪', '7890B', 'CN17412086', 'Agilent', 'FID，检出限≤5×10⁻¹⁰g/s', '定量重复性≤3%', 'verification', 24, 388, province, 'HX-25-2086', '气相室', 2900, '配顶空、热解吸进样器'],
  ['FX-002', '气相色谱仪', 'GC-2014C', 'C11485102', '岛津', 'FID/ECD', '定量重复性≤3%', 'verification', 24, 122, province, 'HX-24-5102', '气相室', 3350],
  ['FX-003', '高效液相色谱仪', 'LC-20A', 'L20145234', '岛津', '紫外检测器，190～700nm', '定量重复性≤3%', 'verification', 24, 301, province, 'HX-25-5234', '液相室', 2450],
  ['FX-004', '离子色谱仪', 'ICS-600', '170510264', 'Thermo Fisher', '阴离子', '定量重复性≤3%', 'verification', 24, 256, province, 'HX-25-0264', '离子色谱室', 2640],
  ['FX-005', '原子吸收分光光度计', 'AA-6880', 'A30935100', '岛津', '火焰、石墨炉', '火焰法测铜RSD≤1.5%', 'verification', 24, 340, province, 'HX-25-5100', '原子光谱室', 2510],
  ['FX-006', '原子荧光光度计', 'AFS-8520', '8520-180357', '北京海光仪器有限公司', 'As、Hg、Se等', 'RSD≤3%', 'calibration', 12, 83, city, 'HZ-25-0357', '原子光谱室', 2580],
  ['FX-007', '紫外可见分光光度计', 'UV-1800', 'A11484537', '岛津', '190～1100nm', '±0.3nm', 'verification', 12, 176, city, 'HZ-25-4537', '理化室', 3100],
  ['FX-008', '电感耦合等离子体发射光谱仪', 'iCAP 7200', 'IC72DC1804', 'Thermo Fisher', '166～847nm', 'RSD≤1.5%', 'calibration', 24, 417, province, 'HX-25-1804', 'ICP室', 1980],
  ['FX-009', '十万分之一电子天平', 'MS105DU', 'B8425117', 'Mettler Toledo', '0～120g，感量0.01mg', 'Ⅰ级', 'verification', 12, 208, city, 'HT-25-5117', '恒温恒湿天平室', 2760],
  ['FX-010', '氟离子选择电极（离子计）', 'PXSJ-216F', '620400N002', '上海仪电科学仪器股份有限公司', '(0～14)pX，(-1999.9～1999.9)mV', '0.001级', 'calibration', 12, 149, city, 'HZ-25-N002', '理化室', 2050],
  ['FX-011', '可见分光光度计', '722S', '31205811', '上海精密科学仪器有限公司', '340～1000nm', '±2nm', 'verification', 12, -9, city, 'HZ-24-5811', '理化室', 4200, '已过有效期，待送检'],
  ['FX-012', '红外分光光度计', 'IRTracer-100', 'A21705533', '岛津', '7800～350cm⁻¹', '±2cm⁻¹', 'calibration', 24, 233, province, 'HX-25-5533', '理化室', 1760],
];

/** How a lot is counted, by the size that it comes in. */
const unitOf = (specification: string): string => (specification.endsWith('mL') ? 'mL' : specification.endsWith('支') ? 'ampoule' : specification.endsWith('盒') ? 'box' : 'bottle');

/** Below this the store orders anew; of toluene and of carbon disulfide there is less. */
const reorderLevels: Readonly<Record<string, string>> = { 'BW-2601': '4', 'BW-2602': '6', 'BW-2605': '3', 'SJ-2601': '8', 'SJ-2602': '2', 'SJ-2604': '3' };

export const demoStandards = standardLines.map(([standardNo, standardName, lotNo, hazards, certified, uncertainty, certifiedUnit, matrix, specification, certificateNo, supplier, received, opened, until, storage, location, remark]) => ({
  hazards: hazards?.split('|') ?? [], received, opened, until,
  draft: { standardNo, standardName, lotNo, certified, uncertainty, certifiedUnit, matrix, specification, certificateNo, supplier, storage, location, status: '1', remark, amountUnit: unitOf(specification), reorderLevel: reorderLevels[standardNo] ?? null },
}));

export const demoReagents = reagentLines.map(([reagentNo, reagentName, lotNo, grade, specification, supplier, received, opened, until, storage, location, remark]) => ({
  received, opened, until, draft: { reagentNo, reagentName, lotNo, grade, specification, supplier, storage, location, status: '1', remark, amountUnit: unitOf(specification), reorderLevel: reorderLevels[reagentNo] ?? null },
}));

export const labInstruments = labLines.map(([eqpNo, eqpName, model, serialNo, maker, measures, accuracy, calibrationKind, months, left, calibrationBy, certificateNo, location, boughtDaysAgo, remark]) => ({
  left, months, boughtDaysAgo,
  draft: { eqpNo, eqpName, eqpKind: 'laboratory', purpose: purposeOf({ purpose: null, eqpName }), model, serialNo, maker, measures, accuracy, status: 'in', calibrationKind, calibrationMonths: months, calibrationBy, certificateNo, location, remark },
}));
