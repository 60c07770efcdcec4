import { defineEntity } from '@contract/entity';
import { date, dict, integer, longText, ref, region, text } from '@contract/field';

/** 受检单位: the employer whose workplaces are inspected. */
export const inspectUnit = defineEntity({
  name: 'inspectUnit',
  path: 'api/inspectUnit',
  label: '受检单位',
  titleField: 'unitName',
  scope: 'organization',
  keyword: ['unitName', 'iuiCode', 'contact', 'otherContacts'],
  shortForm: ['unitName', 'iuiCode', 'industry', 'region', 'workAddress', 'contact', 'mobile', 'landline'],
  fields: {
    unitName: text('单位名称', {
      required: true,
      rule: 'fileSafeName',
      unique: true,
      max: 100,
    }),
    iuiCode: text('统一社会信用代码', {
      rule: 'unifiedCode',
      max: 18,
      unique: true,
    }),
    industry: dict('所属行业', { dict: 'industry' }),
    industryRisk: ref('风险分类行业', {
      to: 'industryRisk',
      hint: '按《建设项目职业病危害风险分类管理目录》选择，检测报告据此写明风险分类；不填时按所属行业，行业内分类不一致的不写',
    }),
    region: region('所在地区'),
    scale: dict('企业规模', { dict: 'unitScale' }),
    economicType: dict('经济类型', { dict: 'economicType' }),
    registeredAddress: text('注册地址'),
    workAddress: text('工作场所地址'),
    contact: text('联系人', { max: 50 }),
    mobile: text('手机号码', { rule: 'phone', max: 11 }),
    landline: text('固定电话', { rule: 'telephone', max: 30, hint: '没有手机号码时，报告、申报和公示用此号码' }),
    otherPhones: text('其他电话', { max: 200 }),
    /** All people but the main one, as `peopleText` writes them; the rows are `unitContact`. */
    otherContacts: text('其他联系人', {
      max: 1000,
      hint: '每人依次为姓名（职务）、电话、邮箱，以分号分隔，例如：李娜（安全科长）13800000000；王强 0571-88880000',
    }),
    email: text('电子邮箱', { rule: 'email', max: 100 }),
    workerCount: integer('职工总数', {
      min: 0,
      unit: '人',
    }),
    exposedCount: integer('接触职业病危害人数', {
      min: 0,
      unit: '人',
    }),
    hazards: text('申报的职业病危害因素', {
      max: 500,
      hint: '多个因素以顿号分隔',
    }),
    foundedOn: date('成立日期'),
    remark: longText('备注', { max: 500 }),
    customer: ref('委托单位', { to: 'customer' }),
    status: dict('状态', { dict: 'unitStatus', required: true, initial: '1' }),
  },
  lists: {
    unitName: {
      called: ['企业名称', '公司名称', '受检单位', '用人单位', '客户名称', '单位全称', '企业全称', '公司全称', '名称'],
    },
    iuiCode: { called: ['社会信用代码', '信用代码', '税号', '纳税人识别号'] },
    industry: { called: ['行业', '行业类别', '行业分类'] },
    scale: { called: ['规模', '单位规模'] },
    economicType: { called: ['企业性质', '单位性质', '企业类型', '登记类型'] },
    registeredAddress: { called: ['注册地', '登记地址'] },
    workAddress: { called: ['地址', '单位地址', '企业地址', '公司地址', '生产地址', '经营地址', '详细地址'] },
    contact: {
      person: 'name',
      called: ['联系人姓名', '负责人', '企业联系人', '第一联系人', '第一联系人姓名', '联系人1'],
    },
    mobile: { person: 'mobile', called: ['联系电话', '电话', '手机', '联系方式', '联系人电话'] },
    landline: {
      person: 'landline',
      restOf: 'mobile',
      called: ['座机', '固话', '办公电话', '联系电话', '电话', '联系方式'],
    },
    otherPhones: { person: 'more', restOf: 'mobile', called: ['其他联系电话', '备用电话'] },
    otherContacts: {
      person: 'others',
      restOf: 'contact',
      called: ['第二联系人', '第二联系人姓名', '备用联系人', '联系人2', '联系人二'],
    },
    workerCount: {
      called: ['职工人数', '员工人数', '人数', '从业人数', '总人数', '员工数', '职工数', '员工总数', '在册人数'],
    },
    exposedCount: { called: ['接害人数', '接触人数', '接触危害人数', '接害', '接害职工数', '接害员工数'] },
    hazards: { called: ['主要危害因素', '危害因素', '职业病危害因素'] },
    remark: { called: ['说明', '附注'] },
    customer: { called: ['客户', '委托方'] },
  },
  sheet: [
    'unitName',
    'iuiCode',
    'industry',
    'region',
    'scale',
    'economicType',
    'registeredAddress',
    'workAddress',
    'contact',
    'mobile',
    'email',
    'workerCount',
    'exposedCount',
    'hazards',
    'foundedOn',
    'remark',
    'customer',
    'otherPhones',
    'landline',
    'otherContacts',
    'industryRisk',
  ],
  checks: [{ field: 'exposedCount', notAbove: 'workerCount', message: '接触职业病危害人数不能大于职工总数' }],
});

/** Returns the number at which a unit is reached: its mobile, else its landline; null for neither. */
export const phoneOf = ({
  mobile,
  landline,
}: {
  readonly mobile?: string | null;
  readonly landline?: string | null;
}): string | null => mobile || landline || null;
