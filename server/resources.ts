import { customer } from '@contract/entities/customer/customer';
import { inspectUnit } from '@contract/entities/customer/inspectUnit';
import { hazard } from '@contract/entities/hazard/hazard';
import { hazardLimit } from '@contract/entities/hazard/hazardLimit';
import { labMethod } from '@contract/entities/lab/labMethod';
import { labMethodItem } from '@contract/entities/lab/labMethodItem';
import { methodAuthorisation } from '@contract/entities/lab/methodAuthorisation';
import { labTask } from '@contract/entities/lab/labTask';
import { labSheet } from '@contract/entities/lab/labSheet';
import { labSheetRow } from '@contract/entities/lab/labSheetRow';
import { labCurve } from '@contract/entities/lab/labCurve';
import { labCurvePoint } from '@contract/entities/lab/labCurvePoint';
import { labCheck } from '@contract/entities/lab/labCheck';
import { labDetection } from '@contract/entities/lab/labDetection';
import { labAttachment } from '@contract/entities/lab/labAttachment';
import { labPeak } from '@contract/entities/lab/labPeak';
import { nonconformity } from '@contract/entities/lab/nonconformity';
import { incomingSample } from '@contract/entities/lab/incomingSample';
import { standard } from '@contract/entities/resource/standard';
import { reagent } from '@contract/entities/resource/reagent';
import { consumable } from '@contract/entities/resource/consumable';
import { stockMovement } from '@contract/entities/resource/stockMovement';
import { vehicle } from '@contract/entities/resource/vehicle';
import { vehiclePlan } from '@contract/entities/resource/vehiclePlan';
import { outsideTask } from '@contract/entities/outside/outsideTask';
import { outsideItem } from '@contract/entities/outside/outsideItem';
import { outsideFinding } from '@contract/entities/outside/outsideFinding';
import { settlement } from '@contract/entities/outside/settlement';
import { outsideFee } from '@contract/entities/outside/outsideFee';
import { pointRule } from '@contract/entities/outside/pointRule';
import { pointEntry } from '@contract/entities/outside/pointEntry';
import { project } from '@contract/entities/project/project';
import { approval } from '@contract/entities/report/approval';
import { delegation } from '@contract/entities/report/delegation';
import { report } from '@contract/entities/report/report';
import { industryNews } from '@contract/entities/publicity/industryNews';
import { reportFormula } from '@contract/entities/publicity/reportFormula';
import { reportScene } from '@contract/entities/publicity/reportScene';
import { archiveFile } from '@contract/entities/project/archiveFile';
import { clientMatter } from '@contract/entities/enterprise/clientMatter';
import { clientReply } from '@contract/entities/enterprise/clientReply';
import { exceedanceRemedy } from '@contract/entities/enterprise/exceedanceRemedy';
import { contractReview } from '@contract/entities/project/contractReview';
import { siteSurvey } from '@contract/entities/siteSample/siteSurvey';
import { siteHazard } from '@contract/entities/siteSample/siteHazard';
import { surveyFile } from '@contract/entities/siteSample/surveyFile';
import { samplePlan } from '@contract/entities/siteSample/samplePlan';
import { sampleSiteHazard } from '@contract/entities/siteSample/sampleSiteHazard';
import { equipment } from '@contract/entities/resource/equipment';
import { equipmentUse } from '@contract/entities/siteSample/equipmentUse';
import { samplingDay } from '@contract/entities/siteSample/samplingDay';
import { siteWeather } from '@contract/entities/siteSample/siteWeather';
import { handOver } from '@contract/entities/siteSample/handOver';
import { handOverLine } from '@contract/entities/siteSample/handOverLine';
import { sample } from '@contract/entities/siteSample/sample';
import { blankRelation } from '@contract/entities/siteSample/blankRelation';
import { companion } from '@contract/entities/siteSample/companion';
import { siteMedia } from '@contract/entities/siteSample/siteMedia';
import { appPackage } from '@contract/entities/system/appPackage';
import { auditLog } from '@contract/entities/system/auditLog';
import { jobRun } from '@contract/entities/system/jobRun';
import { dictDetail, dictionary } from '@contract/entities/system/dict';
import { menu } from '@contract/entities/system/menu';
import { announcement, announcementSend } from '@contract/entities/system/notice';
import { brand } from '@contract/entities/system/brand';
import { organization } from '@contract/entities/system/organization';
import { role } from '@contract/entities/system/role';
import { user } from '@contract/entities/system/user';
import { cyfaModule, cyfaModuleRow } from '@contract/entities/template/cyfaModule';
import { qsjcModule, qsjcModuleRow } from '@contract/entities/template/qsjcModule';
import { reportModule, reportModuleRow } from '@contract/entities/template/reportModule';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/entities/template/siteSurveyModule';
import { connector } from '@contract/entities/platform/connector';
import { declaration } from '@contract/entities/platform/declaration';
import { declarationRow } from '@contract/entities/platform/declarationRow';
import { push } from '@contract/entities/platform/push';
import { submission } from '@contract/entities/platform/submission';
import { type Registry, registryOf, resource } from './crud/resource';
import {
  announcementSendTable, announcementTable, appPackageTable, auditLogTable, jobRunTable, customerTable, dictDetailTable, dictTable, inspectUnitTable, menuTable,
  brandTable, organizationTable, projectTable, roleMenusTable, roleTable, userRolesTable, userTable, userUnitsTable,
  hazardTable, hazardLimitTable, labMethodTable, labMethodItemTable, siteSurveyModuleTable, siteSurveyModuleRowTable, cyfaModuleTable, cyfaModuleRowTable,
  qsjcModuleTable, qsjcModuleRowTable, reportFormulaTable, reportSceneTable, industryNewsTable,
  clientMatterTable, clientReplyTable, exceedanceRemedyTable, contractReviewTable, archiveFileTable, siteSurveyTable, siteSurveySurveyorsTable, siteHazardTable, surveyFileTable, samplePlanTable, sampleSiteHazardTable, sampleSiteHazardAlongWithTable, equipmentTable,
  equipmentUseTable, samplingDayTable, samplingDayCollectorsTable, siteWeatherTable, handOverTable, handOverLineTable, sampleTable, sampleCollectorsTable, blankRelationTable, companionTable, siteMediaTable, projectTeamTable,
  standardTable, standardCompositionTable, reagentTable, consumableTable, stockMovementTable, vehicleTable, vehiclePlanTable, vehiclePlanPeopleTable, vehiclePlanInstrumentsTable, methodAuthorisationTable, labCurveTable, labCurvePointTable, labSheetTable, labSheetReagentsTable, labTaskTable, labSheetRowTable, labCheckTable, labDetectionTable, labAttachmentTable,
  labPeakTable, reportModuleTable, reportModuleRowTable, reportTable, approvalTable, delegationTable, nonconformityTable, connectorTable, pushTable, submissionTable, declarationTable, declarationRowTable, incomingSampleTable, incomingSampleAlongWithTable, sampleAlongWithTable,
  outsideTaskTable, outsideItemTable, outsideFindingTable, settlementTable, outsideFeeTable, pointRuleTable, pointEntryTable,
} from './db/schema';
import type { Policy } from './crud/policy';
import { archiveFilePolicy } from './modules/archive/policy';
import { appPackagePolicy } from './modules/appPackages/policy';
import { auditLogPolicy } from './modules/auditLog/policy';
import { dictDetailPolicy, dictPolicy } from './modules/dict/policy';
import { equipmentPolicy, equipmentUsePolicy } from './modules/equipment/policy';
import { handOverLinePolicy, handOverPolicy } from './modules/handOver/policy';
import { hazardLimitPolicy, hazardPolicy } from './modules/hazards/policy';
import { incomingSamplePolicy } from './modules/incomingSamples/policy';
import { industryNewsPolicy } from './modules/industryNews/policy';
import { inspectUnitPolicy } from './modules/inspectUnit/policy';
import { labCurvePointPolicy, labCurvePolicy } from './modules/labCurves/policy';
import { labCheckPolicy } from './modules/labChecks/policy';
import { readingFields } from './lab/rowFields';
import { labDetectionPolicy } from './modules/labDetection/policy';
import { labMethodItemPolicy, labMethodPolicy } from './modules/labMethods/policy';
import { labAttachmentPolicy } from './modules/labAttachments/policy';
import { labSheetPolicy } from './modules/labSheets/policy';
import { menuPolicy } from './modules/menus/policy';
import { methodAuthorisationPolicy } from './modules/methodAuthorisation/policy';
import { approvalPolicy, delegationPolicy, reportPolicy } from './modules/reports/policy';
import { connectorPolicy, pushPolicy } from './modules/platform/policy';
import { submissionPolicy } from './modules/submission/policy';
import { declarationPolicy, declarationRowPolicy } from './modules/declaration/policy';
import { nonconformityPolicy } from './modules/nonconformity/policy';
import { announcementPolicy, announcementSendPolicy } from './modules/notices/policy';
import { brandPolicy } from './modules/brand/policy';
import { organizationPolicy } from './modules/organizations/policy';
import { feePolicy, settlementPolicy } from './modules/outsideFinance/policy';
import { pointEntryPolicy, pointRulePolicy } from './modules/outsidePoints/policy';
import { findingPolicy, itemPolicy, taskPolicy } from './modules/outsideTasks/policy';
import { projectPolicy } from './modules/projects/policy';
import { contractReviewPolicy } from './modules/projects/reviewPolicy';
import { reportFormulaPolicy, reportScenePolicy } from './modules/reportFormula/policy';
import { rolePolicy } from './modules/roles/policy';
import { planRowPolicy, samplePlanPolicy } from './modules/samplePlan/policy';
import { siteHazardPolicy, siteSurveyPolicy, surveyFilePolicy } from './modules/siteSurvey/policy';
import { planTemplateRowPolicy, reportTemplatePolicy, templatePolicy, templateRowPolicy } from './modules/templates/policy';
import { lotPolicy, movementPolicy } from './modules/stock/policy';
import { vehiclePlanPolicy, vehiclePolicy } from './modules/vehicles/policy';
import { userPolicy } from './modules/users/policy';
import { samplingDayPolicy } from './modules/samples/dayPolicy';
import { companionPolicy, samplePolicy, siteMediaPolicy, siteWeatherPolicy } from './modules/samples/sitePolicies';

// A policy asks for the registry when it runs; when it is made there is none yet.
const all = () => registry;

/** Written by calls of its own. */
const readAlone: Policy = { ignoresDataScope: true, without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'] };

/** Every entity with its table and its policy: the one list that routes, references, deletes and tests go by. */
export const registry: Registry = registryOf([
  resource(organization, organizationTable, { policy: organizationPolicy }),
  resource(brand, brandTable, { policy: brandPolicy }),
  resource(user, userTable, { joins: { roles: userRolesTable, units: userUnitsTable }, policy: userPolicy }),
  resource(role, roleTable, { joins: { menus: roleMenusTable }, policy: rolePolicy }),
  resource(menu, menuTable, { policy: menuPolicy }),
  resource(dictionary, dictTable, { policy: dictPolicy }),
  resource(dictDetail, dictDetailTable, { policy: dictDetailPolicy }),
  resource(auditLog, auditLogTable, { policy: auditLogPolicy }),
  resource(jobRun, jobRunTable, { policy: { without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'] } }),
  resource(appPackage, appPackageTable, { policy: appPackagePolicy }),
  resource(announcement, announcementTable, { policy: announcementPolicy }),
  resource(announcementSend, announcementSendTable, { policy: announcementSendPolicy }),
  resource(customer, customerTable),
  resource(inspectUnit, inspectUnitTable, { policy: inspectUnitPolicy }),
  resource(project, projectTable, { joins: { team: projectTeamTable }, policy: projectPolicy }),
  resource(hazard, hazardTable, { policy: hazardPolicy }),
  resource(hazardLimit, hazardLimitTable, { policy: hazardLimitPolicy }),
  resource(labMethod, labMethodTable, { policy: labMethodPolicy }),
  resource(labMethodItem, labMethodItemTable, { policy: labMethodItemPolicy }),
  resource(siteSurveyModule, siteSurveyModuleTable, { policy: templatePolicy(siteSurveyModuleTable, siteSurveyModuleRowTable, siteSurveyModuleRow) }),
  resource(siteSurveyModuleRow, siteSurveyModuleRowTable, { policy: templateRowPolicy(siteSurveyModuleTable, siteSurveyModuleRowTable) }),
  resource(cyfaModule, cyfaModuleTable, { policy: templatePolicy(cyfaModuleTable, cyfaModuleRowTable, cyfaModuleRow) }),
  resource(cyfaModuleRow, cyfaModuleRowTable, { policy: planTemplateRowPolicy(cyfaModuleTable, cyfaModuleRowTable) }),
  resource(qsjcModule, qsjcModuleTable, { policy: templatePolicy(qsjcModuleTable, qsjcModuleRowTable, qsjcModuleRow) }),
  resource(qsjcModuleRow, qsjcModuleRowTable, { policy: templateRowPolicy(qsjcModuleTable, qsjcModuleRowTable) }),
  resource(reportFormula, reportFormulaTable, { policy: reportFormulaPolicy }),
  resource(reportScene, reportSceneTable, { policy: reportScenePolicy }),
  resource(industryNews, industryNewsTable, { policy: industryNewsPolicy }),
  resource(clientMatter, clientMatterTable, { policy: { ...readAlone, partOf: 'project' } }),
  resource(clientReply, clientReplyTable, { policy: { ...readAlone, partOf: 'matter' } }),
  resource(exceedanceRemedy, exceedanceRemedyTable, { policy: { ...readAlone, partOf: 'report' } }),
  resource(contractReview, contractReviewTable, { policy: contractReviewPolicy(all) }),
  resource(archiveFile, archiveFileTable, { policy: archiveFilePolicy(all) }),
  resource(siteSurvey, siteSurveyTable, { joins: { surveyors: siteSurveySurveyorsTable }, policy: siteSurveyPolicy(all) }),
  resource(siteHazard, siteHazardTable, { policy: siteHazardPolicy(all) }),
  resource(surveyFile, surveyFileTable, { policy: surveyFilePolicy(all) }),
  resource(samplePlan, samplePlanTable, { policy: samplePlanPolicy(all) }),
  resource(sampleSiteHazard, sampleSiteHazardTable, { joins: { alongWith: sampleSiteHazardAlongWithTable }, policy: planRowPolicy(all) }),
  resource(equipment, equipmentTable, { policy: equipmentPolicy }),
  resource(equipmentUse, equipmentUseTable, { policy: equipmentUsePolicy }),
  resource(samplingDay, samplingDayTable, { joins: { collectors: samplingDayCollectorsTable }, policy: samplingDayPolicy(all) }),
  resource(siteWeather, siteWeatherTable, { policy: siteWeatherPolicy(all) }),
  resource(handOver, handOverTable, { policy: handOverPolicy(all) }),
  resource(sample, sampleTable, { joins: { collectors: sampleCollectorsTable, alongWith: sampleAlongWithTable }, policy: samplePolicy(all) }),
  resource(handOverLine, handOverLineTable, { policy: handOverLinePolicy }),
  resource(blankRelation, blankRelationTable, { policy: { ignoresDataScope: true, partOf: 'projectId', without: ['add', 'edit', 'copy', 'status', 'restore', 'del'] } }),
  resource(companion, companionTable, { policy: companionPolicy(all) }),
  resource(siteMedia, siteMediaTable, { policy: siteMediaPolicy(all) }),
  resource(standard, standardTable, { joins: { composition: standardCompositionTable }, policy: lotPolicy('standard', all) }),
  resource(reagent, reagentTable, { policy: lotPolicy('reagent', all) }),
  resource(consumable, consumableTable, { policy: lotPolicy('consumable', all) }),
  resource(stockMovement, stockMovementTable, { policy: movementPolicy }),
  resource(vehicle, vehicleTable, { policy: vehiclePolicy }),
  resource(vehiclePlan, vehiclePlanTable, { joins: { people: vehiclePlanPeopleTable, instruments: vehiclePlanInstrumentsTable }, policy: vehiclePlanPolicy }),
  resource(methodAuthorisation, methodAuthorisationTable, { policy: methodAuthorisationPolicy }),
  resource(labCurve, labCurveTable, { policy: labCurvePolicy(all) }),
  resource(labCurvePoint, labCurvePointTable, { policy: labCurvePointPolicy }),
  resource(labSheet, labSheetTable, { joins: { reagents: labSheetReagentsTable }, policy: labSheetPolicy(all) }),
  resource(labTask, labTaskTable, { policy: { ignoresDataScope: true, without: ['add', 'edit', 'copy', 'del', 'status', 'restore'] } }),
  resource(labSheetRow, labSheetRowTable, { policy: { ignoresDataScope: true, partOf: 'sheet', without: ['add', 'edit', 'copy', 'del', 'status', 'restore'], rowFields: readingFields } }),
  resource(labCheck, labCheckTable, { policy: labCheckPolicy(all) }),
  resource(labDetection, labDetectionTable, { policy: labDetectionPolicy(all) }),
  resource(labAttachment, labAttachmentTable, { policy: labAttachmentPolicy(all) }),
  resource(labPeak, labPeakTable, { policy: { ignoresDataScope: true, partOf: 'sheet', without: ['add', 'edit', 'copy', 'del', 'status', 'restore'] } }),
  resource(nonconformity, nonconformityTable, { policy: nonconformityPolicy }),
  resource(incomingSample, incomingSampleTable, { joins: { alongWith: incomingSampleAlongWithTable }, policy: incomingSamplePolicy(all) }),
  resource(reportModule, reportModuleTable, { policy: reportTemplatePolicy() }),
  resource(reportModuleRow, reportModuleRowTable, { policy: templateRowPolicy(reportModuleTable, reportModuleRowTable) }),
  resource(report, reportTable, { policy: reportPolicy }),
  resource(approval, approvalTable, { policy: approvalPolicy }),
  resource(delegation, delegationTable, { policy: delegationPolicy }),
  resource(connector, connectorTable, { policy: connectorPolicy }),
  resource(push, pushTable, { policy: pushPolicy }),
  resource(submission, submissionTable, { policy: submissionPolicy }),
  resource(declaration, declarationTable, { policy: declarationPolicy }),
  resource(declarationRow, declarationRowTable, { policy: declarationRowPolicy }),
  resource(outsideTask, outsideTaskTable, { policy: taskPolicy }),
  resource(outsideItem, outsideItemTable, { policy: itemPolicy(all) }),
  resource(outsideFinding, outsideFindingTable, { policy: findingPolicy(all) }),
  resource(settlement, settlementTable, { policy: settlementPolicy }),
  resource(outsideFee, outsideFeeTable, { policy: feePolicy }),
  resource(pointRule, pointRuleTable, { policy: pointRulePolicy }),
  resource(pointEntry, pointEntryTable, { policy: pointEntryPolicy }),
]);
