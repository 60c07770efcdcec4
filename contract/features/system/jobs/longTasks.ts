// 进行中的工作: progress of work that takes long. It arrives by the push connection, is shown by one kind of bar, and
// can be left and canceled.

type LongTaskState = 'running' | 'done' | 'failed' | 'canceled';

/** Progress of one piece of work, as its person sees it. */
export interface LongTask {
  readonly id: string;
  /** What is done, such as 导入检测项目. */
  readonly title: string;
  /** Name of the step, such as 检查; empty for work of one step. */
  readonly step: string;
  /** Finished units of the step. */
  readonly done: number;
  readonly total: number;
  /** True if the person may still cancel it. */
  readonly isCancelable: boolean;
  readonly state: LongTaskState;
}

/** Path of the API. */
export const longTaskPath = 'api/longTask';

/** Steps of an import. */
export const importSteps = { check: '检查', write: '写入' } as const;

export const longTaskTexts = {
  label: '进行中的工作',
  cancel: '取消',
  canceling: '正在取消',
  canceled: '已取消，未写入任何数据',
  ended: '这项工作已结束，不能取消；请刷新页面查看结果',
  importing: (label: string) => `导入${label}`,
  exporting: (label: string) => `导出${label}`,
  recalculating: '重新计算检测结果',
  state: { running: '进行中', done: '已完成', failed: '未完成', canceled: '已取消' } satisfies Record<
    LongTaskState,
    string
  >,
  progress: ({ step, done, total }: Pick<LongTask, 'step' | 'done' | 'total'>) => `${step} ${done}/${total}`.trim(),
} as const;
