import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, flag, integer, longText, ref, refs, text } from '@contract/field';
import { takeOverTexts } from '../projectTakeOver';
import { projectTexts } from '../projectTexts';

/** 项目: one order to inspect one unit, from contract review to publication (SPEC §3, project row). */
export const project = defineEntity({
  name: 'project',
  path: 'api/project',
  label: '项目',
  titleField: 'code',
  scope: 'organization',
  stateMachine: {
    machine: 'project',
    stateField: 'stage',
    partEntities: [
      { entity: 'siteSurvey', by: 'project' },
      { entity: 'siteHazard', by: 'project' },
      { entity: 'samplePlan', by: 'project' },
      { entity: 'sampleSiteHazard', by: 'project' },
      { entity: 'samplingDay', by: 'project' },
      { entity: 'sample', by: 'project' },
      { entity: 'labSheet', by: 'project' },
      { entity: 'report', by: 'project' },
    ],
  },
  keyword: ['code', 'projectName'],
  searchedField: 'projectName',
  within: { contact: { field: 'belongInspect', as: 'unit' } },
  sheet: [
    'code',
    'projectName',
    'belongInspect',
    'customer',
    'type',
    'stage',
    'stageSince',
    'leader',
    'team',
    'createYear',
    'incoming',
    'contractNo',
    'contractOn',
    'plannedOn',
    'dueOn',
    'workScope',
    'archivedOn',
    'retainUntil',
    'shelfNo',
    'boxNo',
    'remark',
    'createTime',
    'contact',
    'takenOverAt',
  ],
  completed: ['projectName'],
  fields: {
    code: text('项目编号', { unique: true, max: 50, hint: '不填时按编号规则自动编号' }),
    projectName: text('项目名称', { required: true, max: 200 }),
    belongInspect: ref('受检单位', { required: true, to: 'inspectUnit' }),
    customer: ref('委托单位', { to: 'customer' }),
    contact: ref('受检单位联系人', {
      to: 'unitContact',
      hint: '不选则为受检单位的主要联系人；报告和公示用其姓名与电话',
    }),
    type: dict('项目类型', { required: true, dict: 'projectType' }),
    /** Follows from the type when the project is made; null for projects from before it was stored. */
    service: dict('服务类别', { dict: 'serviceKind', readonly: true }),
    leader: ref('项目负责人', { to: 'user' }),
    team: refs('项目组成员', { to: 'user' }),
    stage: dict('阶段', { dict: 'projectStage', readonly: true, initial: 'draft' }),
    /** Start of the current stage. */
    stageSince: dateTime('进入状态时间', { readonly: true }),
    createYear: integer('年度', { min: 2000, max: 2100 }),
    contractNo: text('合同编号', { max: 50 }),
    contractOn: date('合同签订日期'),
    workScope: longText('检测范围', { max: 1000 }),
    plannedOn: date('计划开始日期'),
    dueOn: date('计划完成日期'),
    incoming: flag('来样检测', { hint: '委托方自行送样，不作现场调查与采样' }),
    /** Stage (not time) at which a running job was taken over; null for a job that began with the product. */
    takenOverAt: dict(takeOverTexts.field, { dict: 'takeOverStage', hint: takeOverTexts.fieldHint }),
    // SPEC fixes the next three names. They are pinyin initials: `jcbg` is 检测报告 (test report), `Gl` is 关联 (related).
    /** Whether a test report is issued for the project. */
    jcbgFlag: flag('出具检测报告', { initial: true, hint: '是否出具检测报告' }),
    /** Type of the related project. */
    typeGl: dict('关联项目类型', { dict: 'projectType' }),
    /** Id of the related project. */
    projectIdGl: ref('关联项目', { to: 'project' }),
    remark: longText('备注'),
    // Data of the archive, which only its own API calls write (`server/features/archive`).
    archivedOn: date('归档日期', { readonly: true }),
    archivedBy: ref('归档人', { to: 'user', readonly: true }),
    /** Retention period, where it differs from the organization's rule. */
    retainYears: integer('保存年限', { readonly: true, min: 6, max: 100, unit: '年' }),
    retainUntil: date('保存至', { readonly: true }),
    shelfNo: text('档案架号', { readonly: true, max: 50 }),
    boxNo: text('档案盒号', { readonly: true, max: 50 }),
  },
  locks: [
    { field: 'stage', when: ['archived', 'published', 'terminated'], message: projectTexts.locked },
    { field: 'stage', unless: ['draft'], limitedTo: 'del', message: projectTexts.deleteDraftsOnly },
  ],
  checks: [{ field: 'plannedOn', notAbove: 'dueOn', message: '计划开始日期不能晚于计划完成日期' }],
});
