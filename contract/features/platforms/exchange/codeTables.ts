import type { fixedDictionaries } from '@contract/dictionaries';

// Code tables of the adapters are data that an administrator edits and imports in the console. The lists below are
// the known codes of a platform. They are copied to a connector when it is created; after that the connector owns
// them.

export type CodeTable = (typeof fixedDictionaries.platformCodeTable)[number]['value'];

/** One of our values in the words of a platform. */
export interface PlatformCode {
  readonly table: CodeTable;
  /** Our value, e.g. a hazard's name, `twa`, or an entry of a dictionary. */
  readonly own: string;
  /** Code of the platform; `-` for a value that the platform does not accept. */
  readonly code: string;
  /** Name of the value on the platform. */
  readonly name?: string | null;
  /** Code of the unit on the platform (for results only). */
  readonly unitCode?: string | null;
  /** Factor by which our number is multiplied before it is sent (for results only). */
  readonly factor?: string | null;
}

/** Code of a value that is left out of the message. */
export const leftOut = '-';

type CodeRow = readonly [own: string, code: string, name?: string, unitCode?: string, factor?: string];
const codeRows = (table: CodeTable, list: readonly CodeRow[]): PlatformCode[] =>
  list.map(([ownValue, code, name = null, unitCode = null, factor = null]) => ({
    table,
    own: ownValue,
    code,
    name,
    unitCode,
    factor,
  }));

/**
 * Codes of the provincial check report (platform formats A.5–A.9). Hazards, industries and areas are imported,
 * because no list is public.
 */
export const provincialCodes: readonly PlatformCode[] = [
  ...codeRows('result', [
    ['mac', '101', 'MAC', '1001'],
    ['twa', '102', '时间加权平均浓度', '1001'],
    ['stel', '103', '短时间接触浓度', '1001'],
    ['peak', '129', '峰接触浓度', '1001'],
    ['totalDust', '104', '总尘时间加权平均浓度', '1001'],
    ['totalDustPeak', '127', '总尘峰接触浓度', '1001'],
    ['respirableDust', '105', '呼尘时间加权平均浓度', '1001'],
    ['respirableDustPeak', '128', '呼尘峰接触浓度', '1001'],
    ['electricField', '106', '电场强度', '1010'],
    ['magneticField', '107', '磁场强度', '1011'],
    ['irradiance', '109', '辐照度', '1008', '0.001'],
    ['powerDensity', '113', '短时间接触功率密度', '1000', '0.001'],
    ['dailyDose', '110', '日剂量', '1000'],
    ['wbgt', '114', 'WBGT指数', '1014'],
    ['dailyLevel', '115', '8h等效声级', '1016'],
    ['weeklyLevel', '116', '40h等效声级', '1016'],
    ['peakLevel', '117', '声压级峰值', '1016'],
    ['acceleration', '118', '手传振动加速度', '1017'],
  ]),
  ...codeRows('unit', [
    ['mg/m³', '1001'],
    ['V/m', '1009'],
    ['kV/m', '1010'],
    ['A/m', '1011'],
    ['℃', '1014'],
    ['dB(A)', '1016'],
    ['m/s²', '1017'],
    ['%', '1018'],
    ['m/s', '1019'],
  ]),
  ...codeRows('checkType', [
    ['DQ', '10', '定期检测'],
    ['JD', '20', '监督检测'],
    ['XZ', '31', '现状评价'],
    ['KX', '32', '控制效果评价'],
  ]),
  ...codeRows('economicType', [
    ...['110', '120', '130', '140', '150', '160', '170', '171', '172', '200', '300', '900'].map((code): CodeRow => [
      code,
      code,
    ]),
    ['400', '175', '个体经营'],
  ]),
  ...codeRows('scale', [
    ['1', '1', '大型'],
    ['2', '2', '中型'],
    ['3', '3', '小型'],
    ['4', '4', '微型'],
  ]),
  ...codeRows('serviceItem', [
    ['survey', '1', '现场调查'],
    ['sampling', '2', '现场采样（测量）'],
    ['laboratory', '3', '实验室检测'],
    ['evaluation', '4', '评价'],
  ]),
  ...codeRows('verdict', [
    ['conforms', '1', '符合'],
    ['exceeds', '0', '不符合'],
  ]),
];

/** Codes of the county platform (platform formats B.3, B.4). The platform issues the numbers of hazards. */
export const countyCodes: readonly PlatformCode[] = [
  ...codeRows('checkType', [
    ['DQ', '2', '定期检测'],
    ['XZ', '3', '现状评价'],
    ['KX', '4', '控制效果评价'],
  ]),
  ...codeRows('riskClass', [
    ['严重', '1'],
    ['一般', '2'],
  ]),
  ...codeRows('verdict', [
    ['notAssessed', '1', '不判定'],
    ['conforms', '2', '符合'],
    ['exceeds', '3', '不符合'],
  ]),
  ...codeRows('reduction', [
    ['day', '1', '按日'],
    ['week', '2', '按周'],
  ]),
];
