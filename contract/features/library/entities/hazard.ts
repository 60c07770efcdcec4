import { defineEntity } from '@contract/entity';
import { date, dict, flag, longText, text } from '@contract/field';

/**
 * 职业病危害因素: a hazard that is surveyed, sampled, tested and judged. The name is its key, because forms of one substance
 * share a CAS number.
 */
export const hazard = defineEntity({
  name: 'hazard',
  path: 'api/hazard',
  label: '职业病危害因素',
  titleField: 'name',
  scope: 'shared',
  keyword: ['name', 'nameEn', 'cas', 'synonyms', 'formula', 'itemNo'],
  fields: {
    name: text('因素名称', { required: true, unique: true, max: 100 }),
    nameEn: text('英文名称', { max: 200 }),
    cas: text('CAS号', { max: 100, hint: '多个以英文分号分隔' }),
    itemNo: text('标准序号', { max: 50, hint: 'GBZ 2.1的表号与序号，例如表1-12' }),
    formula: text('分子式', { max: 60 }),
    category: dict('类别', { dict: 'hazardCategory', required: true }),
    synonyms: text('别名', { max: 500, hint: '多个以顿号分隔，查询时一并匹配' }),
    marks: text('标识', { max: 100, hint: '皮（经皮）、敏（致敏）、G1、G2A、G2B（致癌），以逗号分隔' }),
    silicaBand: dict('游离SiO₂含量', { dict: 'silicaBand', hint: '按实测含量选用限值的粉尘填写' }),
    noLimit: flag('标准未规定限值', { hint: '现行标准未规定职业接触限值时选择；不选且没有限值的因素，报告前须补充' }),
    reductionExempt: flag('限值不折减', {
      hint: '刺激性、臭味、单纯窒息性等物质，长时间接触时不调整限值（GBZ 331-2024 G.1.1.3）',
    }),
    jointEffect: text('联合作用组', {
      max: 50,
      hint: '作用于同一器官、毒作用相似的物质填写同一组名；同一岗位同时存在时按GBZ 2.1-2019 A.3计算混合接触比值',
    }),
    noMethod: text('无国家标准检测方法', {
      max: 200,
      hint: '未查到国家标准检测方法时说明，采样方案据此列出不检测的原因',
    }),
    code: text('因素代码', { max: 20, rule: 'userName', hint: '用于样品编号' }),
    dataCertainty: dict('核对情况', { dict: 'dataCertainty', required: true, initial: 'sure' }),
    verifiedBy: text('核对人', { readonly: true, max: 200 }),
    verifiedOn: date('核对日期', { readonly: true }),
    remark: longText('备注', { max: 500 }),
  },
  byName: {
    set: { category: 'chemical', dataCertainty: 'check' },
    guess: {
      field: 'category',
      words: [
        ['尘', 'dust'],
        ['分散度', 'dust'],
        ['二氧化硅', 'dust'],
        ['石棉', 'dust'],
        ['噪声', 'physical'],
        ['高温', 'physical'],
        ['照度', 'physical'],
        ['振动', 'physical'],
        ['辐射', 'physical'],
        ['电场', 'physical'],
        ['风速', 'physical'],
        ['风量', 'physical'],
        ['微波', 'physical'],
        ['激光', 'physical'],
        ['紫外', 'physical'],
      ],
    },
  },
  sheet: [
    'name',
    'nameEn',
    'cas',
    'category',
    'synonyms',
    'marks',
    'silicaBand',
    'code',
    'dataCertainty',
    'remark',
    'noLimit',
    'reductionExempt',
    'jointEffect',
    'itemNo',
    'formula',
    'noMethod',
  ],
});
