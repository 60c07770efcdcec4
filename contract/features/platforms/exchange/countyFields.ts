import type { MessageField } from './messageFields';

// Field tables of the county platform (platform formats B.3, B.4).

const day = { pattern: /^\d{4}-\d{2}-\d{2}$/, said: '年-月-日' };
const count = { pattern: /^\d{1,6}$/, said: '不超过6位的整数' };
const value = { pattern: /^<?\d+(\.\d+)?$/, said: '数值，或“<”加数值' };
const credit = { pattern: /^[0-9A-HJ-NPQRTUWXY]{18}$/, said: '18位统一社会信用代码' };

/** ThirdPrjInfo (B.3). */
export const countyProjectFields: readonly MessageField[] = [
  {
    name: 'checkType',
    label: '检测类别',
    of: 'service.type',
    must: true,
    table: 'checkType',
    place: 'project',
    filledAs: 'type',
  },
  {
    name: 'comCode',
    label: '用人单位统一社会信用代码',
    of: 'workplace.creditCode',
    must: true,
    form: credit,
    place: 'unit',
    filledAs: 'iuiCode',
  },
  { name: 'comName', label: '用人单位名称', of: 'workplace.name', must: true, place: 'unit', filledAs: 'unitName' },
  { name: 'projectCode', label: '项目编号', of: 'service.projectCode', must: true, place: 'project', filledAs: 'code' },
  {
    name: 'projectName',
    label: '项目名称',
    of: 'service.projectName',
    must: true,
    place: 'project',
    filledAs: 'projectName',
  },
  { name: 'projectArea', label: '项目所在地区', of: 'workplace.area', must: true, place: 'unit', filledAs: 'region' },
  {
    name: 'projectAreaCode',
    label: '项目所在地区代码',
    of: 'workplace.area',
    must: true,
    table: 'area',
    place: 'unit',
    filledAs: 'region',
  },
  {
    name: 'projectAddress',
    label: '项目地址',
    of: 'workplace.address',
    must: true,
    place: 'unit',
    filledAs: 'workAddress',
  },
  {
    name: 'checkDateStart',
    label: '采样开始日期',
    of: 'service.sampledFrom',
    must: true,
    form: day,
    place: 'sampling',
  },
  { name: 'checkDateEnd', label: '采样结束日期', of: 'service.sampledTo', must: true, form: day, place: 'sampling' },
  { name: 'targetStandardId', label: '限值标准', of: 'standardId', must: true, place: 'report' },
  { name: 'reportDate', label: '报告签发日期', of: 'service.reportDate', must: true, form: day, place: 'report' },
  {
    name: 'riskLevel',
    label: '风险分类',
    of: 'workplace.riskClass',
    must: true,
    table: 'riskClass',
    place: 'unit',
    filledAs: 'industryRisk',
  },
  {
    name: 'victimsNum',
    label: '接触职业病危害人数',
    of: 'workplace.exposed',
    must: true,
    form: count,
    place: 'unit',
    filledAs: 'exposedCount',
  },
  {
    name: 'labourCountNum',
    label: '职工总数',
    of: 'workplace.people',
    must: true,
    form: count,
    place: 'unit',
    filledAs: 'workerCount',
  },
  { name: 'registerName', label: '报告签发人', of: 'service.issuer', must: true, place: 'report' },
  { name: 'registerTime', label: '签发时间', of: 'service.reportDate', must: true, form: day, place: 'report' },
  {
    name: 'belongThirdOrgId',
    label: '平台分配的机构编号',
    of: 'settings.account',
    must: true,
    place: 'connector',
    filledAs: 'account',
  },
];

export interface CountyKind {
  readonly path: string;
  readonly title: string;
  /** Category of the hazards. */
  readonly category: string;
  /** Kinds of values, one of which a point must have to be of this kind. */
  readonly kinds?: readonly string[];
  /** Pattern of the names of the hazards. */
  readonly named?: RegExp;
  readonly fields: readonly MessageField[];
}

const place: readonly MessageField[] = [
  { name: 'workUnitName', label: '车间', of: 'workshop', must: true, place: 'survey' },
  { name: 'workJobName', label: '岗位', of: 'post', must: true, place: 'survey' },
  { name: 'workNum', label: '接触人数', of: 'people', must: true, form: count, place: 'survey' },
  { name: 'checkPointName', label: '检测点', of: 'place', must: true, place: 'survey' },
];
const factor: readonly MessageField[] = [
  { name: 'factorId', label: '危害因素编号', of: 'hazard', must: true, table: 'hazard', place: 'survey' },
  {
    name: 'factorName',
    label: '危害因素名称',
    of: 'hazard',
    must: true,
    table: 'hazard',
    named: true,
    place: 'survey',
  },
];
/** Returns the name of a field of a dust fraction, or of a row without a fraction. */
const fieldName = (prefix: string, name: string): string =>
  prefix ? `${prefix}${name}` : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
const judge: MessageField = {
  name: fieldName('', 'JudgeResult'),
  label: '判定',
  of: 'verdict',
  must: true,
  table: 'verdict',
  place: 'report',
};
const measured = (name: string, label: string, source: string): MessageField => ({
  name,
  label,
  of: `value.${source}`,
  form: value,
  place: 'report',
});
const requiredField = (name: string, label: string, source: string): MessageField => ({
  ...measured(name, label, source),
  must: true,
});
const hours: MessageField = {
  name: 'touchTime',
  label: '接触时间（h）',
  of: 'hoursPerDay',
  must: true,
  form: value,
  place: 'survey',
};
const reductionFields = (prefix: string, source: string): readonly MessageField[] => {
  return [
    {
      name: fieldName(prefix, 'ReductionFactorType'),
      label: '折减方式',
      of: `reduction.${source}.by`,
      table: 'reduction',
      place: 'report',
    },
    {
      name: fieldName(prefix, 'ReductionFactor'),
      label: '折减因子',
      of: `reduction.${source}.factor`,
      form: value,
      place: 'report',
    },
  ];
};
const fraction = (prefix: 'total' | 'respirable', label: string, kind: string): readonly MessageField[] => [
  measured(`${prefix}Ctwa`, `${label}时间加权平均浓度`, kind),
  measured(`${prefix}ExceedPeak`, `${label}峰接触浓度`, `${kind}Peak`),
  ...reductionFields(prefix, kind),
  { name: `${prefix}JudgeResult`, label: `${label}判定`, of: `verdictOf.${kind}`, table: 'verdict', place: 'report' },
];
const physical = (
  path: string,
  title: string,
  rest: Pick<CountyKind, 'kinds' | 'named'>,
  fields: readonly MessageField[],
): CountyKind => ({
  path,
  title,
  category: 'physical',
  ...rest,
  fields: [...place, ...fields, judge],
});

/** Kinds of results (B.4), in the order in which a point is matched. */
export const countyKinds: readonly CountyKind[] = [
  {
    path: 'ThirdPrjChemistry',
    title: '化学因素',
    category: 'chemical',
    fields: [
      ...place,
      ...factor,
      measured('cmeCmac', '最高浓度', 'mac'),
      measured('ctwa', '时间加权平均浓度', 'twa'),
      measured('csteCstel', '短时间接触浓度', 'stel'),
      measured('exceedPeak', '峰接触浓度', 'peak'),
      ...reductionFields('', 'twa'),
      judge,
    ],
  },
  {
    path: 'ThirdPrjDust',
    title: '粉尘',
    category: 'dust',
    fields: [
      ...place,
      ...factor,
      ...fraction('total', '总尘', 'totalDust'),
      ...fraction('respirable', '呼尘', 'respirableDust'),
    ],
  },
  physical('ThirdPrjNoise', '噪声', { kinds: ['dailyLevel', 'weeklyLevel', 'peakLevel'] }, [
    measured('checkValue', '8h等效声级', 'dailyLevel'),
    measured('checkValue840', '40h等效声级', 'weeklyLevel'),
    measured('noisePeak', '声压级峰值', 'peakLevel'),
  ]),
  physical('ThirdPrjHighTem', '高温', { kinds: ['wbgt'] }, [
    { name: 'touchTime', label: '接触时间率（%）', of: 'timeShare', must: true, form: value, place: 'survey' },
    requiredField('checkValue', 'WBGT指数', 'wbgt'),
  ]),
  physical('ThirdPrjUhfr', '超高频辐射', { named: /超高频/ }, [
    hours,
    measured('powerDensity', '功率密度', 'powerDensity'),
    measured('uhfrStrength', '电场强度', 'electricField'),
  ]),
  physical('ThirdPrjHighFreq', '高频电磁场', { named: /高频/ }, [
    hours,
    measured('eletricStrength', '电场强度', 'electricField'),
    measured('magneticStrength', '磁场强度', 'magneticField'),
  ]),
  physical('ThirdPrjLaserRadi', '激光辐射', { named: /激光/ }, [
    hours,
    measured('exposAmount', '照射量', 'radiantExposure'),
    measured('radiance', '辐照度', 'irradiance'),
  ]),
  physical('ThirdPrjMicroRadi', '微波辐射', { named: /微波/ }, [
    measured('daily', '日剂量', 'dailyDose'),
    measured('average', '平均功率密度', 'powerDensity'),
  ]),
  physical('ThirdPrjUltrRay', '紫外辐射', { named: /紫外/ }, [
    hours,
    measured('irradiance', '辐照度', 'irradiance'),
    measured('exposure', '照射量', 'radiantExposure'),
  ]),
  physical('ThirdPrjHandVibr', '手传振动', { kinds: ['acceleration'] }, [
    hours,
    requiredField('accelet4h', '4h等能量频率计权振动加速度', 'acceleration'),
  ]),
  physical('ThirdPrjFrequency', '工频电场', { kinds: ['electricField'] }, [
    hours,
    requiredField('freqStrength', '电场强度', 'electricField'),
  ]),
  physical('ThirdPrjIllum', '照度', { kinds: ['illuminance'] }, [requiredField('checkValue', '照度', 'illuminance')]),
  physical('ThirdPrjAirSpeed', '控制风速', { named: /风速/ }, [requiredField('checkValue', '控制风速', 'plain')]),
];
