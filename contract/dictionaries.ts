// Two sorts of dictionaries. A fixed one is part of the program: its values are decided on in code. A managed one is
// kept by the users (api/dictDetail), and the names below only say which ones the product itself asks for.

export interface DictEntry {
  readonly value: string;
  readonly label: string;
  /** LOOK.md: what the colour means, never the colour alone. */
  readonly tone?: 'good' | 'bad' | 'waiting' | 'active' | 'quiet';
}

const entries = <const E extends readonly DictEntry[]>(list: E): E => list;

export const fixedDictionaries = {
  enabled: entries([
    { value: '1', label: '启用', tone: 'good' },
    { value: '0', label: '停用', tone: 'quiet' },
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
  readFlag: entries([
    { value: '0', label: '未读', tone: 'waiting' },
    { value: '1', label: '已读', tone: 'quiet' },
  ]),
  unitStatus: entries([
    { value: '1', label: '正常', tone: 'good' },
    { value: '2', label: '停业', tone: 'quiet' },
    { value: '3', label: '注销', tone: 'bad' },
  ]),
  projectStage: entries([
    { value: 'draft', label: '草稿', tone: 'quiet' },
    { value: 'contractReview', label: '合同评审', tone: 'waiting' },
    { value: 'survey', label: '现场调查', tone: 'active' },
    { value: 'planning', label: '方案编制', tone: 'active' },
    { value: 'planReview', label: '方案审核', tone: 'waiting' },
    { value: 'sampling', label: '现场采样', tone: 'active' },
    { value: 'handOver', label: '样品交接', tone: 'active' },
    { value: 'testing', label: '实验室检测', tone: 'active' },
    { value: 'recordReview', label: '记录审核', tone: 'waiting' },
    { value: 'reporting', label: '报告编制', tone: 'active' },
    { value: 'reportReview', label: '报告审核', tone: 'waiting' },
    { value: 'issuing', label: '报告签发', tone: 'waiting' },
    { value: 'archived', label: '已归档', tone: 'quiet' },
    { value: 'published', label: '已公示', tone: 'good' },
    { value: 'terminated', label: '终止', tone: 'bad' },
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
  ]),
} as const satisfies Record<string, readonly DictEntry[]>;

export type FixedDictionary = keyof typeof fixedDictionaries;

/** Dictionaries that a new installation is filled with and that pages ask for by name. */
export const managedDictionaries = {
  industry: '所属行业',
  unitScale: '企业规模',
  economicType: '经济类型',
  customerLevel: '客户级别',
  projectType: '项目类型',
} as const;

export const isFixed = (name: string): name is FixedDictionary => Object.hasOwn(fixedDictionaries, name);
