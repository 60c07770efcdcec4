import { permissionOf } from '@contract/permissions';
import type { RoutePath } from '@contract/routes';
import { entities, machines, resourcesOnPage } from '@contract/subjects';
import { permissionOfMove, type Role } from '@contract/workflow/stateMachine';
import { type BuiltInMenu, keyOfMenu } from './menus';

/**
 * Permissions on a page. `view`: the page. `all`: the page and all its buttons. A list: the page and these buttons.
 * Only the state machine grants the moves of a workflow.
 */
type PageGrant = 'view' | 'all' | readonly string[];

export interface BuiltInRole {
  readonly key: Exclude<Role, 'system'>;
  readonly name: string;
  readonly level: number;
  readonly remark: string;
  /** Whether the role may view every page that `grants` does not mention, without acting there. */
  readonly seesAll?: true;
  /** Whether the role may also read everything on those pages, including the parts of a record. */
  readonly readsAll?: true;
  readonly grants: Readonly<Partial<Record<RoutePath, PageGrant>>>;
}

const newsGrants: BuiltInRole['grants'] = { '/notify/myNews': 'all' };
const recordGrants: BuiltInRole['grants'] = { '/recordPage': 'all', '/recordPageNew': 'all' };
const recordViewGrants: BuiltInRole['grants'] = {
  '/recordPage': 'view',
  '/recordPageNew': 'view',
  '/recordPageNewLyjc': 'view',
};
const reportViewGrants: BuiltInRole['grants'] = {
  '/reportPreview': ['export'],
  '/reportPreviewNew': 'view',
  '/system/export': 'view',
};
const clientViewPermissions = ['clientMatter:list', 'clientReply:list', 'exceedanceRemedy:list'];
const takeOverViewPermissions = ['broughtPaper:list', 'broughtSample:list'];
/** Permissions to view the parts of an instrument's run. */
const runViewPermissions = ['labRunInjection:list', 'labRunFile:list', 'labRunLine:list', 'runProfile:list'];
/** Permissions of 接续办理 to enter the papers of a job that is taken over. */
export const takeOverEntryPermissions = [
  ...takeOverViewPermissions,
  'broughtSample:import',
  ...['add', 'edit', 'del'].flatMap((action) => [`broughtPaper:${action}`, `broughtSample:${action}`]),
];
const clientAnswerPermissions = [
  ...clientViewPermissions,
  'clientMatter:add',
  'clientMatter:status',
  'clientReply:add',
];
/** Permissions on forms of the appendices of GBZ 331-2024, for everybody who works on projects. */
const formGrants: BuiltInRole['grants'] = {
  '/projectForms': ['add', 'edit', 'del', 'restore'],
  '/projectTime': 'view',
};
const orderGrants: BuiltInRole['grants'] = {
  '/customer': 'view',
  '/inspectUnit': ['unitContact:list'],
  '/project': 'view',
  '/historyReport': 'view',
};
/** Yearly plans, for everybody who may be in charge of an item and record it. */
const yearPlanGrants: BuiltInRole['grants'] = { '/resource/yearPlan': ['export'] };
const libraryGrants: BuiltInRole['grants'] = {
  '/system/hazard': ['hazardLimit:list', 'export'],
  '/system/method': ['labMethodItem:list', 'export'],
  '/system/accreditedItem': ['export'],
  '/system/material': ['materialComponent:list', 'export'],
  '/system/biologicalLimit': ['export'],
  '/system/hazardListing': ['export'],
  '/system/industryRisk': ['export'],
};
const stockGrants: BuiltInRole['grants'] = {
  '/resource/standards': 'all',
  '/resource/reagents': 'all',
  '/resource/consumables': 'all',
};
/** Returns the permissions to view the data on a page besides its own rows. */
const viewPermissionsOfParts = (page: RoutePath): readonly string[] =>
  resourcesOnPage(page)
    .slice(1)
    .filter((name) => entities.some((entity) => entity.name === name))
    .map((name) => permissionOf({ name }, 'list'));
export const surveyViewPermissions = viewPermissionsOfParts('/siteSample/siteSurvey');
export const planViewPermissions = viewPermissionsOfParts('/siteSample/samplePlan');
export const sampleViewPermissions = viewPermissionsOfParts('/siteSample/liveSample');
export const recordViewPermissions = viewPermissionsOfParts('/lab/laboratory');
const commonRights: BuiltInRole['grants'] = {
  ...newsGrants,
  ...formGrants,
  ...orderGrants,
  ...recordViewGrants,
  ...reportViewGrants,
  ...libraryGrants,
  '/project': [
    'export',
    'contractReview:list',
    'contractReview:add',
    'contractReview:edit',
    ...takeOverEntryPermissions,
    ...clientViewPermissions,
  ],
  '/siteSample/siteSurvey': surveyViewPermissions,
  '/siteSample/samplePlan': planViewPermissions,
  '/siteSample/liveSample': sampleViewPermissions,
  '/lab/laboratory': recordViewPermissions,
  '/lab/run': runViewPermissions,
  '/lab/nonconformity': ['add'],
  '/qualityControl': 'view',
  '/qualityControlNew': 'view',
  '/risk': 'view',
  '/system/conformity': 'view',
  '/resource/workLog': ['export'],
  ...yearPlanGrants,
  '/projectAuditReview': 'all',
};

/** One role for each job of PRODUCT §1; the roles are common to all organizations. */
export const builtInRoles: readonly BuiltInRole[] = [
  {
    // Administrators of people and settings neither enter nor approve results (QUALITY §1, 10).
    key: 'admin',
    name: '机构管理员',
    level: 10,
    remark: '管理本机构的用户、角色、字典、资源、模板和公告；不录入检测结果，不审批',
    seesAll: true,
    grants: {
      ...newsGrants,
      ...stockGrants,
      '/resource/equipment': 'all',
      '/resource/vehicles': 'all',
      '/customer': 'all',
      '/inspectUnit': 'all',
      '/project': ['import'],
      '/historyReport': 'all',
      '/resource/places': 'all',
      '/resource/staffRecord': 'all',
      '/notify/announcement': 'all',
      '/notify/industryNews': 'all',
      '/dataGovernance/dataSynchronization/differentPlatform': [
        'connector:list',
        'connector:add',
        'connector:edit',
        'connector:del',
        'platformCode:list',
        'platformCode:add',
        'platformCode:edit',
        'platformCode:del',
        'platformCode:import',
        'platformCode:export',
      ],
      '/system/user': 'all',
      '/system/role': 'all',
      '/system/dict': 'all',
      '/system/organization': ['edit'],
      '/system/certificate': ['signingCertificate:add', 'signingCertificate:status'],
      '/system/log': 'all',
      '/system/export': 'all',
      '/system/online': 'all',
      '/system/file': 'all',
      '/system/hazard': 'all',
      '/system/method': 'all',
      '/system/accreditedItem': 'all',
      '/system/material': 'all',
      '/system/libraryUpdate': ['libraryUpdateRow:list'],
      '/system/biologicalLimit': 'all',
      '/system/hazardListing': 'all',
      '/system/industryRisk': 'all',
      '/system/dataModule/siteSurveyModule': 'all',
      '/system/dataModule/qsjcModule': 'all',
      '/system/dataModule/cyfaModule': 'all',
      '/system/dataModule/reportModule': 'all',
      '/system/dataModule/paperLayout': 'all',
    },
  },
  {
    key: 'approver',
    name: '授权签字人',
    level: 20,
    remark: '审核记录与报告，签发报告（技术负责人、授权签字人）',
    grants: {
      ...commonRights,
      '/lab/incomingsample': 'view',
      '/siteSample/projectAdjustment': 'view',
      '/thirdParty/quality': ['export', 'outsideItem:list', 'outsideFinding:list'],
      '/thirdParty/finance': ['export', 'settlement:list', 'settlement:export'],
      '/thirdParty/points': ['pointEntry:list'],
    },
  },
  {
    key: 'reviewer',
    name: '复核人',
    level: 30,
    remark: '合同评审、方案审核，复核原始记录与报告',
    grants: { ...commonRights, '/lab/incomingsample': 'view', '/siteSample/projectAdjustment': 'view' },
  },
  {
    key: 'quality',
    name: '质控员',
    level: 40,
    remark: '质量负责人、质控员：查看项目全过程与人员授权，质量控制、档案归档与保存',
    grants: {
      ...newsGrants,
      ...formGrants,
      ...orderGrants,
      '/project': ['export', 'contractReview:list', ...takeOverEntryPermissions, ...clientViewPermissions],
      ...recordViewGrants,
      '/siteSample/siteSurvey': surveyViewPermissions,
      '/siteSample/samplePlan': planViewPermissions,
      '/siteSample/eqpIn': 'view',
      '/siteSample/liveSample': [...sampleViewPermissions, 'export'],
      '/siteSample/projectAdjustment': 'view',
      '/siteSample/sampleFlow': ['handOverLine:list'],
      '/lab/incomingsample': 'view',
      '/lab/sampleDistribute': ['export'],
      '/resource/consumables': 'view',
      '/system/user': [
        'methodAuthorisation:list',
        'methodAuthorisation:export',
        'dutyAuthorisation:list',
        'dutyAuthorisation:export',
      ],
      '/dataGovernance/reportFormula': ['reportScene:list'],
      ...reportViewGrants,
      ...libraryGrants,
      '/system/accreditedItem': 'all',
      '/qualityControl': 'all',
      '/qualityControlNew': 'all',
      '/risk': 'view',
      '/system/conformity': 'view',
      '/projectAuditReview': ['delegation:list', 'delegation:add'],
      '/lab/laboratory': [...recordViewPermissions, 'labSheet:export', 'labSheetRow:export'],
      '/lab/run': runViewPermissions,
      '/lab/blindSample': 'all',
      '/lab/nonconformity': 'all',
      '/resource/equipment': 'all',
      '/resource/places': 'all',
      '/resource/workLog': 'all',
      '/resource/staffRecord': 'all',
      '/resource/yearPlan': 'all',
      '/resource/standards': 'view',
      '/resource/reagents': 'view',
      '/system/log': ['export'],
      '/thirdParty/quality': 'all',
      '/thirdParty/finance': 'all',
      '/thirdParty/points': 'all',
    },
  },
  {
    key: 'reporter',
    name: '报告员',
    level: 50,
    remark: '编制报告，发布报告公示，数据报送',
    grants: {
      ...newsGrants,
      ...yearPlanGrants,
      ...formGrants,
      ...orderGrants,
      '/project': ['export', ...takeOverViewPermissions, ...clientAnswerPermissions],
      ...recordViewGrants,
      ...libraryGrants,
      '/reportPreview': 'all',
      '/reportPreviewNew': 'all',
      '/reportHandOut': 'all',
      '/system/export': 'view',
      '/risk': 'view',
      '/projectAuditReview': 'view',
      '/dataGovernance/occupationalHealthReport': 'all',
      '/dataGovernance/dataSynchronization/differentPlatform': ['push:add', 'connector:list', 'platformCode:list'],
      '/dataGovernance/zoningSupervision/samePlatform': 'all',
      '/dataGovernance/reportFormula': 'all',
      '/notify/industryNews': 'all',
      '/dataGovernance/enterpriseDeclaration/declarationShow': 'all',
      '/historyReport': 'all',
    },
  },
  {
    key: 'sales',
    name: '业务员',
    level: 60,
    remark: '客户、受检单位、合同与项目（业务员、客服）',
    grants: {
      ...newsGrants,
      ...yearPlanGrants,
      ...formGrants,
      ...reportViewGrants,
      '/customer': 'all',
      '/inspectUnit': 'all',
      '/project': 'all',
      '/lab/incomingsample': 'all',
      '/risk': 'view',
      '/projectAuditReview': 'view',
      '/dataGovernance/enterpriseDeclaration/declarationShow': 'all',
    },
  },
  {
    key: 'field',
    name: '现场人员',
    level: 60,
    remark: '现场调查、采样方案、现场采样与样品送交',
    grants: {
      ...newsGrants,
      ...yearPlanGrants,
      ...formGrants,
      ...orderGrants,
      '/project': ['export', ...takeOverViewPermissions, ...clientAnswerPermissions],
      ...recordGrants,
      ...libraryGrants,
      '/inspectUnit': ['edit', 'unitContact:list', 'unitContact:add'],
      '/siteSample/siteSurvey': 'all',
      '/siteSample/samplePlan': 'all',
      '/siteSample/eqpIn': 'all',
      '/siteSample/liveSample': 'all',
      '/siteSample/projectAdjustment': 'all',
      '/siteSample/sampleFlow': 'all',
      '/resource/equipment': ['equipment:export'],
      '/resource/vehicles': 'all',
      '/resource/consumables': 'view',
    },
  },
  {
    key: 'keeper',
    name: '样品管理员',
    level: 60,
    remark: '样品接收、编号、分发、留样与处置',
    grants: {
      ...newsGrants,
      ...yearPlanGrants,
      '/project': 'view',
      '/siteSample/samplePlan': planViewPermissions,
      '/siteSample/liveSample': sampleViewPermissions,
      '/siteSample/sampleFlow': 'all',
      '/lab/incomingsample': 'all',
      '/lab/sampleDistribute': 'all',
      ...stockGrants,
    },
  },
  {
    key: 'analyst',
    name: '检测员',
    level: 60,
    remark: '样品检测、标准曲线、质控样与原始记录',
    grants: {
      ...newsGrants,
      ...yearPlanGrants,
      '/resource/workLog': 'all',
      '/project': 'view',
      ...recordGrants,
      '/recordPageNewLyjc': 'all',
      '/projectAuditReview': 'view',
      '/lab/laboratory': 'all',
      '/lab/run': 'all',
      '/lab/sampleDistribute': ['export'],
      '/lab/nonconformity': ['add', 'edit'],
      '/lab/incomingsample': 'view',
      ...stockGrants,
      '/resource/equipment': 'view',
      ...libraryGrants,
    },
  },
  {
    key: 'auditor',
    name: '审计员',
    level: 70,
    remark: '查看全部业务数据与审计日志，可导出审计日志，不作任何修改',
    seesAll: true,
    readsAll: true,
    // An export of the audit trail is signed with the head of the chain. Other lists contain personal data, so they
    // can't be exported.
    grants: { '/notify/myNews': 'all', '/system/log': ['export'] },
  },
  {
    key: 'outside',
    name: '第三方质控人员',
    level: 80,
    remark: '外部质控专家：检查指派给本人的任务，查看本人的费用与积分',
    grants: {
      ...newsGrants,
      '/thirdParty/quality': [
        'outsideTask:export',
        'outsideItem:list',
        'outsideItem:edit',
        'outsideFinding:list',
        'outsideFinding:add',
        'outsideFinding:edit',
        'outsideFinding:del',
      ],
      '/thirdParty/finance': ['outsideFee:export', 'settlement:list', 'settlement:export'],
      '/thirdParty/points': ['pointRule:export', 'pointEntry:list', 'pointEntry:export'],
    },
  },
  {
    key: 'enterprise',
    name: '企业用户',
    level: 90,
    remark: '只查看本单位的项目进度与报告',
    grants: {
      ...newsGrants,
      '/inspectUnit': 'view',
      '/enterprisesService/enterpriseProjects': 'view',
      '/dataGovernance/enterpriseDeclaration/declarationShow': ['declarationRow:list'],
    },
  },
];

// Pages that concern the whole installation.
const platformPages: readonly RoutePath[] = [
  '/system/menu',
  '/system/job',
  '/system/maintenance',
  '/system/monitor',
  '/system/apidoc',
  '/system/apk',
];

const rolesOfMove: ReadonlyMap<string, readonly Role[]> = new Map(
  machines.flatMap((machine) => machine.moves.map((move) => [permissionOfMove(machine, move), move.by] as const)),
);

export const isStaffRole = ({ key }: BuiltInRole): boolean => key !== 'enterprise' && key !== 'outside';

/** Returns the keys of a role's menus with all their ancestors. */
export function menusOfRole(role: BuiltInRole, menus: readonly BuiltInMenu[]): Set<string> {
  const byKey = new Map(menus.map((menu) => [menu.key, menu]));
  const granted = new Set<string>();
  const grant = (key: string | null): void => {
    for (let at = key; at !== null && !granted.has(at); at = byKey.get(at)?.parent ?? null) granted.add(at);
  };
  const grants = new Map<string, PageGrant>(
    Object.entries(role.grants).map(([path, allowed]) => [keyOfMenu(path), allowed]),
  );
  const platform = new Set(platformPages.map(keyOfMenu));
  const mayPress = ({ parent, draft: { permission } }: BuiltInMenu): boolean => {
    const parentGrant = grants.get(parent ?? '');
    if (permission === null) return false;
    if (role.readsAll && permission.endsWith(':list') && !platform.has(parent ?? '')) return true;
    if (parentGrant === undefined) return false;
    const movers = rolesOfMove.get(permission);
    if (movers) return movers.includes(role.key);
    if (parentGrant === 'all') return true;
    const [entity = '', action = ''] = permission.split(':');
    // Staff who may see a list may also export the rows that they see.
    if (action === 'export' && isStaffRole(role) && byKey.get(parent ?? '')?.draft.permission === `${entity}:list`)
      return true;
    return parentGrant !== 'view' && (parentGrant.includes(permission) || parentGrant.includes(action));
  };
  for (const menu of menus) {
    const { type } = menu.draft;
    if (type === 2 ? mayPress(menu) : type === 1 && (grants.has(menu.key) || (role.seesAll && !platform.has(menu.key))))
      grant(menu.key);
  }
  return granted;
}

/** Returns the key under which the database records a built-in role. */
export const keyOfRole = (key: BuiltInRole['key']): string => `role:${key}`;
