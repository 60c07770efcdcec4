import { defineEntity } from '@contract/entity';
import { date, dict, flag, integer, longText, ref, text, dateTime } from '@contract/field';
import { declarationTexts } from '../declarationTexts';

const peopleField = (label: string, hint: string) => integer(label, { min: 0, max: 999_999, unit: '人', hint });

/** People exposed to the six hazards that today's form names, as part of their class. */
const namedCounts = {
  silicaCount: peopleField('其中接触矽尘', '计入接触粉尘'),
  coalCount: peopleField('其中接触煤尘', '计入接触粉尘'),
  asbestosCount: peopleField('其中接触石棉粉尘', '计入接触粉尘'),
  benzeneCount: peopleField('其中接触苯', '计入接触化学物质'),
  leadCount: peopleField('其中接触铅', '计入接触化学物质'),
  noiseCount: peopleField('其中接触噪声', '计入接触物理因素'),
};

const pointsField = (label: string) => integer(label, { min: 0, max: 99_999, unit: '个' });

/** Points of this year's report, and points above a limit, by class. */
const pointCounts = {
  dustPoints: pointsField('粉尘检测点数'),
  dustOver: pointsField('粉尘超标点数'),
  chemicalPoints: pointsField('化学物质检测点数'),
  chemicalOver: pointsField('化学物质超标点数'),
  physicalPoints: pointsField('物理因素检测点数'),
  physicalOver: pointsField('物理因素超标点数'),
  radiationPoints: pointsField('放射性物质检测点数'),
  radiationOver: pointsField('放射性物质超标点数'),
  biologicalPoints: pointsField('生物因素检测点数'),
  biologicalOver: pointsField('生物因素超标点数'),
};

/** 职业病危害项目申报表 (DOMAIN §7.7), which a unit declares. Each change is a new version. */
export const declaration = defineEntity({
  name: 'declaration',
  path: 'api/declaration',
  label: '申报表',
  titleField: 'unitName',
  scope: 'organization',
  stateMachine: {
    machine: 'declaration',
    stateField: 'state',
    partEntities: [{ entity: 'declarationRow', by: 'declaration' }],
  },
  keyword: ['unitName', 'creditCode'],
  locks: [{ field: 'state', unless: ['drafting'], message: declarationTexts.locked }],
  fields: {
    unit: ref('受检单位', { required: true, to: 'inspectUnit', readonly: true }),
    declareYear: integer('申报年度', { readonly: true, min: 2000, max: 2100 }),
    versionNo: integer('版次', { readonly: true, min: 1, initial: 1 }),
    state: dict('状态', { dict: 'declarationState', readonly: true, initial: 'drafting' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    declareKind: dict('申报类别', { dict: 'declarationKind', readonly: true }),
    changeReason: text('变更原因', { max: 300, hint: '变更申报时必填' }),
    unitName: text('单位名称', { required: true, max: 100 }),
    creditCode: text('统一社会信用代码', { rule: 'unifiedCode', max: 18 }),
    registeredAddress: text('注册地址'),
    workAddress: text('工作场所地址'),
    scale: dict('企业规模', { dict: 'unitScale' }),
    industry: dict('行业分类', { dict: 'industry' }),
    economicType: dict('注册类型', { dict: 'economicType' }),
    legalPerson: text('法定代表人', { max: 50 }),
    phone: text('联系电话', { max: 30 }),
    hasOffice: flag('有职业卫生管理机构'),
    fullTimeStaff: integer('专职管理人员', { min: 0, max: 99_999, unit: '人' }),
    partTimeStaff: integer('兼职管理人员', { min: 0, max: 99_999, unit: '人' }),
    workerCount: integer('劳动者总人数', { min: 0, max: 999_999, unit: '人' }),
    diseaseCount: integer('职业病累计人数', { min: 0, max: 999_999, unit: '人' }),
    dustCount: integer('接触粉尘', { min: 0, max: 999_999, unit: '人' }),
    chemicalCount: integer('接触化学物质', { min: 0, max: 999_999, unit: '人' }),
    physicalCount: integer('接触物理因素', { min: 0, max: 999_999, unit: '人' }),
    radiationCount: integer('接触放射性物质', { min: 0, max: 999_999, unit: '人' }),
    biologicalCount: integer('接触生物因素', { min: 0, max: 999_999, unit: '人' }),
    otherCount: integer('接触其他因素', { min: 0, max: 999_999, unit: '人' }),
    exposedCount: integer('接触职业病危害总人数', { min: 0, max: 999_999, unit: '人' }),
    ...namedCounts,
    product: text('主要产品', { max: 300 }),
    materials: longText('主要原辅料', { max: 2000 }),
    lastTested: text('最近一次检测', { max: 200, hint: '检测机构、报告编号与日期' }),
    testedThisYear: flag('本年度已检测'),
    testAgency: text('本年度检测机构', { max: 100 }),
    testReportNo: text('本年度检测报告编号', { max: 100 }),
    ...pointCounts,
    /** Project whose survey filled the declaration. */
    sourceProject: ref('数据来源项目', { to: 'project', readonly: true }),
    previous: ref('变更前版本', { to: 'declaration', readonly: true }),
    declaredOn: date('申报日期', { readonly: true }),
    /** Number that the authority issues after the declaration; a separate API call stores it. */
    receiptNo: text('申报回执号', { readonly: true, max: 100 }),
    remark: longText('备注', { max: 500 }),
  },
  checks: [{ field: 'exposedCount', notAbove: 'workerCount', message: '接触职业病危害总人数不能大于劳动者总人数' }],
});
