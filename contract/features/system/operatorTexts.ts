/** Texts of the operators' commands on the terminal. A message that stops a command says what to do. */
export const operatorTexts = {
  /**
   * Name of the acting person in the audit trail.
   * @param account user of the operating system
   */
  actor: (account: string) => `命令行（${account}）`,
  place: '服务器',
  usage: {
    help: '用法：occhealth help 列出命令；occhealth 命令 --help 显示其用法。所有命令都接受 --env-file 设置文件',
    version: '用法：occhealth version，显示版本、构建和数据库结构的版本',
    users: '用法：occhealth users [姓名、用户名或机构中的文字]，列出账号及其状态',
    resetPassword: '用法：occhealth reset-password 用户名，生成一次性密码；本人下次登录时须改为自己的密码',
    unlock: '用法：occhealth unlock 用户名或IP地址，清除登录失败次数',
    maintenance:
      '用法：occhealth maintenance on "维护说明"，普通用户暂时不能使用系统，平台管理员不受影响；occhealth maintenance off 恢复；不带参数显示当前状态',
    mockPlatform:
      '用法：occhealth mock-platform [端口，默认8099] [代码目录.json]，启动模拟监管平台供培训和联调，按Ctrl+C停止；代码目录形如{"items":[],"areas":[],"factors":[]}',
    doctor: '用法：occhealth doctor [--mail 收件邮箱]，检查设置、数据库、文件、磁盘等，逐项给出处理办法',
  },
  summary: {
    help: '列出命令',
    version: '版本、构建、数据库结构',
    users: '列出账号及其状态',
    'reset-password': '为忘记密码的人生成一次性密码',
    unlock: '解除登录锁定',
    maintenance: '暂停或恢复普通用户的使用',
    doctor: '逐项检查运行环境',
    backup: '备份数据库和文件',
    restore: '恢复备份，或检查备份文件',
    'copy-files': '把全部文件复制到另一个文件存储',
    'take-in': '接收另一套系统导出的机构数据',
    'prepare-database': '升级 PostgreSQL 数据库并授权运行账号',
    'mock-platform': '启动模拟监管平台，供培训和联调',
    'verify-audit': '校验审计日志、签名、报告和文件',
    'verify-report': '核对一个报告PDF：证书签名、是否为本系统签发',
  } as Readonly<Record<string, string>>,
  mock: {
    badPort: (text: string) => `端口应为数字，不能是“${text}”。`,
    badLists: (file: string) =>
      `${file} 无法读取，应为JSON，例如 {"items":["120101"],"areas":["330110000"],"factors":["1"]}。`,
    started: (url: string, key: string, smKey: string, rsaKey: string): readonly string[] => [
      '模拟监管平台已启动（仅供培训和联调，数据只在内存中，按Ctrl+C停止）：',
      `  省级检测报告接口：${url}/province　账号 train`,
      `  区县健康平台：${url}/county　机构编号 train`,
      `  调查计划表上传：${url}/survey/import　机构 train`,
      `  通用接口：${url}/generic　账号与签名方式同名（bearer、md5、hmacSha256、hmacSm3、rsaSha256、sm2）`,
      `接口密钥（密码、令牌）：${key}`,
      `SM2签名私钥：${smKey}`,
      `RSA签名私钥：\n${rsaKey}`,
    ],
  },
  noDatabase: (code: string, remedy: string) => `无法连接 DATABASE_URL 指定的数据库（${code}）：${remedy}。`,
  held: (directory: string) =>
    `数据目录 ${directory} 正被另一个进程使用，而该进程没有响应；若是正在运行的本系统，请稍后重试，或先停止它。`,
  empty: (dataPlace: string) => `${dataPlace} 中还没有数据库，请检查 DATA_DIR 或 DATABASE_URL，或先启动一次服务。`,
  due: '数据库的结构与本版程序不一致，请先用本版程序启动一次服务（或运行 prepare-database）。',
  nobody: (word: string) => `没有找到“${word}”，请用 occhealth users 查看账号。`,
  noUser: (name: string) => `没有用户名为 ${name} 的账号，请用 occhealth users 查看。`,
  userLine: ({ userName, nickName, organization, roles, state }: Readonly<Record<string, string>>) =>
    [userName, nickName, organization, roles, state].join('\t'),
  userHead: ['用户名', '姓名', '机构', '角色', '状态'].join('\t'),
  admin: '平台管理员',
  platform: '平台',
  fine: '正常',
  locked: (lockedUntil: string) => `登录锁定至 ${lockedUntil}`,
  reset: ({ userName, password }: { userName: string; password: string }) =>
    `账号 ${userName} 的一次性密码：${password}\n已退出该账号的所有登录。请当面交给本人；本人登录后须先改为自己的密码。`,
  barred: (reason: string) => `注意：该账号目前不能登录：${reason}`,
  resetReason: '命令行重置密码',
  unlocked: (word: string, count: number) =>
    count ? `已清除 ${word} 的 ${count} 次登录失败，可以立即登录。` : `${word} 没有登录失败的记录，没有被锁定。`,
  unlockReason: (count: number) => `命令行解除登录锁定，清除 ${count} 次失败`,
  maintenanceEntity: '系统维护',
  maintenanceOn: (text: string) => `系统维护已开启，普通用户看到：${text}`,
  maintenanceOff: '系统维护已结束，所有用户可以使用。',
  maintenanceState: (text: string | null) => (text === null ? '系统维护没有开启。' : `系统维护已开启：${text}`),
  maintenanceText: '系统正在维护，请稍后重试',
  tooLong: (maxLength: number) => `维护说明最多 ${maxLength} 个字，请缩短。`,
} as const;
