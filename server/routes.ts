import { crudRoutes } from './crud/routes';
import { sheetRoutes } from './crud/sheetRoutes';
import { openapiOf } from './http/openapi';
import { type Route, route } from './http/route';
import { appPackageRoutes } from './modules/appPackages/routes';
import { auditLogRoutes } from './modules/auditLog/routes';
import { archiveRoutes } from './modules/archive/routes';
import { authRoutes } from './modules/auth/routes';
import { blankRelationRoutes } from './modules/blankRelation/routes';
import { dashboardRoutes } from './modules/dashboard/routes';
import { declarationRoutes } from './modules/declaration/routes';
import { dictRoutes } from './modules/dict/routes';
import { clientRoutes } from './modules/enterprise/clientRoutes';
import { houseRoutes } from './modules/enterprise/houseRoutes';
import { enterpriseRoutes } from './modules/enterprise/routes';
import { equipmentRoutes } from './modules/equipment/routes';
import { fileRoutes } from './modules/files/routes';
import { handOverRoutes } from './modules/handOver/routes';
import { hazardRoutes } from './modules/hazards/routes';
import { healthRoutes } from './modules/health/routes';
import { mailRoutes } from './modules/mail/routes';
import { jobRoutes } from './modules/jobs/routes';
import { incomingSampleRoutes } from './modules/incomingSamples/routes';
import { industryNewsRoutes } from './modules/industryNews/routes';
import { labAttachmentRoutes } from './modules/labAttachments/routes';
import { labSheetRoutes } from './modules/labSheets/routes';
import { labTaskRoutes } from './modules/labTasks/routes';
import { labCurveRoutes } from './modules/labCurves/routes';
import { labCheckRoutes } from './modules/labChecks/routes';
import { menuRoutes } from './modules/menus/routes';
import { methodAuthorisationRoutes } from './modules/methodAuthorisation/routes';
import { monitorRoutes, requireDiagnostics } from './modules/monitor/routes';
import { approvalRoutes } from './modules/approval/routes';
import { delegationRoutes } from './modules/delegation/routes';
import { publicationRoutes } from './modules/reports/publicationRoutes';
import { reportRoutes } from './modules/reports/routes';
import { nonconformityRoutes } from './modules/nonconformity/routes';
import { noticeRoutes } from './modules/notices/routes';
import { optionRoutes } from './modules/options/routes';
import { organizationRoutes } from './modules/organizations/routes';
import { platformRoutes } from './modules/platform/routes';
import { preferenceRoutes } from './modules/preferences/routes';
import { outsideFinanceRoutes } from './modules/outsideFinance/routes';
import { outsidePointRoutes } from './modules/outsidePoints/routes';
import { outsideTaskRoutes } from './modules/outsideTasks/routes';
import { projectRoutes } from './modules/projects/routes';
import { publicNoticeRoutes } from './modules/publicNotices/routes';
import { recordsRoutes } from './modules/records/routes';
import { recordPaperRoutes } from './modules/recordPaper/routes';
import { reportFormulaRoutes } from './modules/reportFormula/routes';
import { riskRoutes } from './modules/risk/routes';
import { roleRoutes } from './modules/roles/routes';
import { samplePlanRoutes } from './modules/samplePlan/routes';
import { siteSurveyRoutes } from './modules/siteSurvey/routes';
import { ledgerRoutes } from './modules/stock/ledgerRoutes';
import { stockRoutes } from './modules/stock/routes';
import { vehicleRoutes } from './modules/vehicles/routes';
import { sampleAdjustmentRoutes } from './modules/samples/adjustRoutes';
import { sampleRoutes } from './modules/samples/routes';
import { sampleLookupRoutes } from './modules/sampleLookup/routes';
import { searchRoutes } from './modules/search/routes';
import { submissionRoutes } from './modules/submission/routes';
import { templateRoutes } from './modules/templates/routes';
import { userRoutes } from './modules/users/routes';
import { registry } from './resources';
import type { Services } from './services';
import { version } from './version';

/** Named calls first; then what the entities give by themselves. */
export function allRoutes(services: Services): Route[] {
  const routes: Route[] = [
    ...[
      healthRoutes, authRoutes, menuRoutes, dictRoutes, fileRoutes, appPackageRoutes, monitorRoutes, noticeRoutes, mailRoutes, optionRoutes, searchRoutes, organizationRoutes, preferenceRoutes, roleRoutes,
      userRoutes, auditLogRoutes, jobRoutes, hazardRoutes, templateRoutes, reportFormulaRoutes, industryNewsRoutes, publicNoticeRoutes, projectRoutes, dashboardRoutes,
      siteSurveyRoutes, samplePlanRoutes, sampleRoutes,
      equipmentRoutes, handOverRoutes, blankRelationRoutes, sampleLookupRoutes, sampleAdjustmentRoutes,
      methodAuthorisationRoutes, labTaskRoutes, labSheetRoutes, labAttachmentRoutes, recordPaperRoutes, recordsRoutes,
      labCheckRoutes,
      nonconformityRoutes, stockRoutes, ledgerRoutes, vehicleRoutes, incomingSampleRoutes, reportRoutes, publicationRoutes, approvalRoutes, delegationRoutes,
      labCurveRoutes, riskRoutes, enterpriseRoutes, clientRoutes, houseRoutes, archiveRoutes, platformRoutes, submissionRoutes, declarationRoutes,
      outsideTaskRoutes, outsideFinanceRoutes, outsidePointRoutes,
    ].flatMap((routesOf) => routesOf(services, registry)),
    ...registry.all.flatMap((resource) => [...crudRoutes(services, registry, resource), ...sheetRoutes(services, registry, resource)]),
  ];
  routes.push(
    route({
      method: 'GET', path: 'api/openapi', permission: 'admin', tag: '系统', summary: '接口文档（OpenAPI；仅平台管理员）',
      async handle() {
        requireDiagnostics(services.env);
        return openapiOf(routes, version);
      },
    }),
  );
  return routes;
}
