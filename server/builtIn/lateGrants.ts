import { takeOverMove, takeOverStages } from '@contract/features/projects/projectTakeOver';
import type { RoutePath } from '@contract/routes';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import {
  type BuiltInRole,
  takeOverEntryPermissions,
  builtInRoles,
  isStaffRole,
  planViewPermissions,
  recordViewPermissions,
  sampleViewPermissions,
  surveyViewPermissions,
} from './roles';

/**
 * A permission that was added to a role after its first release. Existing installations get it once, and only on
 * pages that nobody removed from the role.
 */
export interface LateGrant {
  readonly key: string;
  readonly role: BuiltInRole['key'];
  /** Permissions of buttons that were not part of the role before. */
  readonly buttons: readonly string[];
  /** Pages that are granted together with them. */
  readonly pages: readonly RoutePath[];
  /** Whether the grant also includes the export of every list that the role sees today. */
  readonly exports?: true;
}

const usualActions = ['list', 'add', 'copy', 'del', 'edit', 'export', 'import', 'restore', 'status'];
const adminResources = [
  ...['standard', 'reagent', 'consumable'].flatMap((name) =>
    [...usualActions, 'stock'].map((action) => `${name}:${action}`),
  ),
  ...['equipment', 'vehicle'].flatMap((name) => usualActions.map((action) => `${name}:${action}`)),
  'vehiclePlan:add',
  'vehiclePlan:edit',
];

/** Permissions of 接续办理, including the moves that take a job over. */
const takeOverPermissions = [
  ...takeOverEntryPermissions,
  ...takeOverStages.map((stage) => permissionOfMove({ name: 'project' }, { key: takeOverMove(stage) })),
  'record:bringIn',
];

/** Grants of list exports to staff who see the list. Earlier versions granted most exports only to administrators. */
const exportGrants = builtInRoles
  .filter(isStaffRole)
  .map(({ key }): LateGrant => ({ key: `${key}TakesLists`, role: key, pages: [], buttons: [], exports: true }));

/** Exports of 人员档案, 年度计划 and 实验室登记, which earlier versions did not have. */
const fileExports: Readonly<Partial<Record<BuiltInRole['key'], readonly string[]>>> = {
  admin: ['staffRecord:export'],
  quality: ['staffRecord:export', 'yearPlan:export', 'workLog:export'],
  ...Object.fromEntries(
    (['approver', 'reviewer', 'analyst'] as const).map((role) => [role, ['yearPlan:export', 'workLog:export']]),
  ),
  ...Object.fromEntries((['reporter', 'sales', 'field', 'keeper'] as const).map((role) => [role, ['yearPlan:export']])),
};

/** Permissions of the moves by which a person records an upload to a platform. */
const manualPushPermissions = ['push:handUploaded', 'push:handTakenBack'];

export const lateGrants: readonly LateGrant[] = [
  {
    key: 'adminPlatformCodes',
    role: 'admin',
    pages: [],
    buttons: [
      ...['list', 'add', 'edit', 'del', 'import', 'export'].map((action) => `platformCode:${action}`),
      ...manualPushPermissions,
    ],
  },
  {
    key: 'reporterPlatformCodes',
    role: 'reporter',
    pages: [],
    buttons: ['platformCode:list', ...manualPushPermissions],
  },
  { key: 'auditorPlatformCodes', role: 'auditor', pages: [], buttons: ['platformCode:list'] },
  { key: 'approverTakesOver', role: 'approver', pages: [], buttons: takeOverPermissions },
  { key: 'qualityTakesOver', role: 'quality', pages: [], buttons: takeOverPermissions },
  { key: 'salesTakesOver', role: 'sales', pages: [], buttons: [...takeOverEntryPermissions, 'broughtSample:export'] },
  {
    key: 'auditorReads',
    role: 'auditor',
    pages: [],
    buttons: [
      ...recordViewPermissions,
      'announcementSend:list',
      'archiveFile:list',
      'connector:list',
      'declarationRow:list',
      'handOverLine:list',
      'methodAuthorisation:list',
      'reportScene:list',
      'vehicle:list',
    ],
  },
  { key: 'auditorExports', role: 'auditor', pages: [], buttons: ['auditLog:export'] },
  {
    key: 'qualityReads',
    role: 'quality',
    pages: [
      '/siteSample/siteSurvey',
      '/siteSample/samplePlan',
      '/siteSample/eqpIn',
      '/siteSample/liveSample',
      '/siteSample/projectAdjustment',
      '/siteSample/sampleFlow',
      '/lab/incomingsample',
      '/lab/sampleDistribute',
      '/resource/consumables',
      '/system/user',
      '/dataGovernance/reportFormula',
    ],
    buttons: [
      ...surveyViewPermissions,
      ...planViewPermissions,
      ...sampleViewPermissions,
      'contractReview:list',
      'handOverLine:list',
      'methodAuthorisation:list',
      'reportScene:list',
    ],
  },
  {
    key: 'adminResources',
    role: 'admin',
    pages: [
      '/resource/standards',
      '/resource/reagents',
      '/resource/consumables',
      '/resource/equipment',
      '/resource/vehicles',
    ],
    buttons: adminResources,
  },
  ...(['reporter', 'sales', 'field', 'keeper', 'analyst'] as const).map((role): LateGrant => ({
    key: `${role}SeesPlans`,
    role,
    pages: ['/resource/yearPlan'],
    buttons: [],
  })),
  {
    key: 'adminImportsAuthorisations',
    role: 'admin',
    pages: ['/system/user'],
    buttons: ['methodAuthorisation:import', 'dutyAuthorisation:import'],
  },
  { key: 'adminReadsUpdates', role: 'admin', pages: [], buttons: ['libraryUpdateRow:list'] },
  ...Object.entries(fileExports).map(([role, buttons]): LateGrant => ({
    key: `${role}ExportsFiles`,
    role: role as BuiltInRole['key'],
    pages: [],
    buttons,
  })),
  // These grants follow the others, because the others add pages.
  ...exportGrants,
];
