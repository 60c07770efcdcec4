import { entries } from '@contract/dictEntry';

/** Dictionaries of people, menus, notices and the audit trail. */
export const systemDictionaries = {
  enabled: entries([
    { value: '1', label: '启用', tone: 'good' },
    { value: '0', label: '停用', tone: 'quiet' },
  ]),
  mailEncryption: entries([
    { value: 'tls', label: 'TLS（常用端口465）' },
    { value: 'starttls', label: 'STARTTLS（常用端口587）' },
    { value: 'none', label: '不加密（仅限内网）' },
  ]),
  /** Missing data of a person; `soon` and `past` are about the certificate. */
  staffLack: entries([
    { value: 'signature', label: '没有签名图片' },
    { value: 'certificate', label: '没有证书编号' },
    { value: 'soon', label: '证书30天内到期' },
    { value: 'past', label: '证书已过期' },
  ]),
  authorisedDuty: entries([
    { value: 'sampling', label: '现场采样' },
    { value: 'reportSign', label: '报告签发' },
    // Posts whose holder signs the sheets of GBZ 331-2024 in person.
    { value: 'legalPerson', label: '法定代表人' },
    { value: 'technicalHead', label: '技术负责人' },
    { value: 'evaluationHead', label: '评价技术负责人' },
    { value: 'qualityHead', label: '质量负责人' },
    { value: 'supervisor', label: '质量监督员' },
  ]),
  maintenanceKind: entries([
    { value: 'database', label: '备份' },
    { value: 'deploy', label: '更新包' },
  ]),
  exportContent: entries([
    { value: 'organization', label: '本机构全部数据' },
    { value: 'archives', label: '项目档案' },
    { value: 'reports', label: '检测报告' },
  ]),
  exportState: entries([
    { value: 'running', label: '正在导出', tone: 'active' },
    { value: 'done', label: '已完成', tone: 'good' },
    { value: 'failed', label: '未完成', tone: 'bad' },
    { value: 'removed', label: '已过期', tone: 'quiet' },
  ]),
  menuType: entries([
    { value: '0', label: '目录' },
    { value: '1', label: '菜单' },
    { value: '2', label: '按钮' },
  ]),
  dataScope: entries([
    { value: 'all', label: '全部' },
    { value: 'organization', label: '本机构' },
    { value: 'self', label: '本人' },
  ]),
  priority: entries([
    { value: '0', label: '一般' },
    { value: '1', label: '重要', tone: 'waiting' },
    { value: '2', label: '紧急', tone: 'bad' },
  ]),
  msgCategory: entries([
    { value: '1', label: '通知公告' },
    { value: '2', label: '系统消息' },
  ]),
  sendStatus: entries([
    { value: '0', label: '草稿', tone: 'quiet' },
    { value: '1', label: '已发布', tone: 'good' },
    { value: '2', label: '已撤销', tone: 'bad' },
  ]),
  readFlag: entries([
    { value: '0', label: '未读', tone: 'waiting' },
    { value: '1', label: '已读', tone: 'quiet' },
  ]),
  mailState: entries([
    { value: 'waiting', label: '待发送', tone: 'waiting' },
    { value: 'sending', label: '发送中', tone: 'active' },
    { value: 'sent', label: '已发送', tone: 'good' },
    { value: 'failed', label: '发送失败', tone: 'bad' },
    { value: 'unknown', label: '未知', tone: 'bad' },
    { value: 'skipped', label: '不发送', tone: 'quiet' },
    { value: 'withdrawn', label: '已撤销', tone: 'quiet' },
  ]),
  jobOutcome: entries([
    { value: 'running', label: '执行中', tone: 'active' },
    { value: 'done', label: '已完成', tone: 'good' },
    { value: 'idle', label: '无需处理', tone: 'quiet' },
    { value: 'failed', label: '失败', tone: 'bad' },
    { value: 'interrupted', label: '已中断', tone: 'bad' },
  ]),
  jobTrigger: entries([
    { value: 'schedule', label: '定时' },
    { value: 'hand', label: '手动' },
  ]),
  auditAction: entries([
    { value: 'add', label: '新增' },
    { value: 'edit', label: '编辑' },
    { value: 'copy', label: '复制' },
    { value: 'del', label: '删除' },
    { value: 'restore', label: '恢复' },
    { value: 'status', label: '变更状态' },
    { value: 'import', label: '导入' },
    { value: 'export', label: '导出' },
    { value: 'login', label: '登录' },
    { value: 'loginFailed', label: '登录失败' },
    { value: 'logout', label: '退出' },
    { value: 'permission', label: '授权' },
    { value: 'reset', label: '重置' },
    { value: 'upload', label: '上传' },
    { value: 'download', label: '下载' },
    { value: 'print', label: '打印' },
    { value: 'verify', label: '校验' },
    { value: 'run', label: '执行' },
    { value: 'recalculate', label: '重新计算' },
  ]),
} as const;
