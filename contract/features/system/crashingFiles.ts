/** Reasons why the process ended while it read a file. */
export const deathCauses = { memory: '占用内存过多', work: '处理时间过长', crash: '读取程序异常退出' } as const;

/** A file that is no longer read, because reading it ended a process. */
export interface CrashingFile {
  readonly sha256: string;
  readonly name: string;
  /** Text of the cause. */
  readonly cause: string;
  readonly createTime: string;
}

export const crashingFileTexts = {
  title: '不再打开的文件',
  closed: (name: string) =>
    `文件“${name}”读取时出现过异常，已停止打开；请另存为新的xlsx文件后重试，或联系管理员解除限制`,
  cleared: '已解除限制',
  clear: '解除限制',
  empty: '没有停止打开的文件',
  failed: '列表加载失败，请关闭后重试',
  hint: '这些文件读取时占用内存过多、处理时间过长或使读取程序退出，内容相同的文件不再打开。',
  confirm: '解除后将再次尝试读取该文件。确定解除限制吗？',
} as const;
