/** Messages of the server about its own state, for administrators. */
export const serverTexts = {
  worker: '系统',
  /** Message in the log. */
  foreignAddress: (origin: string) =>
    `实时消息连接被拒绝：页面从 ${origin} 打开，而设置中没有该地址。如属本单位，请改正 PUBLIC_URL，或把它加入 OTHER_URLS；请求头 Host 须由代理原样传递。`,
  restartedTitle: '服务异常退出后已自动重新启动',
  /**
   * Message that the server restarted.
   * @param exitCode an exit code, or the name of a signal
   */
  restartedText: (exitCode: string) =>
    `服务曾异常退出（${exitCode === '134' || exitCode === 'SIGABRT' ? '内存不足' : exitCode === 'SIGKILL' ? '被系统终止' : `代码${exitCode}`}），已自动重新启动。已保存的数据不受影响；如反复出现，请查看服务器日志。`,
} as const;

/** Reasons why the server can't work. */
export const healthTexts = {
  disk: '服务器磁盘空间不足，数据无法保存，请联系管理员腾出空间',
  database: '数据库无法工作，请联系管理员查看服务器日志',
} as const;

/** Texts for a server that was once started with demonstration data and now runs without them. */
export const demoTexts = {
  worker: '演示账号停用',
  reason: '以 DEMO=off 启动，演示账号的密码不再保密',
  title: '演示账号已停用',
  text: (names: readonly string[]): string =>
    `本系统曾以演示方式启动。现已关闭演示，以下演示账号已停用并退出登录：${names.join('、')}。确需使用的，请先重置密码，再在“用户管理”中启用。`,
  /** Message on the terminal. */
  closed: (names: readonly string[]): string => `警告：演示账号已停用：${names.join(' ')}`,
  stillOpen: (names: readonly string[]): string => `警告：以下演示账号仍在使用，请确认已重置密码：${names.join(' ')}`,
  notPlayed: '演示机构中已有正式用户，不再生成演示数据',
} as const;

/** Texts for a node whose configuration differs from the running nodes. */
export const nodeTexts = {
  /** Settings that all nodes share, by mark. */
  marks: {
    files: '文件存储（FILE_STORE）',
    key: '主密钥（SECRET_KEY）',
    zone: '时区（TZ_NAME）',
    build: '程序版本',
  },
  apart: (name: string, differences: readonly string[], seconds: number): string =>
    `本节点与正在运行的节点 ${name} 的${differences.join('、')}不同，不能一起使用同一个数据库，请改为相同后再启动。如该节点已经停止，请 ${seconds} 秒后重试。`,
} as const;
