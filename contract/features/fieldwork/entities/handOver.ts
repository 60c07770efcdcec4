import { defineEntity } from '@contract/entity';
import { dateTime, dict, integer, longText, ref, text } from '@contract/field';

/**
 * 样品流转单 (DOMAIN §1.11): a circulation sheet for samples that the field team hands to the sample keeper. Both sign it.
 * Its states are in `handOverMachine`.
 */
export const handOver = defineEntity({
  name: 'handOver',
  path: 'api/handOver',
  label: '样品流转单',
  titleField: 'sheetNo',
  scope: 'organization',
  stateMachine: {
    machine: 'handOver',
    stateField: 'state',
    partEntities: [{ entity: 'handOverLine', by: 'handOver' }],
  },
  suggestions: { place: { titlesOf: 'place' } },
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    sheetNo: text('流转单号', { readonly: true, unique: true, max: 60 }),
    state: dict('状态', { dict: 'handOverState', readonly: true, initial: 'drafting' }),
    sampleCount: integer('送交数量', { readonly: true, min: 0 }),
    receivedCount: integer('接收数量', { readonly: true, min: 0 }),
    place: text('交接地点', { max: 100 }),
    transport: text('运输与保存', { max: 200, initial: '常温密封' }),
    giver: ref('交样人', { to: 'user', readonly: true }),
    givenAt: dateTime('送交时间', { readonly: true }),
    receiver: ref('收样人', { to: 'user', readonly: true }),
    receivedAt: dateTime('接收时间', { readonly: true }),
    stateReason: text('拒收或撤回原因', { readonly: true, max: 500 }),
    remark: longText('备注', { max: 500 }),
  },
});
