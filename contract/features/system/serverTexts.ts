/** What the server says of itself to administrators. */
export const serverTexts = {
  worker: '系统',
  restartedTitle: '服务异常退出后已自动重新启动',
  /** @param how an exit code, or the name of a signal */
  restartedText: (how: string) => `服务曾异常退出（${how === '134' || how === 'SIGABRT' ? '内存不足' : how === 'SIGKILL' ? '被系统终止' : `代码${how}`}），已自动重新启动。已保存的数据不受影响；如反复出现，请查看服务器日志。`,
} as const;

/** Why the server can't work. */
export const healthTexts = {
  disk: '服务器磁盘空间不足，数据无法保存，请联系管理员腾出空间',
  database: '数据库无法工作，请联系管理员查看服务器日志',
} as const;
