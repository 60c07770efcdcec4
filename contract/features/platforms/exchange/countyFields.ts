import type { MessageField } from './messageFields';

// Field tables of the county platform (platform formats B.3, B.4).

const dayRule = { pattern: /^\d{4}-\d{2}-\d{2}$/, description: '年-月-日' };
const countRule = { pattern: /^\d{1,6}$/, description: '不超过6位的整数' };
const valueRule = { pattern: /^<?\d+(\.\d+)?$/, description: '数值，或“<”加数值' };
const creditCodeRule = { pattern: /^[0-9A-HJ-NPQRTUWXY]{18}$/, description: '18位统一社会信用代码' };

/** ThirdPrjInfo (B.3). */
export const countyProjectFields: readonly MessageField[] = [
  {
    name: 'checkType',
    label: '检测类别',
    sourcePath: 'service.type',
    isRequired: true,
    table: 'checkType',
    place: 'project',
    filledAs: 'type',
  },
  {
    name: 'comCode',
    label: '用人单位统一社会信用代码',
    sourcePath: 'workplace.creditCode',
    isRequired: true,
    form: creditCodeRule,
    place: 'unit',
    filledAs: 'iuiCode',
  },
  {
    name: 'comName',
    label: '用人单位名称',
    sourcePath: 'workplace.name',
    isRequired: true,
    place: 'unit',
    filledAs: 'unitName',
  },
  {
    name: 'projectCode',
    label: '项目编号',
    sourcePath: 'service.projectCode',
    isRequired: true,
    place: 'project',
    filledAs: 'code',
  },
  {
    name: 'projectName',
    label: '项目名称',
    sourcePath: 'service.projectName',
    isRequired: true,
    place: 'project',
    filledAs: 'projectName',
  },
  {
    name: 'projectArea',
    label: '项目所在地区',
    sourcePath: 'workplace.area',
    isRequired: true,
    place: 'unit',
    filledAs: 'region',
  },
  {
    name: 'projectAreaCode',
    label: '项目所在地区代码',
    sourcePath: 'workplace.area',
    isRequired: true,
    table: 'area',
    place: 'unit',
    filledAs: 'region',
  },
  {
    name: 'projectAddress',
    label: '项目地址',
    sourcePath: 'workplace.address',
    isRequired: true,
    place: 'unit',
    filledAs: 'workAddress',
  },
  {
    name: 'checkDateStart',
    label: '采样开始日期',
    sourcePath: 'service.sampledFrom',
    isRequired: true,
    form: dayRule,
    place: 'sampling',
  },
  {
    name: 'checkDateEnd',
    label: '采样结束日期',
    sourcePath: 'service.sampledTo',
    isRequired: true,
    form: dayRule,
    place: 'sampling',
  },
  { name: 'targetStandardId', label: '限值标准', sourcePath: 'standardId', isRequired: true, place: 'report' },
  {
    name: 'reportDate',
    label: '报告签发日期',
    sourcePath: 'service.reportDate',
    isRequired: true,
    form: dayRule,
    place: 'report',
  },
  {
    name: 'riskLevel',
    label: '风险分类',
    sourcePath: 'workplace.riskClass',
    isRequired: true,
    table: 'riskClass',
    place: 'unit',
    filledAs: 'industryRisk',
  },
  {
    name: 'victimsNum',
    label: '接触职业病危害人数',
    sourcePath: 'workplace.exposed',
    isRequired: true,
    form: countRule,
    place: 'unit',
    filledAs: 'exposedCount',
  },
  {
    name: 'labourCountNum',
    label: '职工总数',
    sourcePath: 'workplace.people',
    isRequired: true,
    form: countRule,
    place: 'unit',
    filledAs: 'workerCount',
  },
  { name: 'registerName', label: '报告签发人', sourcePath: 'service.issuer', isRequired: true, place: 'report' },
  {
    name: 'registerTime',
    label: '签发时间',
    sourcePath: 'service.reportDate',
    isRequired: true,
    form: dayRule,
    place: 'report',
  },
  {
    name: 'belongThirdOrgId',
    label: '平台分配的机构编号',
    sourcePath: 'settings.account',
    isRequired: true,
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

const placeFields: readonly MessageField[] = [
  { name: 'workUnitName', label: '车间', sourcePath: 'workshop', isRequired: true, place: 'survey' },
  { name: 'workJobName', label: '岗位', sourcePath: 'post', isRequired: true, place: 'survey' },
  { name: 'workNum', label: '接触人数', sourcePath: 'people', isRequired: true, form: countRule, place: 'survey' },
  { name: 'checkPointName', label: '检测点', sourcePath: 'place', isRequired: true, place: 'survey' },
];
const factorFields: readonly MessageField[] = [
  { name: 'factorId', label: '危害因素编号', sourcePath: 'hazard', isRequired: true, table: 'hazard', place: 'survey' },
  {
    name: 'factorName',
    label: '危害因素名称',
    sourcePath: 'hazard',
    isRequired: true,
    table: 'hazard',
    sendsName: true,
    place: 'survey',
  },
];
/** Returns the name of a field of a dust fraction, or of a row without a fraction. */
const fieldName = (prefix: string, name: string): string =>
  prefix ? `${prefix}${name}` : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
const judgementField: MessageField = {
  name: fieldName('', 'JudgeResult'),
  label: '判定',
  sourcePath: 'verdict',
  isRequired: true,
  table: 'verdict',
  place: 'report',
};
const measuredField = (name: string, label: string, source: string): MessageField => ({
  name,
  label,
  sourcePath: `value.${source}`,
  form: valueRule,
  place: 'report',
});
const requiredField = (name: string, label: string, source: string): MessageField => ({
  ...measuredField(name, label, source),
  isRequired: true,
});
const hoursField: MessageField = {
  name: 'touchTime',
  label: '接触时间（h）',
  sourcePath: 'hoursPerDay',
  isRequired: true,
  form: valueRule,
  place: 'survey',
};
const reductionFields = (prefix: string, source: string): readonly MessageField[] => {
  return [
    {
      name: fieldName(prefix, 'ReductionFactorType'),
      label: '折减方式',
      sourcePath: `reduction.${source}.by`,
      table: 'reduction',
      place: 'report',
    },
    {
      name: fieldName(prefix, 'ReductionFactor'),
      label: '折减因子',
      sourcePath: `reduction.${source}.factor`,
      form: valueRule,
      place: 'report',
    },
  ];
};
const dustFractionFields = (prefix: 'total' | 'respirable', label: string, kind: string): readonly MessageField[] => [
  measuredField(`${prefix}Ctwa`, `${label}时间加权平均浓度`, kind),
  measuredField(`${prefix}ExceedPeak`, `${label}峰接触浓度`, `${kind}Peak`),
  ...reductionFields(prefix, kind),
  {
    name: `${prefix}JudgeResult`,
    label: `${label}判定`,
    sourcePath: `verdictOf.${kind}`,
    table: 'verdict',
    place: 'report',
  },
];
const physicalFields = (
  path: string,
  title: string,
  kindFields: Pick<CountyKind, 'kinds' | 'named'>,
  fields: readonly MessageField[],
): CountyKind => ({
  path,
  title,
  category: 'physical',
  ...kindFields,
  fields: [...placeFields, ...fields, judgementField],
});

/** Kinds of results (B.4), in the order in which a point is matched. */
export const countyKinds: readonly CountyKind[] = [
  {
    path: 'ThirdPrjChemistry',
    title: '化学因素',
    category: 'chemical',
    fields: [
      ...placeFields,
      ...factorFields,
      measuredField('cmeCmac', '最高浓度', 'mac'),
      measuredField('ctwa', '时间加权平均浓度', 'twa'),
      measuredField('csteCstel', '短时间接触浓度', 'stel'),
      measuredField('exceedPeak', '峰接触浓度', 'peak'),
      ...reductionFields('', 'twa'),
      judgementField,
    ],
  },
  {
    path: 'ThirdPrjDust',
    title: '粉尘',
    category: 'dust',
    fields: [
      ...placeFields,
      ...factorFields,
      ...dustFractionFields('total', '总尘', 'totalDust'),
      ...dustFractionFields('respirable', '呼尘', 'respirableDust'),
    ],
  },
  physicalFields('ThirdPrjNoise', '噪声', { kinds: ['dailyLevel', 'weeklyLevel', 'peakLevel'] }, [
    measuredField('checkValue', '8h等效声级', 'dailyLevel'),
    measuredField('checkValue840', '40h等效声级', 'weeklyLevel'),
    measuredField('noisePeak', '声压级峰值', 'peakLevel'),
  ]),
  physicalFields('ThirdPrjHighTem', '高温', { kinds: ['wbgt'] }, [
    {
      name: 'touchTime',
      label: '接触时间率（%）',
      sourcePath: 'timeShare',
      isRequired: true,
      form: valueRule,
      place: 'survey',
    },
    requiredField('checkValue', 'WBGT指数', 'wbgt'),
  ]),
  physicalFields('ThirdPrjUhfr', '超高频辐射', { named: /超高频/ }, [
    hoursField,
    measuredField('powerDensity', '功率密度', 'powerDensity'),
    measuredField('uhfrStrength', '电场强度', 'electricField'),
  ]),
  physicalFields('ThirdPrjHighFreq', '高频电磁场', { named: /高频/ }, [
    hoursField,
    measuredField('eletricStrength', '电场强度', 'electricField'),
    measuredField('magneticStrength', '磁场强度', 'magneticField'),
  ]),
  physicalFields('ThirdPrjLaserRadi', '激光辐射', { named: /激光/ }, [
    hoursField,
    measuredField('exposAmount', '照射量', 'radiantExposure'),
    measuredField('radiance', '辐照度', 'irradiance'),
  ]),
  physicalFields('ThirdPrjMicroRadi', '微波辐射', { named: /微波/ }, [
    measuredField('daily', '日剂量', 'dailyDose'),
    measuredField('average', '平均功率密度', 'powerDensity'),
  ]),
  physicalFields('ThirdPrjUltrRay', '紫外辐射', { named: /紫外/ }, [
    hoursField,
    measuredField('irradiance', '辐照度', 'irradiance'),
    measuredField('exposure', '照射量', 'radiantExposure'),
  ]),
  physicalFields('ThirdPrjHandVibr', '手传振动', { kinds: ['acceleration'] }, [
    hoursField,
    requiredField('accelet4h', '4h等能量频率计权振动加速度', 'acceleration'),
  ]),
  physicalFields('ThirdPrjFrequency', '工频电场', { kinds: ['electricField'] }, [
    hoursField,
    requiredField('freqStrength', '电场强度', 'electricField'),
  ]),
  physicalFields('ThirdPrjIllum', '照度', { kinds: ['illuminance'] }, [
    requiredField('checkValue', '照度', 'illuminance'),
  ]),
  physicalFields('ThirdPrjAirSpeed', '控制风速', { named: /风速/ }, [requiredField('checkValue', '控制风速', 'plain')]),
];
