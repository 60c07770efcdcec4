import { defineEntity } from '@contract/entity';
import { date, dateTime, decimal, dict, integer, ref, refs, text } from '@contract/field';

/**
 * 来样: a sample that a client delivered, with its condition and the requested tests (DOMAIN §8.0, incoming variant).
 * Its reception creates a sample of the project.
 */
export const incomingSample = defineEntity({
  name: 'incomingSample',
  path: 'api/incomingSample',
  label: '来样',
  titleField: 'sampleName',
  scope: 'organization',
  keyword: ['clientSampleNo', 'sampleName'],
  suggestions: { location: { titlesOf: 'place' } },
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    rowSort: integer('序号', { min: 0, max: 100_000 }),
    clientSampleNo: text('原样编号', { required: true, max: 60 }),
    sampleName: text('样品名称', { required: true, max: 100 }),
    sampleForm: text('样品性状', { max: 100 }),
    quantity: text('数量/体积', { max: 60 }),
    condition: dict('到样状态', { dict: 'sampleCondition', required: true, initial: 'intact' }),
    sampleKind: dict('样品类别', { dict: 'sampleKind', required: true, initial: 'sample' }),
    hazard: ref('检测项目', { required: true, to: 'hazard' }),
    alongWith: refs('同管检测项目', { to: 'hazard' }),
    method: ref('检测方法', { to: 'labMethod' }),
    standardVolume: decimal('标准采样体积', { min: '0', unit: 'L', hint: '委托方提供；不填时结果以μg/样品等报出' }),
    storage: text('保存条件', { max: 100 }),
    /** Name of a room or storage place (`place`); the reception copies it to the sample. */
    location: text('存放处', { max: 100 }),
    keepUntil: date('保存截止日期'),
    deliverer: text('送样人', { max: 50 }),
    deliveredOn: date('送样日期'),
    state: dict('收样状态', { dict: 'incomingState', readonly: true, initial: 'registered' }),
    /** Reason why the sample was refused, or why its reception was undone. */
    stateReason: text('原因', { max: 500, readonly: true }),
    receivedAt: dateTime('收样时间', { readonly: true }),
    receivedBy: ref('收样人', { to: 'user', readonly: true }),
    /** Sample that the reception created. */
    receivedAs: ref('样品编号', { to: 'sample', readonly: true }),
    remark: text('备注', { max: 300 }),
  },
});
