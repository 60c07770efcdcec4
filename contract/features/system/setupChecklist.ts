// The set-up list of a new installation: the tasks in the order of the manual.

/** State of a task. `open`: to be done. `done`: finished. `outside`: done by the operator of the server. */
type SetupState = 'done' | 'open' | 'outside';

export type SetupKey = 'organization' | 'address' | 'codes' | 'people' | 'resources' | 'methods' | 'numbers' | 'backup';

/** A link from a task to a page. */
interface SetupWay {
  label: string;
  path: string;
}

export interface SetupLine {
  key: SetupKey;
  state: SetupState;
  /** Sentences about existing and missing parts. */
  facts: string[];
  ways: SetupWay[];
}

/** Answer of `GET api/setup`. */
export interface Setup {
  /** Whether this person has hidden the list. */
  away: boolean;
  /** Whether no task is open any more. */
  complete: boolean;
  lines: SetupLine[];
  /** Whether the server can send mail, so that a test mail is possible. */
  mail: boolean;
}

/** Key of the preference that a person has hidden the list. */
export const setupPreference = 'setup:away';

export const setupTitles: Readonly<Record<SetupKey, string>> = {
  organization: '机构',
  address: '对外网址与邮件',
  codes: '内部编码',
  people: '人员',
  resources: '仪器、标准物质与试剂',
  methods: '方法与授权',
  numbers: '编号',
  backup: '备份',
};

/** Duties that at least one person of a laboratory must have: the permission, and the word for its holder. */
export const setupDuties: readonly { readonly permission: string; readonly duty: string }[] = [
  { permission: 'project:add', duty: '登记项目' },
  { permission: 'sample:collect', duty: '现场采样' },
  { permission: 'handOver:receive', duty: '接收样品' },
  { permission: 'labSheet:add', duty: '检测' },
  { permission: 'report:add', duty: '编制报告' },
  { permission: 'approval:sign', duty: '签发报告' },
];

export const setupTexts = {
  title: '上线准备',
  manual: '查看手册中的步骤',
  away: '收起',
  states: { done: '已完成', open: '待办', outside: '由运维设置' } satisfies Record<SetupState, string>,
  progress: (doneCount: number, all: number): string => `已完成${doneCount}项，共${all}项`,
  noOrganization: '还没有机构',
  lacks: (labels: readonly string[]): string => `未填写：${labels.join('、')}`,
  complete: '资料齐全',
  addressByServer: (url: string): string => `对外网址由环境变量PUBLIC_URL设置：${url}`,
  address: (url: string): string => `对外网址：${url}`,
  noAddress: '未填写对外网址，报告不能签发',
  mailByServer: (server: string, from: string): string =>
    `邮件由环境变量SMTP_URL、MAIL_FROM设置：${server}，发件人${from}`,
  mail: (server: string, from: string): string => `邮件服务器：${server}，发件人${from}`,
  noMail: '未启用邮件提醒；如需启用，由平台管理员在“机构管理”的“邮件设置”中填写',
  mailSettings: '邮件设置',
  testMail: '发送测试邮件',
  codes: (types: readonly string[]): string => `项目类型编码：${types.join('、')}`,
  codeOf: (value: string, label: string, replaces: readonly string[]): string =>
    `${value} ${label}${replaces.length ? `（代替公共编码${replaces.join('、')}）` : ''}`,
  commonCodes: '项目类型编码印入项目编号。本机构另有编码的，请先导入或新增，再设置编号；沿用公共编码的不必处理',
  people: (count: number): string => `在用账号${count}个`,
  noDuty: (duties: readonly string[]): string => `还没有人可以：${duties.join('、')}`,
  everyDuty: '各环节都有人办理',
  counted: (label: string, count: number): string => `${label}${count}`,
  methods: (count: number): string => `可用方法${count}个`,
  authorised: (count: number): string => `已授权检测人员${count}人`,
  noneAuthorised: '还没有授权检测人员',
  numbersUsed: '编号已设置或已开始使用',
  numbersNew: '编号从第1号开始；原来已有编号的，请填写本年度已用到的流水号',
  backupByServer: (directory: string, at: string): string =>
    `每日${at}备份到${directory}，由环境变量BACKUP_DIR、BACKUP_AT设置`,
  backupDone: (time: string): string => `最近一次成功备份：${time}`,
  noBackupYet: '还没有成功的备份，到时间自动执行，也可以在“定时任务”中立即执行',
  noBackup: '未设置每日备份，由运维设置环境变量BACKUP_DIR',
} as const;
