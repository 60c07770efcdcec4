import type { LayoutSize } from '@contract/constants';

/** Labels of the four sizes, for the whole page and for a list (SPEC §2). */
export const sizeLabels: Readonly<Record<LayoutSize, string>> = {
  default: '默认',
  medium: '中等',
  small: '小',
  mini: '超小',
};

/** Texts of the frame around the pages. */
export const shellTexts = {
  mainMenu: '主菜单',
  openMenu: '展开菜单',
  closeMenu: '收起菜单',
  fullScreen: '全屏',
  leaveFullScreen: '退出全屏',
  size: '布局大小',
  settings: '界面设置',
  center: '个人中心',
  roles: '角色权限',
  app: 'APP下载',
  help: '帮助',
  userMenu: (name: string) => `用户菜单 ${name}`,
  privacy: '隐私协议',
  certificate: '数字证书使用协议',
  close: '关闭',
} as const;

export const appTexts = {
  loading: '正在查询最新安装包',
  scan: '用手机扫一扫下载',
  qrCode: 'APP下载二维码',
  link: '下载安装包',
} as const;

export const settingsTexts = {
  colour: '主题颜色',
  appearance: '外观',
  layout: '布局',
  display: '显示',
  colours: ['青碧', '天蓝', '深蓝', '深紫', '玫红', '赭石', '松绿', '石墨'],
  appearances: { light: '浅色', dark: '深色', system: '跟随系统' },
  tagsView: '显示标签栏',
  fixedHeader: '固定页头',
  sidebarLogo: '显示标志',
  uniqueOpened: '菜单只展开一组',
  showFooter: '显示页脚',
  tallLists: '列表铺满窗口',
  compact: '紧凑',
  watermark: '显示水印',
  reset: '恢复默认设置',
  resetDone: '已恢复默认设置',
  kept: '设置按账号保存在本浏览器中。',
} as const;
