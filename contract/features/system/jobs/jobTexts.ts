// Texts of the scheduled jobs: in 任务日志, in notices, and for the person who starts one.
export const jobTexts = {
  worker: '定时任务',
  runNow: '立即执行',
  confirmRun: '确定立即执行该任务吗？',
  nothing: '没有需要处理的内容',
  interrupted: '执行过程中服务停止，任务未完成',
  busy: '该任务正在执行，请稍后刷新查看结果',
  unknown: '该任务不存在，可能属于其他版本',
  ran: (title: string, result: string) => `${title}：${result}`,
  ranNow: (title: string) => `立即执行“${title}”`,
  databaseFault: (code: string) => `数据库没有完成操作（代码${code}）`,
  systemFault: (code: string) => `服务器没有完成操作（代码${code}）`,
  programFault: '程序出错，详情见服务器日志',
  alarmTitle: (title: string) => `定时任务失败：${title}`,
  alarmText: (title: string, result: string) =>
    `定时任务“${title}”执行失败：${result}。系统会按时再试；同一原因不再重复通知，请在任务日志中查看。`,
  lateTitle: (title: string) => `定时任务未按时执行：${title}`,
  lateText: (title: string, last: string | null) =>
    `定时任务“${title}”应执行而未执行，${last === null ? '尚无执行记录' : `最近一次执行于${last}`}。请检查服务器时间和任务日志。`,
  diskTitle: '服务器磁盘空间不足',
  diskText: (percent: number, directory: string) =>
    `数据目录 ${directory} 所在的磁盘只剩不到 ${percent + 1}% 的空间，写满后将无法保存数据。请清理磁盘或扩容。`,
  clockTitle: '服务器时间曾经不正确',
  clockText: (titles: readonly string[], lines: number) =>
    [
      '服务器时间曾被调快，现已调回：',
      [
        ...(titles.length
          ? [`任务日志中有晚于当前时间的执行记录（${titles.join('、')}），不再作为最近一次执行，任务照常进行`]
          : []),
        ...(lines
          ? [`审计日志中有${lines}条记录的时间晚于当前时间，其先后以审计链的顺序为准，在审计日志中校验可见调回处`]
          : []),
      ].join('；'),
      '。请核对服务器时间。',
    ].join(''),
  counted: (parts: readonly (readonly [string, number])[]) =>
    parts
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${kind}${count}条`)
      .join('、'),
} as const;
