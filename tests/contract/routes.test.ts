import { describe, expect, it } from 'vitest';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import {
  directories,
  findRoute,
  folderOf,
  pageFolderOf,
  projectRowQuery,
  publicPaths,
  type Route,
  staticRoutes,
} from '@contract/routes';

const routes: readonly Route[] = staticRoutes;
const paths = routes.map(({ path }) => path);

// SPEC §2, typed again from the specification's own text, so that an omission on either side is detected.
const specified = [
  '/login',
  '/orgReportFormula',
  '/orgReportFormulaDetails',
  '/industryNews',
  '/industryNewsDetails',
  '/404',
  '/401',
  '/roles',
  '/redirect/*',
  '/helper',
  '/',
  '/dashboard',
  '/user/center',
  '/notify/myNews',
  '/customer',
  '/reportPreview',
  '/reportPreviewNew',
  '/risk',
  '/projectAuditReview',
  '/lab/laboratory',
  '/qualityControl',
  '/qualityControlNew',
  '/lab/sampleDistribute',
  '/lab/incomingsample',
  '/siteSample/siteSurvey/details/page',
  '/siteSample/samplePlan/details/page',
  '/siteSample/eqpIn/details/page',
  '/siteSample/liveSample/condition/taskDetails',
  '/siteSample/liveSample/condition/pageSampling',
  '/siteSample/liveSample/condition/pageSamplingTime',
  '/siteSample/liveSample/condition/projectSign',
  '/siteSample/liveSample/condition/projectMedia',
  '/siteSample/projectAdjustment/blkSampleInfo/details',
  '/siteSample/projectAdjustment/blkSampleInfo/pageSampling',
  '/siteSample/sampleFlow/details/page',
  '/recordPage/pageReport',
  '/recordPageNew/pageReport',
  '/recordPageNewLyjc/pageReport',
  '/riskPage/pageRiskDetail',
  '/dataGovernance/occupationalHealthReport/index/page',
  '/dataGovernance/dataSynchronization/differentPlatform/index/pageSurveyDetail',
  '/dataGovernance/dataSynchronization/differentPlatform/index/pagePushReport',
  '/dataGovernance/dataSynchronization/differentPlatform/index/pagePushData',
  '/dataGovernance/zoningSupervision/samePlatform/index/pageSamePush',
  '/dataGovernance/reportFormula/index/page/detail',
  '/dataGovernance/enterpriseDeclaration/declarationShow/pageDeclaration',
  '/enterprisesService/enterpriseProjects/index/page/detail',
  '/qualityControl/index/page/detail',
  '/qualityControlNew/index/page/detail',
  '/lab/incomingsample/qualityControlNew/index/page/detail',
  '/sfQualityDetail/sfQualityDetail',
  '/sfFinanceRecord/sfFinanceRecord',
  '/sfIntegralRule/sfIntegralRule',
  '/projectAuditReviewPage/page',
  '/projectAuditReviewNewPage/page',
  '/projectAuditReviewNewPage/pageSysjs',
  '/projectAuditReviewNewPage/pageLyjc',
  '/projectAuditReviewNewPage/pageLyjcSysjs',
  '/system/dataModule/siteSurveyModule/page/details',
  '/system/dataModule/qsjcModule/page/details',
  '/system/dataModule/cyfaModule/page/details',
  '/lab/incomingsample/projectManage/index/sampleInfoPush',
];

// PRODUCT §3, the addresses that the specification leaves to the server's menus.
const ours = [
  '/inspectUnit',
  '/project',
  '/siteSample/siteSurvey',
  '/siteSample/samplePlan',
  '/siteSample/eqpIn',
  '/siteSample/liveSample',
  '/siteSample/projectAdjustment',
  '/siteSample/sampleFlow',
  '/recordPage',
  '/recordPageNew',
  '/recordPageNewLyjc',
  '/enterprisesService/enterpriseProjects',
  '/notify/announcement',
  '/thirdParty/quality',
  '/thirdParty/finance',
  '/thirdParty/points',
  '/resource/consumables',
  '/resource/reagents',
  '/resource/standards',
  '/resource/vehicles',
  '/resource/equipment',
  '/system/user',
  '/system/role',
  '/system/menu',
  '/system/dict',
  '/system/organization',
  '/system/hazard',
  '/system/method',
  '/system/dataModule/siteSurveyModule',
  '/system/dataModule/qsjcModule',
  '/system/dataModule/cyfaModule',
  '/system/dataModule/reportModule',
  '/system/apk',
  '/system/log',
  '/system/job',
  '/system/online',
  '/system/maintenance',
  '/system/monitor',
  '/system/apidoc',
  '/system/file',
];

describe('table of routes', () => {
  it.each([...specified, ...ours])('the table of routes contains the specified address %s', (path) => {
    expect(paths).toContain(path);
  });

  it('the table of routes contains no address twice, laboratory pages included', () => {
    const all = [...paths, ...methodRoutes.map(({ path }) => path)];
    expect(all.filter((path, index) => all.indexOf(path) !== index)).toEqual([]);
  });

  it('the table of routes opens exactly the public addresses without sign-in: five of the specification and the legal texts', () => {
    expect([...publicPaths].sort()).toEqual([
      '/industryNews',
      '/industryNewsDetails',
      '/legal/certificateAgreement',
      '/legal/privacyPolicy',
      '/login',
      '/orgReportFormula',
      '/orgReportFormulaDetails',
    ]);
  });

  it('the tab of the home page, titled 首页, is the only pinned tab', () => {
    expect(routes.filter(({ affix }) => affix)).toEqual([{ path: '/dashboard', title: '首页', affix: true }]);
    expect(findRoute('/')?.redirect).toBe('/dashboard');
  });

  it('the table of routes titles the sign-in page Login', () => {
    expect(findRoute('/login')?.title).toBe('Login');
  });

  it('every redirect and every parent in the table of routes leads to an existing page', () => {
    for (const { path, redirect, parent } of [...routes, ...methodRoutes]) {
      if (redirect !== undefined) expect(pageFolderOf(findRoute(redirect) as Route), path).toBeDefined();
      if (parent !== undefined) expect(findRoute(parent)?.hidden, path).toBeUndefined();
    }
  });

  it('a page that highlights another page’s menu entry has no menu entry of its own', () => {
    expect(routes.filter(({ parent, hidden }) => parent !== undefined && !hidden)).toEqual([]);
  });

  it('the address of each page that a project row opens carries the project, so two projects differ', () => {
    const names: readonly string[] = projectRowQuery;
    const opened = routes.filter(({ parent }) => parent !== undefined && !parent.startsWith('/system/'));
    const without = opened
      .filter(({ query = [] }) => !query.some((name) => names.includes(name)))
      .map(({ path }) => path);
    // A sheet and a nonconformity have their own numbers; the rules are the same for every project.
    expect(without).toEqual(['/sfIntegralRule/sfIntegralRule', '/projectForms/detail', '/lab/nonconformity/detail']);
    expect(findRoute('/siteSample/siteSurvey/details/page')?.query).toEqual(['belongProject']);
  });

  it('the address of a project’s page carries the twelve fields of the project row', () => {
    expect(projectRowQuery).toEqual([
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
    ]);
  });

  it('every menu group above a page has a title', () => {
    const menu = routes.filter(({ hidden, path }) => !hidden && path.split('/').length > 2).map(({ path }) => path);
    const above = menu.flatMap((path) => {
      const segments = path.split('/').slice(1, -1);
      return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
    });
    expect(Object.keys(directories).sort()).toEqual([...new Set(above)].sort());
  });

  it('the table of routes is unchanged by JSON serialisation', () => {
    expect(JSON.parse(JSON.stringify(staticRoutes))).toEqual(staticRoutes);
  });
});

describe('findRoute', () => {
  it('findRoute finds a page by its address', () => {
    expect(findRoute('/inspectUnit')?.title).toBe('受检单位');
  });

  it.each([
    '/customer',
    '/reportPreview',
    '/reportPreviewNew',
    '/risk',
    '/projectAuditReview',
    '/lab/laboratory',
    '/qualityControl',
    '/qualityControlNew',
    '/lab/sampleDistribute',
    '/lab/incomingsample',
  ])('findRoute treats the single index child of a top-level route as the route itself: %s', (path) => {
    expect(findRoute(`${path}/index`)?.path).toBe(path);
  });

  it('findRoute distinguishes a page from the page of its default child if the table of routes has both', () => {
    expect(findRoute('/dataGovernance/occupationalHealthReport/index/page')?.title).toBe('报送报告预览');
    expect(findRoute('/dataGovernance/occupationalHealthReport/index')?.title).toBe('职业卫生报送');
  });

  it('findRoute ignores a trailing slash', () => {
    expect(findRoute('/risk/')?.path).toBe('/risk');
    expect(findRoute('/')?.path).toBe('/');
  });

  it('findRoute finds the refresh route /redirect/* for every address below it', () => {
    expect(findRoute('/redirect/system/user')?.path).toBe('/redirect/*');
  });

  it.each(['/nowhere', '', '/index', '/customer/other', '/constructor', '/redirected'])(
    'findRoute finds no page for the address "%s"',
    (path) => {
      expect(findRoute(path)).toBeUndefined();
    },
  );
});

describe('folder rule', () => {
  it.each([
    ['/siteSample/siteSurvey/details/page', 'siteSample/siteSurvey/details'],
    ['/qualityControl/index/page/detail', 'qualityControl/detail'],
    ['/customer', 'customer'],
    ['/customer/index', 'customer'],
    ['/recordPage/pageReport', 'recordPage/pageReport'],
  ])('the page of address %s stands in the source folder %s', (path, folder) => {
    expect(folderOf(path)).toBe(folder);
  });

  it('no two routes share one source folder', () => {
    const folders = routes.flatMap((route) => pageFolderOf(route) ?? []);
    expect(folders.filter((folder, index) => folders.indexOf(folder) !== index)).toEqual([]);
  });

  it('a route names its source folder itself only if two addresses would share one', () => {
    const declared = routes.filter(({ folder }) => typeof folder === 'string');
    for (const { path } of declared) {
      const rival = routes.find((route) => route.path !== path && pageFolderOf(route) === folderOf(path));
      expect(rival, path).toBeDefined();
    }
    expect(declared.map(({ path }) => path)).toEqual(['/dataGovernance/occupationalHealthReport/index/page']);
  });
});
