import { purposeOf } from '@contract/features/laboratory/fitness';

// The instruments of the demonstration's field group, as such a group has them; serial numbers and certificates are invented.

type Line = readonly [
  eqpNo: string, eqpName: string, eqpKind: string, model: string, serialNo: string, maker: string, measures: string, accuracy: string,
  calibrationKind: 'verification' | 'calibration', months: number, left: number, by: string, certificateNo: string, location: string, boughtDaysAgo: number, remark?: string,
];

const institute = '浙江省计量科学研究院';
const city = '杭州市质量计量科学研究院';

/** `left`: days from today to the end of the calibration. One is over, one ends in ten days. */
const lines: readonly Line[] = [
  ['CY-001', '双路大气采样器', 'sampler', 'TH-110B', '20190418', '武汉天虹仪表有限责任公司', '(0.1～1.0)L/min', '±5%', 'verification', 12, 214, institute, 'JL-20-0418', '设备室A1', 2310],
  ['CY-002', '双路大气采样器', 'sampler', 'TH-110B', '20190419', '武汉天虹仪表有限责任公司', '(0.1～1.0)L/min', '±5%', 'verification', 12, 214, institute, 'JL-20-0419', '设备室A1', 2310],
  ['CY-003', '防爆大气采样器', 'sampler', 'FCC-1500D', 'F21-0733', '盐城银河科技有限公司', '(0.1～1.5)L/min', '±5%', 'verification', 12, 10, city, 'HZ-21-0733', '设备室A1', 1655, '十天内到期，已列入送检计划'],
  ['CY-004', '防爆大气采样器', 'sampler', 'FCC-1500D', 'F21-0734', '盐城银河科技有限公司', '(0.1～1.5)L/min', '±5%', 'verification', 12, 131, city, 'HZ-21-0734', '设备室A1', 1655],
  ['FC-001', '粉尘采样器', 'dustSampler', 'CCZ20', '08-1176', '常熟市矿山机电器材有限公司', '(5～30)L/min', '±5%', 'verification', 12, 188, institute, 'JL-20-1176', '设备室A2', 2050],
  ['FC-002', '粉尘采样器', 'dustSampler', 'CCZ20', '08-1177', '常熟市矿山机电器材有限公司', '(5～30)L/min', '±5%', 'verification', 12, -16, institute, 'JL-20-1177', '设备室A2', 2050, '已过有效期，待送检'],
  ['FC-003', '防爆粉尘采样器', 'dustSampler', 'CCZ-3000', 'Z22-0216', '盐城银河科技有限公司', '(5～30)L/min', '±5%', 'verification', 12, 256, city, 'HZ-22-0216', '设备室A2', 1290],
  ['GT-001', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20170629011', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 97, institute, 'JX-17-2901', '设备室B1', 2900],
  ['GT-002', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20170629012', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 97, institute, 'JX-17-2902', '设备室B1', 2900],
  ['GT-003', '个体空气采样器', 'personalSampler', 'ACD-1', 'A20-551', '北京劳保所科技发展有限责任公司', '(1.0～5.0)L/min', '±5%', 'calibration', 12, 163, city, 'HX-20-0551', '设备室B1', 1980],
  ['GT-004', '个体空气采样器', 'personalSampler', 'ACD-1', 'A20-552', '北京劳保所科技发展有限责任公司', '(1.0～5.0)L/min', '±5%', 'calibration', 12, 163, city, 'HX-20-0552', '设备室B1', 1980],
  ['GT-005', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629013', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 185, institute, 'JX-23-2913', '设备室B1', 1005],
  ['GT-006', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629014', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 186, institute, 'JX-23-2914', '设备室B1', 1006],
  ['GT-007', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629015', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 187, institute, 'JX-23-2915', '设备室B1', 1007],
  ['GT-008', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629016', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 188, institute, 'JX-23-2916', '设备室B1', 1008],
  ['GT-009', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629017', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 189, institute, 'JX-23-2917', '设备室B1', 1009],
  ['GT-010', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629018', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 190, institute, 'JX-23-2918', '设备室B1', 1010],
  ['GT-011', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629019', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 191, institute, 'JX-23-2919', '设备室B1', 1011],
  ['GT-012', '个体空气采样器', 'personalSampler', 'GilAir Plus', '20230629020', 'Sensidyne', '(0.02～5.0)L/min', '±5%', 'calibration', 12, 192, institute, 'JX-23-2920', '设备室B1', 1012],
  ['LL-001', '电子流量校准器', 'flowCalibrator', 'Gilibrator-2', '1803044-S', 'Sensidyne', '(0.02～30)L/min', '±1%', 'calibration', 12, 226, '中国计量科学研究院', 'LSj2026-0344', '设备室C1', 2640],
  ['LL-002', '便携式电子流量计', 'flowCalibrator', 'Defender 520', '154209', 'Mesa Labs', '(0.05～5)L/min', '±1%', 'calibration', 12, 74, institute, 'JX-20-5209', '设备室C1', 1880],
  ['QX-001', '空盒气压表', 'weather', 'DYM3', '170352', '上海风云气象仪器有限公司', '(80～106)kPa', '±0.2kPa', 'verification', 12, 149, city, 'HQ-17-0352', '设备室C2', 2960],
  ['QX-002', '手持气象仪', 'weather', 'Kestrel 5500', '2468113', 'Nielsen-Kellerman', '(-29～70)℃，(5～95)%RH', '±0.5℃，±2%RH', 'calibration', 12, 149, city, 'HQ-21-8113', '设备室C2', 1580],
  ['ZS-001', '个体噪声剂量计', 'directReading', 'ASV5910', '110523', '杭州爱华仪器有限公司', '(45～140)dB(A)', '2级', 'verification', 12, 201, institute, 'JS-19-0523', '设备室C3', 2200],
  ['ZS-002', '多功能声级计', 'directReading', 'AWA6228+', '00317246', '杭州爱华仪器有限公司', '(20～142)dB', '1级', 'verification', 12, 201, institute, 'JS-19-7246', '设备室C3', 2200],
  ['WB-001', 'WBGT指数仪', 'directReading', 'WBGT-2006', '18-0092', '北京四环振宇科技有限公司', '(5～60)℃', '±0.5℃', 'calibration', 12, 58, city, 'HW-18-0092', '设备室C3', 2450],
];

export const fieldInstruments = lines.map(([eqpNo, eqpName, eqpKind, model, serialNo, maker, measures, accuracy, calibrationKind, months, left, calibrationBy, certificateNo, location, boughtDaysAgo, remark]) => ({
  left, months, boughtDaysAgo,
  draft: { eqpNo, eqpName, eqpKind, purpose: purposeOf({ purpose: null, eqpName }), model, serialNo, maker, measures, accuracy, status: 'in', calibrationKind, calibrationMonths: months, calibrationBy, certificateNo, location, remark },
}));
