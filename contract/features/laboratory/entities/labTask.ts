import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, flag, ref, text } from '@contract/field';

/**
 * 检测任务: one hazard to be tested in one received sample or blank. The reception of the sample creates the task; the
 * task is distributed to one analyst.
 */
export const labTask = defineEntity({
  name: 'labTask',
  path: 'api/labTask',
  label: '检测任务',
  titleField: 'sampleNo',
  scope: 'organization',
  stateMachine: { machine: 'labTask', stateField: 'state' },
  keyword: ['sampleNo', 'hazardName'],
  sheet: [
    'sampleNo',
    'sampleKind',
    'project',
    'hazardName',
    'method',
    'state',
    'analyst',
    'keepUntil',
    'dueOn',
    'distributedBy',
    'distributedAt',
    'sheet',
    'completedAt',
    'variant',
    'effective',
    'stateReason',
  ],
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    sample: ref('样品', { required: true, to: 'sample' }),
    sampleNo: text('样品编号', { required: true, max: 60 }),
    sampleKind: dict('样品类别', { dict: 'sampleKind', required: true }),
    variant: dict('样品来源', { dict: 'labVariant', required: true, initial: 'ordinary' }),
    sampleSiteHazardId: ref('方案行', { to: 'sampleSiteHazard' }),
    hazard: ref('检测项目', { required: true, to: 'hazard' }),
    hazardName: text('因素名称', { required: true, max: 200 }),
    method: ref('检测方法', { to: 'labMethod' }),
    methodKind: dict('方法类别', { dict: 'labMethodKind' }),
    state: dict('状态', { dict: 'labTaskState', readonly: true, initial: 'waiting' }),
    dueOn: date('要求完成日期'),
    /** Last day of storage, copied from the sample for lists. */
    keepUntil: date('保存截止日期', { readonly: true }),
    analyst: ref('检测人', { to: 'user', readonly: true }),
    distributedBy: ref('分发人', { to: 'user', readonly: true }),
    distributedAt: dateTime('分发时间', { readonly: true }),
    /** Record of the task; SPEC §3 calls it phyId. */
    sheet: ref('检测记录', { to: 'labSheet', readonly: true }),
    completedAt: dateTime('完成时间', { readonly: true }),
    stateReason: text('原因', { max: 500, readonly: true }),
    /** Task that this one repeats; the earlier result remains (DOMAIN §5, §9, 10). */
    retestOf: ref('原任务', { to: 'labTask', readonly: true }),
    /** Whether the report uses this test, where a sample was tested several times. */
    effective: flag('有效', { readonly: true, initial: true }),
  },
});
