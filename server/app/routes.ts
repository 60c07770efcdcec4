import { authRoutes } from '@server/auth/routes';
import { backupFacts } from '@server/backup/backupFacts';
import { version } from '@server/base/version';
import { listExportRoutes } from '@server/crud/importing/listExports';
import { sheetRoutes } from '@server/crud/importing/sheetRoutes';
import { optionRoutes } from '@server/crud/optionRoutes';
import type { Registry } from '@server/crud/resource';
import { crudRoutes } from '@server/crud/routes';
import { archiveRoutes } from '@server/features/archive/routes';
import { formRoutes } from '@server/features/conformity/forms/routes';
import { conformityRoutes } from '@server/features/conformity/routes';
import { timeRoutes } from '@server/features/conformity/timeRules/routes';
import { clientRoutes } from '@server/features/customers/enterprise/clientRoutes';
import { organizationMatterRoutes } from '@server/features/customers/enterprise/organizationMatterRoutes';
import { enterpriseRoutes } from '@server/features/customers/enterprise/routes';
import { equipmentRoutes } from '@server/features/equipment/routes';
import { sampleAdjustmentRoutes } from '@server/features/fieldwork/adjusting/adjustRoutes';
import { blankRelationRoutes } from '@server/features/fieldwork/blanks/routes';
import { handOverRoutes } from '@server/features/fieldwork/handOver/routes';
import { samplePlanRoutes } from '@server/features/fieldwork/plan/routes';
import { sampleLookupRoutes } from '@server/features/fieldwork/samples/lookupRoutes';
import { sampleRoutes } from '@server/features/fieldwork/samples/routes';
import { siteSurveyRoutes } from '@server/features/fieldwork/survey/routes';
import { dashboardRoutes } from '@server/features/home/dashboard/routes';
import { searchRoutes } from '@server/features/home/search/routes';
import { labAttachmentRoutes } from '@server/features/laboratory/attachments/routes';
import { dutyAuthorisationRoutes } from '@server/features/laboratory/authorisation/dutyRoutes';
import { methodAuthorisationRoutes } from '@server/features/laboratory/authorisation/routes';
import { labCheckRoutes } from '@server/features/laboratory/checks/routes';
import { labCurveRoutes } from '@server/features/laboratory/curves/routes';
import { labDetectionRoutes } from '@server/features/laboratory/detection/routes';
import { incomingSampleRoutes } from '@server/features/laboratory/incoming/routes';
import { labRunRoutes } from '@server/features/laboratory/runs/routes';
import { recordPaperRoutes } from '@server/features/laboratory/sheets/paperRoutes';
import { labSheetRoutes } from '@server/features/laboratory/sheets/routes';
import { labTaskRoutes } from '@server/features/laboratory/tasks/routes';
import { hazardRoutes } from '@server/features/library/hazards/routes';
import { hiddenMethodRoutes } from '@server/features/library/methods/hiddenMethods';
import { templateRoutes } from '@server/features/library/templates/routes';
import { libraryUpdateRoutes } from '@server/features/library/updates/routes';
import { nonconformityRoutes } from '@server/features/nonconformities/routes';
import { mailRoutes } from '@server/features/notices/mail/routes';
import { noticeRoutes } from '@server/features/notices/routes';
import { declarationRoutes } from '@server/features/platforms/declaration/routes';
import { platformRoutes } from '@server/features/platforms/routes';
import { submissionRoutes } from '@server/features/platforms/submission/routes';
import { projectRoutes } from '@server/features/projects/routes';
import { industryNewsRoutes } from '@server/features/publicity/news/routes';
import { publicNoticeRoutes } from '@server/features/publicity/public/routes';
import { publicationRoutes } from '@server/features/publicity/publicationRoutes';
import { reportFormulaRoutes } from '@server/features/publicity/reportNotices/routes';
import { layoutRules } from '@server/features/records/layouts/layoutRules';
import { layoutRoutes } from '@server/features/records/layouts/routes';
import { recordsRoutes } from '@server/features/records/routes';
import { approvalRoutes } from '@server/features/reports/approval/routes';
import { certificateRoutes } from '@server/features/reports/certificates/routes';
import { delegationRoutes } from '@server/features/reports/delegation/routes';
import { handOutRoutes } from '@server/features/reports/handOut/routes';
import { historyRoutes } from '@server/features/reports/history/routes';
import { reportRoutes } from '@server/features/reports/routes';
import { outsideFinanceRoutes } from '@server/features/reviewers/finance/routes';
import { outsidePointRoutes } from '@server/features/reviewers/rewardPoints/routes';
import { outsideTaskRoutes } from '@server/features/reviewers/tasks/routes';
import { riskRoutes } from '@server/features/risk/routes';
import { ledgerRoutes } from '@server/features/stock/ledgerRoutes';
import { stockRoutes } from '@server/features/stock/routes';
import { appPackageRoutes } from '@server/features/system/appPackages/routes';
import { auditLogRoutes } from '@server/features/system/auditLog/routes';
import { dictRoutes } from '@server/features/system/dict/routes';
import { exportRoutes } from '@server/features/system/exports/routes';
import { fileRoutes } from '@server/features/system/files/routes';
import { healthRoutes } from '@server/features/system/health/routes';
import { longTaskRoutes } from '@server/features/system/longTasks/routes';
import { maintenanceRoutes } from '@server/features/system/maintenance/routes';
import { menuRoutes } from '@server/features/system/menus/routes';
import { monitorRoutes, requireDiagnostics } from '@server/features/system/monitor/routes';
import { organizationRoutes } from '@server/features/system/organizations/routes';
import { ownerlessRoutes } from '@server/features/system/ownerless/routes';
import { preferenceRoutes } from '@server/features/system/preferences/routes';
import { roleRoutes } from '@server/features/system/roles/routes';
import { setupRoutes } from '@server/features/system/setup/routes';
import { userRoutes } from '@server/features/system/users/routes';
import { vehicleRoutes } from '@server/features/vehicles/routes';
import { openapiOf } from '@server/http/openapi';
import { type Route, route } from '@server/http/route';
import { jobRoutes } from '@server/jobs/routes';
import { stateFiguresWith } from '@server/jobs/stateFigures';
import { watchHealth } from '@server/jobs/watchHealth';
import type { Services } from '@server/services';
import {
  approvalMoves,
  exportMakers,
  projectMoves,
  reportEnded,
  formMoves,
  sheetRules,
  timeStops,
} from './effectsBetweenSubjects';
import { jobsOf } from './jobList';
import { registry } from './resources';

/** Makers of the routes of each subject; explicit, so that a missing subject is seen. */
const routeMakers: readonly ((services: Services, registry: Registry) => Route[])[] = [
  healthRoutes(watchHealth),
  authRoutes,
  menuRoutes,
  dictRoutes,
  fileRoutes,
  appPackageRoutes,
  monitorRoutes(stateFiguresWith(jobsOf)),
  noticeRoutes,
  mailRoutes,
  optionRoutes,
  searchRoutes,
  organizationRoutes,
  ownerlessRoutes,
  setupRoutes,
  preferenceRoutes,
  roleRoutes,
  userRoutes,
  auditLogRoutes,
  jobRoutes(jobsOf),
  longTaskRoutes,
  hazardRoutes,
  hiddenMethodRoutes,
  libraryUpdateRoutes,
  templateRoutes(layoutRules),
  layoutRoutes,
  reportFormulaRoutes,
  industryNewsRoutes,
  publicNoticeRoutes,
  projectRoutes(projectMoves),
  dashboardRoutes,
  siteSurveyRoutes,
  samplePlanRoutes,
  sampleRoutes,
  equipmentRoutes,
  handOverRoutes,
  blankRelationRoutes,
  sampleLookupRoutes,
  sampleAdjustmentRoutes,
  methodAuthorisationRoutes,
  dutyAuthorisationRoutes,
  labTaskRoutes,
  labSheetRoutes,
  labAttachmentRoutes,
  labRunRoutes,
  recordPaperRoutes,
  recordsRoutes,
  labCheckRoutes,
  labDetectionRoutes,
  nonconformityRoutes,
  stockRoutes,
  ledgerRoutes,
  vehicleRoutes,
  incomingSampleRoutes,
  reportRoutes(reportEnded),
  publicationRoutes,
  approvalRoutes(approvalMoves),
  certificateRoutes,
  handOutRoutes,
  delegationRoutes,
  historyRoutes,
  labCurveRoutes,
  riskRoutes,
  conformityRoutes,
  formRoutes(sheetRules, formMoves),
  timeRoutes,
  enterpriseRoutes,
  clientRoutes,
  organizationMatterRoutes,
  archiveRoutes(timeStops),
  platformRoutes,
  submissionRoutes,
  declarationRoutes,
  outsideTaskRoutes,
  outsideFinanceRoutes,
  outsidePointRoutes,
  exportRoutes(exportMakers),
];

/** Returns all routes. Explicit routes precede routes that are generated from entities. */
export function allRoutes(services: Services): Route[] {
  const makers = [...routeMakers, ...(services.env.maintenance ? [maintenanceRoutes(backupFacts)] : [])];
  const routes: Route[] = [
    ...makers.flatMap((routesOf) => routesOf(services, registry)),
    ...registry.all.flatMap((resource) => [
      ...crudRoutes(services, registry, resource),
      ...sheetRoutes(services, registry, resource),
    ]),
  ];
  routes.push(...listExportRoutes(services, registry, routes));
  routes.push(
    route({
      method: 'GET',
      path: 'api/openapi',
      permission: 'admin',
      tag: '系统',
      summary: '接口文档（OpenAPI；仅平台管理员）',
      async handle() {
        requireDiagnostics(services.env);
        return openapiOf(routes, version);
      },
    }),
  );
  return routes;
}
