import type { Section } from './section';

const route = 'contract/routes: table of routes';
const method =
  'contract/methodRoutes: the addresses of all laboratory method pages equal the reviewed list in methodRoutes.golden.txt';
const page = 'architecture/routes: every page address named in the specification has a page';

export const screens: Section = {
  number: 2,
  title: '页面与地址',
  requirements: [
    ['/login，标题 Login', 'contract/routes: titles the sign-in page Login', page],
    [
      '/orgReportFormula 报告公示列表',
      'ui/publicPages: the public list of report notices shows the newest first with their number, and turns pages by links',
      route,
    ],
    [
      '/orgReportFormulaDetails',
      'ui/publicPages: shows its fields with the phone number masked, its images, and its name as window title',
      route,
    ],
    ['/industryNews', 'ui/publicPages: the public news page lists articles by category, and marks pinned ones', route],
    [
      '/industryNewsDetails',
      'ui/publicPages: an article on the public news page contains no script or other executable content',
      route,
    ],
    [
      '/404，并承接一切未知地址',
      'ui/login: the page %s without the console’s frame shows %s and links home',
      'ui/console: the console redirects %s to %s within the shell, with a link home that does not reload (AZ9)',
    ],
    [
      '/401，在 403 响应时显示',
      'ui/console: the console opens /401 after the server answered 403',
      'ui/failures: the error handling opens /401 after a 403, with a notice if the server gives its own reason',
    ],
    [
      '/roles',
      'ui/system: the page 角色权限 shows everyone the permissions of each role by page, and single operations after a click',
      route,
    ],
    [
      '/redirect/{path*} 刷新当前页',
      'ui/menuRoutes: the route table opens a page again through /redirect without leaving the site',
      'contract/routes: finds the refresh route',
    ],
    ['/helper', 'ui/publicPages: has a unique anchor for each section', route],
    [
      '五个地址无需登录（另有两份协议，访客应能先读到）',
      'contract/routes: the table of routes opens exactly the public addresses without sign-in: five of the specification and the legal texts',
      'ui/guard: only 5 public pages open for people without a session (AZ9)',
    ],
    ['已登录者打开 /login 去往首页', 'ui/guard: steps before a page opens'],
    [
      '未登录者去往 /login，并带完整原地址',
      'ui/guard: the console without a token opens the login page with the whole address to return to',
      'ui/guard: return path after a login (AU9)',
    ],
    [
      '/ 转到 /dashboard：首页、固定、缓存',
      'contract/routes: the tab of the home page, titled 首页, is the only pinned tab',
    ],
    ['/user/center 个人中心', 'ui/system: saves the profile and ends other sessions after a question', route],
    ['/notify/myNews 我的消息', 'ui/notices/notices: lists, searches and reads all notices of the person', route],
    [
      '十一个顶层地址各以单个 index 子页打开',
      'contract/routes: findRoute treats the single index child of a top-level route as the route itself: %s',
      'ui/menuRoutes: opens as its only child index, and its own path redirects there',
    ],
    [
      '窗口标题为页面标题加产品标题',
      'ui/shell/pages: the window title contains the page’s title',
      'ui/login: the login page sets the window title to its own title and the product’s',
    ],
    [
      '路由为历史模式',
      'browser/cachedPages: a cached page keeps an open dialog with its text through Back and Forward, and shows nothing of it on the other page',
      'ui/console: opens the deep link with its whole query',
    ],
    ['导航后回到页首（缓存的页面回到其原位置）', 'browser/cachedPages: cached page restores scroll position and focus'],
    [
      '空查询串省略',
      'ui/listEditor/query: the address of a list contains only values that differ from the defaults, and keeps other parameters',
    ],
    [
      '页面懒加载',
      'ui/latePart: a part loaded on demand that is missing after an update leaves the page open with a message, and loads on the next request (%s)',
    ],
    [
      '详情页不在菜单中，嵌在布局之下',
      'contract/routes: a page that highlights another page’s menu entry has no menu entry of its own',
      'ui/menuRoutes: leaves out hidden pages, which can still be opened',
    ],
    ['现场调查详情 siteSurvey/details/page', route, page],
    ['采样方案详情 samplePlan/details/page', route, page],
    ['仪器进出详情 eqpIn/details/page', route, page],
    [
      '现场采样 condition 及其五个子页',
      route,
      page,
      'browser/fieldWork: ten samples are taken with a network, the first by the large buttons',
    ],
    ['采样调整 blkSampleInfo 的两个子页', route, page, 'server/sampleAdjustment: is changed with a reason'],
    ['样品流转详情 sampleFlow/details/page', route, page],
    ['recordPage/pageReport', route, page],
    [
      'recordPageNew/pageReport',
      route,
      page,
      'ui/records: the records page of a project lists its printed documents with states and signatures beside the opened document',
    ],
    [
      '来样检测记录 recordPageNewLyjc/pageReport',
      route,
      page,
      'server/records: the printed documents of an incoming project contain the register of received samples, and state the samples to which the results apply',
    ],
    [
      'riskPage/pageRiskDetail',
      route,
      page,
      'ui/risk: the risk detail explains the level of a work post, and grades dust once the labour class is entered',
    ],
    ['报送报告预览 occupationalHealthReport', route, page],
    ['数据同步：调查详情、推送报告、省平台监测推送', route, page],
    ['同平台推送 pageSamePush', route, page],
    ['报告公示详情 reportFormula', route, page],
    ['企业申报 pageDeclaration', route, page],
    [
      '企业项目详情 enterpriseProjects',
      route,
      page,
      'ui/enterprise: the enterprise’s project page shows valid, replaced and void reports, and no link to a void one',
    ],
    ['质控归档详情（原、新、来样三处）', route, page],
    [
      '第三方质控 sfQualityDetail',
      route,
      page,
      'server/outside: an external check goes from assignment over findings and answers to its end; points and fees are booked with the end',
    ],
    [
      '第三方财务 sfFinanceRecord',
      route,
      page,
      'server/outside: a fee is settled once, to 0.01 yuan, confirmed by its recipient, and paid by another person',
    ],
    ['第三方积分规则 sfIntegralRule', route, page],
    ['项目审核 projectAuditReviewPage/page', route, page],
    ['新项目审核四页：项目、实验室、来样、来样实验室', route, page],
    ['现场调查模板', route, page, 'browser/libraries: publishes a template, revises it'],
    ['全省监测模板', route, page],
    ['采样方案模板', route, page],
    ['来样样品详情 sampleInfoPush', route, page],
    [
      '每个方法有详情、曲线、附件、检出限、结果预览页，多有加标／质控页',
      method,
      'ui/methodPages: method pages cover each method, variant and kind of page',
      'contract/methodRoutes: routesOf returns a page only if its key exists, and the incoming variant only if its prefix exists',
    ],
    [
      '每个方法有来样变体，前缀与子名以 lyjc 开头',
      'contract/methodRoutes: laboratory pages for incoming samples have lyjc twice in their address, other pages never',
      'contract/methodRoutes: laboratory methods have the same pages for incoming samples as for own samples',
    ],
    ['气相色谱：五种预览', 'contract/methodRoutes: the gas chromatography pages include five previews'],
    ['溶剂洗脱 /labRjxt', method, page],
    ['目视比色 /labMsbsf', method, page],
    ['液相色谱', method, page],
    ['离子色谱', method, page],
    [
      '/labTest/pageLabTest，无来样变体',
      'contract/methodRoutes: the generic test method keeps the address of the specification, /labTest/pageLabTest',
    ],
    [
      '粉尘：样品信息、附件、预览',
      'contract/methodRoutes: the dust method has the three pages detail, attachment and preview',
    ],
    ['粉尘与有机样品信息 /labZffxRecord', method, page],
    ['游离二氧化硅', method, 'contract/methods/calculate: parallels of free silica'],
    [
      '分包检测',
      method,
      'server/labSheets: a subcontracted record needs the subcontractor’s report before it is signed',
    ],
    ['原子吸收', method, page],
    ['原子荧光', method, page],
    [
      '分光光度，含三氯化磷曲线',
      'contract/methodRoutes: the spectrophotometry pages include a second curve for phosphorus trichloride',
    ],
    ['ICP', method, page],
    [
      '电极法',
      method,
      'contract/print/recordDocument: the printed electrode record judges the slope, which the product calculates',
    ],
    [
      '项目行以十二个查询字段打开具名详情页',
      'contract/routes: the address of a project’s page carries the twelve fields of the project row',
      'contract/routes: the address of each page that a project row opens carries the project, so two projects differ',
    ],
    [
      '侧栏由按权限过滤的路由构成，可折叠',
      'browser/chrome: sidebar is 205 px wide in the colour of the specification and stays collapsed after a reload',
      'ui/menuRoutes: the menus of the real server make every dynamic page reachable by its address, before any catch-all route',
    ],
    ['侧栏：嵌套子菜单', 'ui/shell/sidebar: the sidebar shows groups nested three levels deep and skips hidden items'],
    [
      '侧栏：外部链接在新标签打开',
      'ui/shell/sidebar: the sidebar opens an external address in 1 new browser tab without access to this one (IN4)',
      'browser/shell: opens an external address once',
    ],
    ['侧栏：跳过隐藏项', 'ui/shell/sidebar: the sidebar shows groups nested three levels deep and skips hidden items'],
    [
      '侧栏：可选的标志与标题',
      'ui/shell/chrome: the sidebar shows the organization’s logo and title unless switched off',
    ],
    ['顶栏：侧栏开关', 'ui/shell/sidebar: the collapsed state of the sidebar is stored in a cookie'],
    [
      '顶栏：面包屑',
      'ui/shell/pages: breadcrumb starts with home, links pages that can be opened, and ends with the page as text',
    ],
    ['顶栏：全屏', 'browser/chrome: the full-screen button enters and leaves full screen'],
    [
      '顶栏：尺寸选择（default、medium、small、mini）',
      'ui/shell/chrome: size settings equal those of the top bar, with the same message',
      'browser/chrome: the chosen display size applies to the whole page and shows a message',
    ],
    [
      '顶栏：铃铛显示未读数，打开 800 px 通知对话框',
      'ui/notices/notices: the notice bell counts unread notices, opens its dialog, and marks an opened notice as read',
      'browser/notices: the notice bell, its dialog and 我的消息 fit on a phone, and a link opens its notice',
    ],
    [
      '顶栏：APP 下载对话框，二维码与安装包链接',
      'ui/shell/chrome: the app dialog shows the newest app package as QR code and link, both with an absolute address',
    ],
    ['顶栏：帮助', 'ui/shell/chrome: the top bar contains the phone app and the manual too'],
    [
      '用户菜单：个人中心、APP 下载、帮助、退出',
      'ui/shell/chrome: user menu contains the entries of the specification',
    ],
    ['标签栏：已访问的页面', 'ui/shell/tabs: opening a page creates one tab per key and updates its location'],
    [
      '标签右键：刷新、关闭、关闭其他、关闭所有',
      'browser/shell: the menu of a tab opens inside the window by mouse and keyboard and returns the focus',
      'ui/shell/tabs: closing the other tabs keeps the pinned tabs and shows the requested tab',
    ],
    ['固定标签不能关闭', 'ui/shell/tabBar: the tab bar shows the pinned tab first, without a close button'],
    [
      '刷新经 /redirect 前缀',
      'ui/menuRoutes: the route table opens a page again through /redirect without leaving the site',
    ],
    [
      '页脚：版权行与两个 850 px 协议对话框',
      'ui/shell/chrome: the footer shows copyright and filing number, and can be hidden',
      'browser/chrome: in a dialog of 850 px',
    ],
    [
      '设置面板：主题色',
      'ui/shell/chrome: colour changes at once and is kept for a year',
      'browser/chrome: every theme colour is readable in light and dark mode',
    ],
    [
      '设置面板：显示标签、固定头部、显示标志',
      'ui/shell/chrome: the setting %s can be switched and is remembered',
      'browser/shell: unfixed header scrolls out of view and returns at the top',
    ],
    ['设置面板：菜单只展开一组', 'ui/shell/sidebar: keeps one group open at a time'],
    [
      '992 px 以下为移动模式：侧栏关闭，点遮罩即关',
      'browser/chrome: phone menu opens over the page and closes by a tap beside it or a choice',
      'browser/shell: phone sidebar closes by a tap beside it and by a choice',
    ],
    [
      '通知对话框：未读（含数）与已读两页',
      'ui/notices/notices: the notice bell counts unread notices, opens its dialog, and marks an opened notice as read',
    ],
    [
      '通知列表：标题、类型、优先级、时间，分页',
      'server/notices: come in pages from zero',
      'ui/notices/notices: lists, searches and reads all notices of the person',
    ],
    [
      '只读通知详情：标题、摘要、发送人、内容',
      'ui/notices/notices: the page 我的消息 opens the notice named by a link, and says if the notice belongs to somebody else',
      'browser/notices: a notice is written, sent, received and read',
    ],
  ],
};
