// 导出任务: content that is too large for one answer is created in the background. A notice says when it is ready.

export type ExportContent = 'organization' | 'archives' | 'reports';

/** Days for which a finished file is stored. */
export const exportRetentionDays = 7;
/** Maximum number of projects or reports in one file. */
export const maxExported = 500;

export const exportTexts = {
  worker: '导出任务',
  all: '导出本机构全部数据',
  about: `导出在后台进行，完成后发送消息；文件保留${exportRetentionDays}天，只有导出人可以下载。`,
  aboutAll:
    '导出本机构的全部列表（xlsx和ndjson）、报告和档案文件、上传的文件及其散列值，做成一个数据包（tar）。其中含个人信息和客户资料，请妥善保管；另一套本系统可以接收该数据包。不包含密码、登录记录和监管平台密钥。',
  papers: '同时导出各项目的档案文件（PDF），项目多时需要较长时间',
  askPassword: '请先输入登录密码，再导出或下载本机构全部数据',
  password: '登录密码',
  start: '开始导出',
  started: '已开始导出，完成后发送消息',
  follow: '查看导出任务',
  download: '下载',
  platformAdmin: '请由机构自己的管理员导出；平台管理员可以备份整个系统。',
  busy: (title: string) => `“${title}”还在导出，请等它完成后再开始`,
  notReady: '还没有导出完，请稍后再下载',
  removed: '文件已过期删除，请重新导出',
  interrupted: '服务重启，导出中断，请重新导出',
  tooLarge: '文件超过4 GB，请减少所选的项目后重新导出',
  failed: '导出未完成，请稍后重试；若仍然失败，请联系平台管理员',
  counts: (rows: number, files: number) => `${rows}行数据，${files}个文件`,
  title: { organization: '本机构全部数据', archives: '项目档案', reports: '检测报告' },
  many: (title: string, count: number) => `${title}（${count}个项目）`,
  manyReports: (count: number) => `检测报告（${count}份）`,
  doneTitle: '导出完成',
  doneText: (title: string) => `“${title}”已导出完，请在“系统管理－导出任务”中下载，保留${exportRetentionDays}天。`,
  failedTitle: '导出未完成',
  failedText: (title: string, reason: string) => `“${title}”没有导出完：${reason}`,
  job: '导出文件清理',
  closed: '中断的导出',
  cleaned: '清理过期的导出文件',
} as const;
