import { projectDictionaries } from '@contract/dictionaries/projects';
import { defineMachine, statesOf } from '@contract/workflow/machine';

// PRODUCT §2. Each step is moved on by its own action, never by a free select; the plan's steps by the plan (`samplePlanMachine`).
export const projectMachine = defineMachine({
  name: 'project',
  label: '项目',
  initial: 'draft',
  states: statesOf(projectDictionaries.projectStage, {
    archived: { locked: true },
    published: { locked: true, final: true },
    terminated: { locked: true, final: true },
  }),
  moves: [
    { key: 'submitContract', label: '提交合同评审', from: ['draft'], to: 'contractReview', by: ['sales'] },
    { key: 'passContract', label: '通过合同评审', from: ['contractReview'], to: 'survey', by: ['reviewer', 'approver'], separateFrom: ['submitContract'] },
    // What a client brings needs no visit: it is received, and tested.
    { key: 'passIncoming', label: '通过来样评审', from: ['contractReview'], to: 'handOver', by: ['reviewer', 'approver'], separateFrom: ['submitContract'] },
    { key: 'returnContract', label: '退回合同', from: ['contractReview'], to: 'draft', by: ['reviewer', 'approver'], needsReason: true },
    { key: 'endSurvey', label: '结束调查', from: ['survey'], to: 'planning', by: ['field'] },
    { key: 'reopenSurvey', label: '重新调查', from: ['planning'], to: 'survey', by: ['field'], needsReason: true },
    { key: 'submitPlan', label: '提交方案', from: ['planning'], to: 'planReview', by: ['field'] },
    { key: 'passPlan', label: '通过方案', from: ['planReview'], to: 'sampling', by: ['reviewer', 'approver'], separateFrom: ['submitPlan'] },
    { key: 'returnPlan', label: '退回方案', from: ['planReview'], to: 'planning', by: ['reviewer', 'approver'], needsReason: true },
    { key: 'endSampling', label: '结束采样', from: ['sampling'], to: 'handOver', by: ['field'] },
    { key: 'resumeSampling', label: '补充采样', from: ['handOver'], to: 'sampling', by: ['field'], needsReason: true },
    { key: 'receiveSamples', label: '完成交接', from: ['handOver'], to: 'testing', by: ['keeper'] },
    { key: 'submitRecords', label: '提交记录', from: ['testing'], to: 'recordReview', by: ['analyst', 'reporter'] },
    { key: 'passRecords', label: '通过记录', from: ['recordReview'], to: 'reporting', by: ['approver'], separateFrom: ['submitRecords'] },
    { key: 'returnRecords', label: '退回记录', from: ['recordReview'], to: 'testing', by: ['reviewer', 'approver'], needsReason: true },
    { key: 'reopenRecords', label: '退回检测', from: ['reporting'], to: 'testing', by: ['quality', 'approver'], needsReason: true },
    { key: 'submitReport', label: '提交报告', from: ['reporting'], to: 'reportReview', by: ['reporter'] },
    { key: 'passReport', label: '通过报告', from: ['reportReview'], to: 'issuing', by: ['quality', 'approver'], separateFrom: ['submitReport'] },
    { key: 'returnReport', label: '退回报告', from: ['reportReview', 'issuing'], to: 'reporting', by: ['reviewer', 'quality', 'approver'], needsReason: true },
    { key: 'returnToReview', label: '退回报告审核', from: ['issuing'], to: 'reportReview', by: ['approver'], needsReason: true },
    { key: 'archive', label: '归档', from: ['issuing'], to: 'archived', by: ['quality'], signs: true },
    { key: 'publish', label: '公示', from: ['archived'], to: 'published', by: ['reporter'] },
    // What the public no longer reads is archived as before, and may be published again.
    { key: 'withdraw', label: '撤回公示', from: ['published'], to: 'archived', by: ['reporter'], needsReason: true },
    {
      key: 'terminate',
      label: '终止项目',
      // Any before 签发.
      from: [
        'draft',
        'contractReview',
        'survey',
        'planning',
        'planReview',
        'sampling',
        'handOver',
        'testing',
        'recordReview',
        'reporting',
        'reportReview',
      ],
      to: 'terminated',
      by: ['sales', 'approver'],
      needsReason: true,
    },
  ],
});

export type Stage = keyof typeof projectMachine.states;
