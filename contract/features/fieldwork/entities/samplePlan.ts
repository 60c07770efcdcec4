import { defineEntity } from '@contract/entity';
import { dict, integer, keyed, longText, ref, text } from '@contract/field';

/**
 * 采样方案: the head of a project's plan, one per project. Its states are in `samplePlanMachine`, its rows are
 * `sampleSiteHazard`.
 */
export const samplePlan = defineEntity({
  name: 'samplePlan',
  path: 'api/samplePlan',
  label: '采样方案',
  titleField: 'basis',
  scope: 'organization',
  stateMachine: {
    machine: 'samplePlan',
    stateField: 'state',
    partEntities: [{ entity: 'sampleSiteHazard', by: 'project', throughField: true }],
  },
  fields: {
    project: ref('项目', { required: true, unique: true, to: 'project' }),
    state: dict('状态', { dict: 'planState', readonly: true, initial: 'drafting' }),
    basis: text('采样依据', { required: true, max: 300, initial: 'GBZ 159-2004' }),
    days: integer('采样天数', { required: true, min: 1, max: 30, initial: 1, unit: 'd' }),
    team: text('采样人员安排', { max: 200 }),
    safety: longText('安全注意事项', { max: 1000 }),
    notTested: longText('不检测的因素及原因', {
      max: 2000,
      hint: '每行一个因素：“因素：原因”',
    }),
    /**
     * Chosen reasons by hazard (contract/features/fieldwork/plan/untestedHazards.ts). The text of `notTested` is
     * generated from them.
     */
    untested: keyed('不检测的原因', { hint: '生成方案时由限值库、方法库和能力附表填写，其余请选择' }),
    remark: longText('备注', { max: 1000 }),
    /** Layout of the paper that was signed; null for a plan that was signed before the paper had form D.1. */
    edition: text('打印版式', { max: 10, readonly: true }),
    template: ref('采用的模板', { to: 'cyfaModule', readonly: true }),
  },
});
