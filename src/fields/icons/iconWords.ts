/** What an icon is looked for by in Chinese, by the name in iconSet.ts: what it shows and what it is used for. */
export const iconWords: Readonly<Record<string, string>> = {
  aim: '瞄准 目标 采样', alert: '警报 警示 危害 因素', android: '安卓 手机 应用', apartment: '组织 架构 区域 部门', api: '接口', appstore: '应用 模块',
  audit: '审核 审批 审计', bank: '银行 单位 企业 机构', barChart: '柱状图 统计', barcode: '条码', bell: '铃铛 通知 提醒', book: '书 字典 手册', branches: '分支 流程',
  calendar: '日历 日期', camera: '相机 照片', car: '车辆 汽车', cloud: '云', cloudServer: '云 服务器 平台', cloudSync: '云 同步 数据', cloudUpload: '云 上传 报送',
  cluster: '集群 机构 数据 治理', compass: '指南针 调查 现场', contacts: '联系人 通讯录', container: '容器 箱 归档', control: '控制 调整 质控', copy: '复制 模板',
  dashboard: '仪表盘 仪器 首页', database: '数据库 监控', deploymentUnit: '部署 节点', environment: '位置 环境 现场 地点', exception: '异常 不符合 文件', experiment: '实验 试验 检测 实验室',
  fileDone: '文件 完成 申报', filePdf: '文件 报告 PDF', fileProtect: '文件 保护 合同', fileSearch: '文件 查找', fileText: '文件 文本 记录', folder: '文件夹 目录', folderOpen: '文件夹 打开 文件',
  form: '表单 填写 编辑', fund: '趋势 基金 统计', global: '地球 公示 公开 网络', gold: '标准 物质 金', history: '历史 日志', home: '首页 主页 房子', inbox: '收件箱 收样 来样',
  interaction: '交互 流转 交接', issuesClose: '问题 关闭 整改', key: '钥匙 权限', lineChart: '折线图 曲线', link: '链接 外链', lock: '锁 安全', medicineBox: '药箱 试剂 医疗',
  menu: '菜单', message: '消息 信息', mobile: '手机 移动', monitor: '显示器 监控', notification: '公告 通知 喇叭', pieChart: '饼图 统计', printer: '打印机 打印', profile: '资料 详情 项目',
  project: '项目', qrcode: '二维码', read: '阅读 资讯 方法', reconciliation: '对账 核对', safety: '安全 防护 质量', safetyCertificate: '安全 证书 质控 归档', schedule: '计划 方案 任务',
  send: '发送 报送', setting: '设置 系统', shareAlt: '分享 分发', shop: '商店 企业 服务', shopping: '购物 耗材 采购', snippets: '片段 模板 记录', solution: '方案 客户', swap: '交换 出入库',
  tag: '标签', tags: '标签', team: '团队 角色 人员', tool: '工具 资源 设备', trophy: '奖杯 积分', user: '用户 人员', usergroupAdd: '用户组 新增 人员', wallet: '钱包 费用 财务',
  warning: '警告 风险', wifi: '无线 在线 网络',
};

/** @returns whether an icon is called or described so, letters in any case */
export function isIconFor(name: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return name.toLowerCase().includes(wanted) || (iconWords[name] ?? '').toLowerCase().includes(wanted);
}
