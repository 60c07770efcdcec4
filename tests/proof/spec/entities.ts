import type { Section } from './section';

export const entities: Section = {
  number: 3,
  title: '实体与字段',
  requirements: [
    [
      '菜单项：component、path、name、meta（title、noCache、affix、breadcrumb）',
      'server/seed: the built-in menus lead to addresses of the table of routes, with the component of that page',
      'ui/menuRoutes: menus of the real server',
    ],
    [
      '菜单项 type：0、1 为菜单，2 为按钮',
      'ui/menuRoutes: registers its 2 buttons as permissions and not as pages (AZ9)',
    ],
    [
      '菜单项：children、hidden、redirect、alwaysShow、permission',
      'ui/menuRoutes: shows a single child instead of its parent, unless the parent is always shown',
      'ui/menuRoutes: the route table resolves redirects to their end and drops redirect loops',
    ],
    [
      '菜单为以 pid 相连的树',
      'server/menus: accept pid 0 for the root',
      'server/menus: GET api/menus/lazy returns children as a bare array, and the root menus for pid 0',
    ],
    [
      'type 2 构成按钮权限表',
      'ui/can: the component Can renders its children if the person has one of the required permissions',
      'ui/menuRoutes: registers its 2 buttons as permissions and not as pages (AZ9)',
    ],
    [
      '人员：id、userName、expiryDate、organization（标志与图标）、isAdmin、isQy、roles',
      'server/auth: a successful sign-in returns a token and, under user, everything that auth/info returns',
      'server/organizations: an organization’s logo is public until it has another logo',
    ],
    [
      '通知：titile（原样拼写）、msgAbstract、senderName、msgContent',
      'server/notices: the own notices have the field names of the specification, including the misspelt one',
    ],
    [
      '通知类别：1 公告、2 系统消息',
      'contract/messages: constants of the specification',
      'server/notices: the bell’s summary has the five newest unread notices of each category, and their number',
    ],
    [
      '通知优先级：0 一般、1 重要、2 紧急',
      'server/notices: the own notices have the field names of the specification, including the misspelt one',
    ],
    [
      '通知 sendTime、readFlag、sendStatus、updateBy',
      'server/notices: reading a notice stores flag, time and person, and removes it from the bell’s summary',
    ],
    [
      '铃铛摘要：anntMsgList、anntMsgTotal、sysMsgList、sysMsgTotal',
      'server/notices: the bell’s summary has the five newest unread notices of each category, and their number',
    ],
    [
      '安装包记录：path',
      'server/appPackages: an uploaded app package takes its version from its file name and becomes the newest',
    ],
    [
      '字典项：value、label；按字典名查询，机构可选',
      "server/dict: gives everybody signed in the common entries and the own organization's, in order",
    ],
    [
      '登录提交 username、password、code、uuid；应答 token、user',
      'server/auth: a successful sign-in returns a token and, under user, everything that auth/info returns',
      'server/lockout: captcha (AU2)',
    ],
    [
      '项目行：id、code、单位、iuiCode、jcbgFlag、typeName、typeGl、projectIdGl、createTime、organizationId',
      'server/projects: a project row contains the enterprise’s code and the label of its type',
    ],
    [
      '样品与关联行：phyId、projectId、sampleId、blkId、hazardName 等',
      'server/blankRelation: field blanks are related to samples by the payload of the specification, once each',
      'server/labTasks: reads {sampleId, sampleSiteHazardId}',
    ],
    [
      '列表分页：page、size、total',
      'server/crud: the generic resource lists rows by page, filter and sort',
      'ui/listEditor/query: a list request sends zero-based page, size, sort, filters and the fixed query, which takes precedence',
    ],
    [
      '树项：id、上级（默认 upId）、children、disabled',
      'contract/tree: the function nest builds a tree by upId by default, in the given order, and gives leaves no children',
    ],
    ['设置：title、titlePre', 'ui/shell/chrome: title starts with the short name of the organization'],
    ['设置：主题色', 'ui/shell/settings: settings are remembered for the person and not applied to others'],
    ['设置：tagsView、fixedHeader', 'ui/shell/settings: settings start with the defaults of the specification'],
    [
      '设置：sidebarLogo、logoUrl、loginLogo',
      'ui/shell/chrome: the sidebar shows the organization’s logo and title unless switched off',
      'ui/login: the login page shows the name of the installation’s only organization',
    ],
    [
      '设置：uniqueOpened',
      'ui/shell/sidebar: sidebar leaves groups open unless the setting allows only one open group',
    ],
    [
      '设置：showFooter、footerTxt、caseNumber',
      'ui/shell/chrome: the footer shows copyright and filing number, and can be hidden',
    ],
    [
      '设置：侧栏宽 205 px',
      'browser/chrome: sidebar is 205 px wide in the colour of the specification and stays collapsed after a reload',
    ],
    [
      '公告：按人的公告列表与可修改的发送记录',
      'server/notices: own notices',
      'server/notices: reading a notice stores flag, time and person, and removes it from the bell’s summary',
    ],
  ],
};
