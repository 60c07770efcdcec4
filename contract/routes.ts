// Every address of the console except those of the laboratory methods (methods/methodCatalogue.ts), as data (SPEC §2,
// PRODUCT §3). The router, the menu seed, the breadcrumb and `npm run routes` read this table. A page stays cached
// unless its menu says noCache.

export interface Route {
  readonly path: string;
  /** Title of the tab, the window and the breadcrumb. */
  readonly title: string;
  /** The page is reachable without a session. */
  readonly public?: boolean;
  /** The page is never shown in the sidebar. */
  readonly hidden?: boolean;
  /** The tab of the page can't be closed. */
  readonly affix?: boolean;
  /**
   * Frame around the page (DESIGN §1); by default `console`. `light` is the frame for visitors without an account.
   */
  readonly shell?: 'light' | 'console' | 'none';
  /** Menu entry that stays highlighted while this hidden page is open. */
  readonly parent?: string;
  /**
   * Further pages that link to this hidden page. A person who may open the parent or one of them may open this page.
   */
  readonly linkedFrom?: readonly string[];
  /**
   * Query fields that distinguish two tabs of the page. The key of a tab is its path and these fields (DESIGN §4.3).
   */
  readonly query?: readonly string[];
  /** Address to which the page redirects at once. */
  readonly redirect?: string;
  /**
   * Icon in the sidebar (a name of @ant-design/icons), for a page that is not in `server/builtIn/menuTree.ts`. Such a
   * page is the last one in the directory of its address.
   */
  readonly icon?: string;
  /** Folder below src/pages where the rule of `folderOf` does not apply; false for a page without a page file. */
  readonly folder?: string | false;
}

/** Query fields that a project row passes to the page it opens (SPEC "Project row navigation"). */
export const projectRowQuery = [
  'belongProject',
  'belongInspectName',
  'belongInspect',
  'inspectCode',
  'code',
  'type',
  'typeName',
  'flag',
  'createYear',
  'organizationId',
  'typeGl',
  'projectIdGl',
] as const;

export type ProjectRowQuery = Readonly<Partial<Record<(typeof projectRowQuery)[number], string>>>;

// The id alone identifies the project; the other eleven query fields are derived from it.
const projectParameter = ['belongProject'] as const;
const unitParameter = ['belongInspect'] as const;
const rowParameter = ['id'] as const;

export const loginPath = '/login';
export const homePath = '/dashboard';
export const helpPath = '/helper';
export const forbiddenPath = '/401';
/** Address of the page 404, to which unknown addresses also lead. */
export const notFoundPath = '/404';
/** Prefix of an address that opens its page anew, without the cached page (SPEC §2). */
export const redirectPrefix = '/redirect';

const outerRoutes = [
  { path: loginPath, title: 'Login', public: true, hidden: true, shell: 'light' },
  { path: '/orgReportFormula', title: '报告公示', public: true, hidden: true, shell: 'light' },
  {
    path: '/orgReportFormulaDetails',
    title: '报告公示详情',
    public: true,
    hidden: true,
    shell: 'light',
    query: rowParameter,
  },
  { path: '/industryNews', title: '行业动态', public: true, hidden: true, shell: 'light' },
  {
    path: '/industryNewsDetails',
    title: '行业动态详情',
    public: true,
    hidden: true,
    shell: 'light',
    query: rowParameter,
  },
  { path: notFoundPath, title: '页面不存在', hidden: true, shell: 'light' },
  { path: forbiddenPath, title: '没有权限', hidden: true, shell: 'light' },
  { path: helpPath, title: '使用手册', hidden: true, shell: 'light' },
  { path: '/legal/privacyPolicy', title: '隐私协议', public: true, hidden: true, shell: 'light' },
  { path: '/legal/certificateAgreement', title: '数字证书使用协议', public: true, hidden: true, shell: 'light' },
  // The specification does not prescribe the content. The page shows to every signed-in person who may do what; roles
  // are edited under 系统管理.
  { path: '/roles', title: '角色权限', hidden: true },
  { path: `${redirectPrefix}/*`, title: '刷新', hidden: true, shell: 'none', folder: false },
] as const satisfies readonly Route[];

const menuRoutes = [
  { path: '/', title: '首页', hidden: true, redirect: homePath, folder: false },
  { path: homePath, title: '首页', affix: true },
  { path: '/user/center', title: '个人中心', hidden: true },
  { path: '/notify/announcement', title: '通知公告' },
  { path: '/notify/myNews', title: '我的消息' },
  { path: '/notify/industryNews', title: '行业动态管理' },

  { path: '/customer', title: '客户管理' },
  { path: '/historyReport', title: '历史报告' },
  { path: '/inspectUnit', title: '受检单位' },
  { path: '/project', title: '项目管理' },
  { path: '/siteSample/siteSurvey', title: '现场调查' },
  { path: '/siteSample/samplePlan', title: '采样方案' },
  { path: '/siteSample/eqpIn', title: '设备出入库' },
  { path: '/siteSample/liveSample', title: '现场采样' },
  { path: '/siteSample/projectAdjustment', title: '项目调整' },
  { path: '/siteSample/sampleFlow', title: '样品流转' },
  { path: '/lab/sampleDistribute', title: '样品分发' },
  { path: '/lab/laboratory', title: '实验室' },
  { path: '/lab/run', title: '分析批' },
  { path: '/lab/blindSample', title: '密码样' },
  { path: '/lab/incomingsample', title: '来样管理' },
  { path: '/lab/nonconformity', title: '不符合项' },
  { path: '/recordPage', title: '原始记录' },
  { path: '/recordPageNew', title: '原始记录（在办）' },
  { path: '/recordPageNewLyjc', title: '来样原始记录' },
  { path: '/risk', title: '风险' },
  { path: '/projectAuditReview', title: '项目审核' },
  // The page shows the list, or the report of the project in the address; `report` opens an earlier issue.
  { path: '/reportPreview', title: '报告预览', query: ['belongProject', 'report'] },
  { path: '/reportPreviewNew', title: '报告编制', query: ['belongProject', 'report'] },
  { path: '/reportHandOut', title: '报告发放' },
  { path: '/qualityControl', title: '质控归档' },
  { path: '/qualityControlNew', title: '质控归档（在办）' },

  { path: '/thirdParty/quality', title: '第三方质控任务' },
  { path: '/thirdParty/finance', title: '第三方费用与结算' },
  { path: '/thirdParty/points', title: '第三方积分' },

  { path: '/dataGovernance/occupationalHealthReport', title: '职业卫生报送' },
  { path: '/dataGovernance/dataSynchronization/differentPlatform', title: '省平台同步' },
  { path: '/dataGovernance/zoningSupervision/samePlatform', title: '区域平台同步' },
  { path: '/dataGovernance/reportFormula', title: '报告公示管理' },
  { path: '/dataGovernance/enterpriseDeclaration/declarationShow', title: '企业申报' },
  { path: '/enterprisesService/enterpriseProjects', title: '企业项目' },

  { path: '/resource/consumables', title: '耗材' },
  { path: '/resource/reagents', title: '试剂' },
  { path: '/resource/standards', title: '标准物质' },
  { path: '/resource/vehicles', title: '用车计划' },
  { path: '/resource/equipment', title: '仪器设备' },
  { path: '/resource/places', title: '房间与存放处' },
  { path: '/resource/workLog', title: '实验室登记' },
  { path: '/resource/staffRecord', title: '人员档案' },
  { path: '/resource/yearPlan', title: '年度计划' },

  { path: '/system/user', title: '用户管理' },
  { path: '/system/role', title: '角色管理' },
  { path: '/system/menu', title: '菜单管理' },
  { path: '/system/dict', title: '字典管理' },
  { path: '/system/organization', title: '机构管理' },
  { path: '/system/hazard', title: '职业病危害因素' },
  { path: '/system/method', title: '方法库' },
  { path: '/system/accreditedItem', title: '资质认定能力附表' },
  { path: '/system/certificate', title: '数字证书' },
  { path: '/system/material', title: '原辅材料库' },
  { path: '/system/libraryUpdate', title: '标准查新' },
  { path: '/system/biologicalLimit', title: '生物接触限值' },
  { path: '/system/hazardListing', title: '危害因素目录' },
  { path: '/system/industryRisk', title: '行业风险分类' },
  { path: '/system/dataModule/siteSurveyModule', title: '现场调查模板' },
  { path: '/system/dataModule/qsjcModule', title: '全省监测模板' },
  { path: '/system/dataModule/cyfaModule', title: '采样方案模板' },
  { path: '/system/dataModule/reportModule', title: '报告模板' },
  { path: '/system/dataModule/paperLayout', title: '自定义版式' },
  { path: '/system/apk', title: 'APP安装包' },
  { path: '/system/log', title: '审计日志' },
  { path: '/system/export', title: '导出任务' },
  { path: '/system/job', title: '任务日志' },
  { path: '/system/online', title: '在线用户' },
  { path: '/system/maintenance', title: '系统维护' },
  { path: '/system/monitor', title: 'SQL监控' },
  { path: '/system/apidoc', title: '接口文档' },
  { path: '/system/file', title: '文件管理' },
  { path: '/system/conformity', title: '规范符合性' },
  { path: '/projectForms', title: '规范表单' },
  { path: '/projectTime', title: '时间核查' },
] as const satisfies readonly Route[];

const surveyPath = '/siteSample/siteSurvey';
const liveSamplePath = '/siteSample/liveSample';
const adjustmentPath = '/siteSample/projectAdjustment';
const incomingPath = '/lab/incomingsample';
const reviewPath = '/projectAuditReview';
const provincePath = '/dataGovernance/dataSynchronization/differentPlatform';

// Pages of a project. A person who may see a project may open its lists, its documents and the pages that complete
// its report.
export const aboutProjects: readonly string[] = [
  '/project',
  '/projectAuditReview',
  '/recordPage',
  '/recordPageNew',
  '/recordPageNewLyjc',
  '/reportPreview',
  '/reportPreviewNew',
  '/qualityControl',
  '/qualityControlNew',
  incomingPath,
  '/dataGovernance/occupationalHealthReport',
  '/lab/nonconformity',
];

const detailRoutes = [
  {
    path: `${surveyPath}/details/page`,
    title: '现场调查详情',
    hidden: true,
    parent: surveyPath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: '/siteSample/samplePlan/details/page',
    title: '采样方案详情',
    hidden: true,
    parent: '/siteSample/samplePlan',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: '/siteSample/eqpIn/details/page',
    title: '设备出入库详情',
    hidden: true,
    parent: '/siteSample/eqpIn',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${liveSamplePath}/condition/taskDetails`,
    title: '气象条件',
    hidden: true,
    parent: liveSamplePath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${liveSamplePath}/condition/pageSampling`,
    title: '采样详情',
    hidden: true,
    parent: liveSamplePath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${liveSamplePath}/condition/pageSamplingTime`,
    title: '采样日期',
    hidden: true,
    parent: liveSamplePath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${liveSamplePath}/condition/projectSign`,
    title: '陪同人信息',
    hidden: true,
    parent: liveSamplePath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${liveSamplePath}/condition/projectMedia`,
    title: '现场影像',
    hidden: true,
    parent: liveSamplePath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${adjustmentPath}/blkSampleInfo/details`,
    title: '空白样品',
    hidden: true,
    parent: adjustmentPath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${adjustmentPath}/blkSampleInfo/pageSampling`,
    title: '采样调整',
    hidden: true,
    parent: adjustmentPath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: '/siteSample/sampleFlow/details/page',
    title: '样品流转详情',
    hidden: true,
    parent: '/siteSample/sampleFlow',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },

  {
    path: '/recordPage/pageReport',
    title: '原始记录详情',
    hidden: true,
    parent: '/recordPage',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: '/recordPageNew/pageReport',
    title: '原始记录（在办）详情',
    hidden: true,
    parent: '/recordPageNew',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: '/recordPageNewLyjc/pageReport',
    title: '来样检测记录',
    hidden: true,
    parent: '/recordPageNewLyjc',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  { path: '/riskPage/pageRiskDetail', title: '风险详情', hidden: true, parent: '/risk', query: unitParameter },
  {
    path: '/dataGovernance/occupationalHealthReport/index/page',
    title: '报送报告预览',
    hidden: true,
    parent: '/dataGovernance/occupationalHealthReport',
    query: projectParameter,
    // By the folder rule the page would be in the folder of its list.
    folder: 'dataGovernance/occupationalHealthReport/preview',
  },
  {
    path: `${provincePath}/index/pageSurveyDetail`,
    title: '调查详情',
    hidden: true,
    parent: provincePath,
    query: projectParameter,
  },
  {
    path: `${provincePath}/index/pagePushReport`,
    title: '推送报告',
    hidden: true,
    parent: provincePath,
    query: projectParameter,
  },
  {
    path: `${provincePath}/index/pagePushData`,
    title: '全省监督检测详情',
    hidden: true,
    parent: provincePath,
    query: projectParameter,
  },
  {
    path: '/dataGovernance/zoningSupervision/samePlatform/index/pageSamePush',
    title: '区域平台推送',
    hidden: true,
    parent: '/dataGovernance/zoningSupervision/samePlatform',
    query: projectParameter,
  },
  {
    path: '/dataGovernance/reportFormula/index/page/detail',
    title: '报告公示编辑',
    hidden: true,
    parent: '/dataGovernance/reportFormula',
    linkedFrom: aboutProjects,
    // The project identifies the page, or the id of a single notice.
    query: [...projectParameter, ...rowParameter],
  },
  {
    path: '/dataGovernance/enterpriseDeclaration/declarationShow/pageDeclaration',
    title: '企业申报详情',
    hidden: true,
    parent: '/dataGovernance/enterpriseDeclaration/declarationShow',
    // A unit declares once per year and again after each change.
    query: ['belongInspect', 'createYear'],
  },
  {
    path: '/enterprisesService/enterpriseProjects/index/page/detail',
    title: '企业项目详情',
    hidden: true,
    parent: '/enterprisesService/enterpriseProjects',
    query: projectParameter,
  },

  {
    path: '/qualityControl/index/page/detail',
    title: '质控归档详情',
    hidden: true,
    parent: '/qualityControl',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: '/qualityControlNew/index/page/detail',
    title: '质控归档（在办）详情',
    hidden: true,
    parent: '/qualityControlNew',
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: `${incomingPath}/qualityControlNew/index/page/detail`,
    title: '来样质控归档详情',
    hidden: true,
    parent: incomingPath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
  {
    path: '/sfQualityDetail/sfQualityDetail',
    title: '第三方质控',
    hidden: true,
    parent: '/thirdParty/quality',
    query: [...projectParameter, ...rowParameter],
  },
  {
    path: '/sfFinanceRecord/sfFinanceRecord',
    title: '第三方财务',
    hidden: true,
    parent: '/thirdParty/finance',
    query: [...projectParameter, ...rowParameter],
  },
  { path: '/sfIntegralRule/sfIntegralRule', title: '第三方积分规则', hidden: true, parent: '/thirdParty/points' },

  { path: '/projectForms/detail', title: '规范表单详情', hidden: true, parent: '/projectForms', query: rowParameter },

  {
    path: '/lab/nonconformity/detail',
    title: '不符合项详情',
    hidden: true,
    parent: '/lab/nonconformity',
    linkedFrom: aboutProjects,
    query: rowParameter,
  },

  {
    path: '/projectAuditReviewPage/page',
    title: '项目审核详情',
    hidden: true,
    parent: reviewPath,
    linkedFrom: aboutProjects,
    query: [...projectParameter, ...rowParameter],
  },
  {
    path: '/projectAuditReviewNewPage/page',
    title: '项目审核（在办）详情',
    hidden: true,
    parent: reviewPath,
    linkedFrom: aboutProjects,
    query: [...projectParameter, ...rowParameter],
  },
  {
    path: '/projectAuditReviewNewPage/pageSysjs',
    title: '实验室审核',
    hidden: true,
    parent: reviewPath,
    linkedFrom: aboutProjects,
    query: [...projectParameter, ...rowParameter],
  },
  {
    path: '/projectAuditReviewNewPage/pageLyjc',
    title: '来样审核',
    hidden: true,
    parent: reviewPath,
    linkedFrom: aboutProjects,
    query: [...projectParameter, ...rowParameter],
  },
  {
    path: '/projectAuditReviewNewPage/pageLyjcSysjs',
    title: '来样实验室审核',
    hidden: true,
    parent: reviewPath,
    linkedFrom: aboutProjects,
    query: [...projectParameter, ...rowParameter],
  },

  {
    path: '/system/dataModule/siteSurveyModule/page/details',
    title: '现场调查模板详情',
    hidden: true,
    parent: '/system/dataModule/siteSurveyModule',
    query: rowParameter,
  },
  {
    path: '/system/dataModule/qsjcModule/page/details',
    title: '全省监测模板详情',
    hidden: true,
    parent: '/system/dataModule/qsjcModule',
    query: rowParameter,
  },
  {
    path: '/system/dataModule/cyfaModule/page/details',
    title: '采样方案模板详情',
    hidden: true,
    parent: '/system/dataModule/cyfaModule',
    query: rowParameter,
  },
  {
    path: '/system/dataModule/reportModule/page/details',
    title: '报告模板详情',
    hidden: true,
    parent: '/system/dataModule/reportModule',
    query: rowParameter,
  },
  {
    path: '/system/dataModule/paperLayout/page/details',
    title: '自定义版式详情',
    hidden: true,
    parent: '/system/dataModule/paperLayout',
    query: rowParameter,
  },
  {
    path: `${incomingPath}/projectManage/index/sampleInfoPush`,
    title: '样品详情',
    hidden: true,
    parent: incomingPath,
    linkedFrom: aboutProjects,
    query: projectParameter,
  },
] as const satisfies readonly Route[];

export const staticRoutes = [...outerRoutes, ...menuRoutes, ...detailRoutes] as const satisfies readonly Route[];

/** Union of the addresses in the table: a link to an unknown address does not compile. */
export type RoutePath = (typeof staticRoutes)[number]['path'];

/** Titles of the sidebar's groups, for addresses that contain pages and have no page themselves. */
export const directories = {
  '/notify': '通知中心',
  '/siteSample': '现场管理',
  '/lab': '实验室管理',
  '/dataGovernance': '数据治理',
  '/dataGovernance/dataSynchronization': '数据同步',
  '/dataGovernance/zoningSupervision': '区域监管',
  '/dataGovernance/enterpriseDeclaration': '企业申报管理',
  '/enterprisesService': '企业服务',
  '/thirdParty': '第三方管理',
  '/resource': '资源管理',
  '/system': '系统管理',
  '/system/dataModule': '数据模板',
} as const satisfies Readonly<Record<string, string>>;

/** Addresses that need no session; there are no others (SPEC §2). */
export const publicPaths: readonly string[] = staticRoutes
  .filter((route: Route) => route.public)
  .map((route) => route.path);

const byPath: ReadonlyMap<string, Route> = new Map(staticRoutes.map((route) => [route.path, route]));

/**
 * Removes slashes at the end of an address. It uses a loop, because `/\/+$/` takes quadratic time on a long run of
 * slashes, which any visitor can send.
 */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * Returns the static route of an address without query. `/customer/index` is the same as `/customer`: SPEC §2 opens a
 * top-level route as a single index child.
 * @returns undefined for addresses of menus, of methods (see findMethodRoute) and unknown ones
 */
export function findRoute(path: string): Route | undefined {
  const barePath = withoutEndSlashes(path);
  if (barePath.startsWith(`${redirectPrefix}/`)) return byPath.get(`${redirectPrefix}/*`);
  return (
    byPath.get(barePath) ?? (barePath.endsWith('/index') ? byPath.get(barePath.slice(0, -'/index'.length)) : undefined)
  );
}

/** Returns the folder below src/pages: the address without its `index` and `page` segments (DESIGN §2.8). */
export function folderOf(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'index' && segment !== 'page')
    .join('/');
}

/** Returns the folder of a route's page file below src/pages; undefined where the router itself renders the page. */
export function pageFolderOf(route: Route): string | undefined {
  if (route.folder === false) return undefined;
  return route.folder ?? folderOf(route.path);
}
