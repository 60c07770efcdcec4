import type { EditableStages } from '@contract/features/projects/editableStages';

/** Period of testing: it is open while samples are still handed over, because they arrive in batches. */
export const testingStages: EditableStages = {
  stages: ['handOver', 'testing'],
  early: '项目尚未交接样品，不能开始检测；请先完成样品交接',
  late: '项目已提交记录审核，检测记录不能再修改；如需修改请先退回',
  copiedLater: true,
};

/** Period of on-site measurements: they may be recorded while samples are still taken. */
export const measuringStages: EditableStages = {
  ...testingStages,
  stages: ['sampling', ...testingStages.stages],
  early: '项目尚未开始采样，不能建立检测记录；请在方案批准后办理',
};
