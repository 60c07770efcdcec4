import { archiveFile } from '@contract/features/archive/entities/archiveFile';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { clientReply } from '@contract/features/customers/entities/clientReply';
import { customer } from '@contract/features/customers/entities/customer';
import { exceedanceRemedy } from '@contract/features/customers/entities/exceedanceRemedy';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { companion } from '@contract/features/fieldwork/entities/companion';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import { handOverLine } from '@contract/features/fieldwork/entities/handOverLine';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { samplingDay } from '@contract/features/fieldwork/entities/samplingDay';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { siteMedia } from '@contract/features/fieldwork/entities/siteMedia';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { siteWeather } from '@contract/features/fieldwork/entities/siteWeather';
import { surveyFile } from '@contract/features/fieldwork/entities/surveyFile';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { cyfaModule, cyfaModuleRow } from '@contract/features/library/entities/cyfaModule';
import { hazard } from '@contract/features/library/entities/hazard';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import { qsjcModule, qsjcModuleRow } from '@contract/features/library/entities/qsjcModule';
import { reportModule, reportModuleRow } from '@contract/features/library/entities/reportModule';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { announcement, announcementSend } from '@contract/features/notices/entities/notice';
import { connector } from '@contract/features/platforms/entities/connector';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { declarationRow } from '@contract/features/platforms/entities/declarationRow';
import { push } from '@contract/features/platforms/entities/push';
import { submission } from '@contract/features/platforms/entities/submission';
import { contractReview } from '@contract/features/projects/entities/contractReview';
import { project } from '@contract/features/projects/entities/project';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { reportScene } from '@contract/features/publicity/entities/reportScene';
import { approval } from '@contract/features/reports/entities/approval';
import { delegation } from '@contract/features/reports/entities/delegation';
import { report } from '@contract/features/reports/entities/report';
import { outsideFee } from '@contract/features/reviewers/entities/outsideFee';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { pointRule } from '@contract/features/reviewers/entities/pointRule';
import { settlement } from '@contract/features/reviewers/entities/settlement';
import { consumable } from '@contract/features/stock/entities/consumable';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import { stockMovement } from '@contract/features/stock/entities/stockMovement';
import { appPackage } from '@contract/features/system/entities/appPackage';
import { auditLog } from '@contract/features/system/entities/auditLog';
import { brand } from '@contract/features/system/entities/brand';
import { dictDetail, dictionary } from '@contract/features/system/entities/dict';
import { jobRun } from '@contract/features/system/entities/jobRun';
import { menu } from '@contract/features/system/entities/menu';
import { organization } from '@contract/features/system/entities/organization';
import { role } from '@contract/features/system/entities/role';
import { user } from '@contract/features/system/entities/user';
import { vehicle } from '@contract/features/vehicles/entities/vehicle';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { archiveFilePolicy } from '@server/features/archive/policy';
import { inspectUnitPolicy } from '@server/features/customers/inspectUnit/policy';
import { equipmentPolicy, equipmentUsePolicy } from '@server/features/equipment/policy';
import { handOverLinePolicy, handOverPolicy } from '@server/features/fieldwork/handOver/policy';
import { planRowPolicy, samplePlanPolicy } from '@server/features/fieldwork/plan/policy';
import { samplingDayPolicy } from '@server/features/fieldwork/samples/dayPolicy';
import {
  companionPolicy,
  samplePolicy,
  siteMediaPolicy,
  siteWeatherPolicy,
} from '@server/features/fieldwork/samples/sitePolicies';
import { siteHazardPolicy, siteSurveyPolicy, surveyFilePolicy } from '@server/features/fieldwork/survey/policy';
import { labAttachmentPolicy } from '@server/features/laboratory/attachments/policy';
import { methodAuthorisationPolicy } from '@server/features/laboratory/authorisation/policy';
import { labCheckPolicy } from '@server/features/laboratory/checks/policy';
import { labCurvePointPolicy, labCurvePolicy } from '@server/features/laboratory/curves/policy';
import { labDetectionPolicy } from '@server/features/laboratory/detection/policy';
import { incomingSamplePolicy } from '@server/features/laboratory/incoming/policy';
import { labSheetPolicy } from '@server/features/laboratory/sheets/policy';
import { readingFields } from '@server/features/laboratory/sheets/rowFields';
import { hazardLimitPolicy, hazardPolicy } from '@server/features/library/hazards/policy';
import { labMethodItemPolicy } from '@server/features/library/methods/policy';
import {
  planTemplateRowPolicy,
  reportTemplatePolicy,
  templatePolicy,
  templateRowPolicy,
} from '@server/features/library/templates/policy';
import { nonconformityPolicy } from '@server/features/nonconformities/policy';
import { announcementPolicy, announcementSendPolicy } from '@server/features/notices/policy';
import { declarationPolicy, declarationRowPolicy } from '@server/features/platforms/declaration/policy';
import { connectorPolicy, pushPolicy } from '@server/features/platforms/policy';
import { submissionPolicy } from '@server/features/platforms/submission/policy';
import { projectPolicy } from '@server/features/projects/policy';
import { contractReviewPolicy } from '@server/features/projects/reviewPolicy';
import { industryNewsPolicy } from '@server/features/publicity/news/policy';
import { reportFormulaPolicy, reportScenePolicy } from '@server/features/publicity/reportNotices/policy';
import { approvalPolicy, delegationPolicy, reportPolicy } from '@server/features/reports/policy';
import { feePolicy, settlementPolicy } from '@server/features/reviewers/finance/policy';
import { pointEntryPolicy, pointRulePolicy } from '@server/features/reviewers/points/policy';
import { findingPolicy, itemPolicy, taskPolicy } from '@server/features/reviewers/tasks/policy';
import { lotPolicy, movementPolicy } from '@server/features/stock/policy';
import { appPackagePolicy } from '@server/features/system/appPackages/policy';
import { auditLogPolicy } from '@server/features/system/auditLog/policy';
import { brandPolicy } from '@server/features/system/brand/policy';
import { dictDetailPolicy, dictPolicy } from '@server/features/system/dict/policy';
import { menuPolicy } from '@server/features/system/menus/policy';
import { organizationPolicy } from '@server/features/system/organizations/policy';
import { rolePolicy } from '@server/features/system/roles/policy';
import { userPolicy } from '@server/features/system/users/policy';
import { vehiclePlanPolicy, vehiclePolicy } from '@server/features/vehicles/policy';
import type { Policy } from './crud/policy';
import { type Registry, registryOf, resource } from './crud/resource';
import {
  announcementSendTable,
  announcementTable,
  appPackageTable,
  auditLogTable,
  jobRunTable,
  customerTable,
  dictDetailTable,
  dictTable,
  inspectUnitTable,
  menuTable,
  brandTable,
  organizationTable,
  projectTable,
  roleMenusTable,
  roleTable,
  userRolesTable,
  userTable,
  userUnitsTable,
  hazardTable,
  hazardLimitTable,
  labMethodTable,
  labMethodItemTable,
  siteSurveyModuleTable,
  siteSurveyModuleRowTable,
  cyfaModuleTable,
  cyfaModuleRowTable,
  qsjcModuleTable,
  qsjcModuleRowTable,
  reportFormulaTable,
  reportSceneTable,
  industryNewsTable,
  clientMatterTable,
  clientReplyTable,
  exceedanceRemedyTable,
  contractReviewTable,
  archiveFileTable,
  siteSurveyTable,
  siteSurveySurveyorsTable,
  siteHazardTable,
  surveyFileTable,
  samplePlanTable,
  sampleSiteHazardTable,
  sampleSiteHazardAlongWithTable,
  equipmentTable,
  equipmentUseTable,
  samplingDayTable,
  samplingDayCollectorsTable,
  siteWeatherTable,
  handOverTable,
  handOverLineTable,
  sampleTable,
  sampleCollectorsTable,
  blankRelationTable,
  companionTable,
  siteMediaTable,
  projectTeamTable,
  standardTable,
  standardCompositionTable,
  reagentTable,
  consumableTable,
  stockMovementTable,
  vehicleTable,
  vehiclePlanTable,
  vehiclePlanPeopleTable,
  vehiclePlanInstrumentsTable,
  methodAuthorisationTable,
  labCurveTable,
  labCurvePointTable,
  labSheetTable,
  labSheetReagentsTable,
  labTaskTable,
  labSheetRowTable,
  labCheckTable,
  labDetectionTable,
  labAttachmentTable,
  labPeakTable,
  reportModuleTable,
  reportModuleRowTable,
  reportTable,
  approvalTable,
  delegationTable,
  nonconformityTable,
  connectorTable,
  pushTable,
  submissionTable,
  declarationTable,
  declarationRowTable,
  incomingSampleTable,
  incomingSampleAlongWithTable,
  sampleAlongWithTable,
  outsideTaskTable,
  outsideItemTable,
  outsideFindingTable,
  settlementTable,
  outsideFeeTable,
  pointRuleTable,
  pointEntryTable,
} from './db/schema';
import { labMethodPolicy } from './ties';

// Policies use the registry when they run; when they are made it does not exist yet.
const all = () => registry;

/** Policy of entities that only their own calls write. */
const readAlone: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};

/** Every entity with its table and policy. Routes, references, deletions and tests are derived from this list. */
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
  resource(siteSurveyModule, siteSurveyModuleTable, {
    policy: templatePolicy(siteSurveyModuleTable, siteSurveyModuleRowTable, siteSurveyModuleRow),
  }),
  resource(siteSurveyModuleRow, siteSurveyModuleRowTable, {
    policy: templateRowPolicy(siteSurveyModuleTable, siteSurveyModuleRowTable),
  }),
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
  resource(siteSurvey, siteSurveyTable, {
    joins: { surveyors: siteSurveySurveyorsTable },
    policy: siteSurveyPolicy(all),
  }),
  resource(siteHazard, siteHazardTable, { policy: siteHazardPolicy(all) }),
  resource(surveyFile, surveyFileTable, { policy: surveyFilePolicy(all) }),
  resource(samplePlan, samplePlanTable, { policy: samplePlanPolicy(all) }),
  resource(sampleSiteHazard, sampleSiteHazardTable, {
    joins: { alongWith: sampleSiteHazardAlongWithTable },
    policy: planRowPolicy(all),
  }),
  resource(equipment, equipmentTable, { policy: equipmentPolicy }),
  resource(equipmentUse, equipmentUseTable, { policy: equipmentUsePolicy }),
  resource(samplingDay, samplingDayTable, {
    joins: { collectors: samplingDayCollectorsTable },
    policy: samplingDayPolicy(all),
  }),
  resource(siteWeather, siteWeatherTable, { policy: siteWeatherPolicy(all) }),
  resource(handOver, handOverTable, { policy: handOverPolicy(all) }),
  resource(sample, sampleTable, {
    joins: { collectors: sampleCollectorsTable, alongWith: sampleAlongWithTable },
    policy: samplePolicy(all),
  }),
  resource(handOverLine, handOverLineTable, { policy: handOverLinePolicy }),
  resource(blankRelation, blankRelationTable, {
    policy: {
      ignoresDataScope: true,
      partOf: 'projectId',
      without: ['add', 'edit', 'copy', 'status', 'restore', 'del'],
    },
  }),
  resource(companion, companionTable, { policy: companionPolicy(all) }),
  resource(siteMedia, siteMediaTable, { policy: siteMediaPolicy(all) }),
  resource(standard, standardTable, {
    joins: { composition: standardCompositionTable },
    policy: lotPolicy('standard', all),
  }),
  resource(reagent, reagentTable, { policy: lotPolicy('reagent', all) }),
  resource(consumable, consumableTable, { policy: lotPolicy('consumable', all) }),
  resource(stockMovement, stockMovementTable, { policy: movementPolicy }),
  resource(vehicle, vehicleTable, { policy: vehiclePolicy }),
  resource(vehiclePlan, vehiclePlanTable, {
    joins: { people: vehiclePlanPeopleTable, instruments: vehiclePlanInstrumentsTable },
    policy: vehiclePlanPolicy,
  }),
  resource(methodAuthorisation, methodAuthorisationTable, { policy: methodAuthorisationPolicy }),
  resource(labCurve, labCurveTable, { policy: labCurvePolicy(all) }),
  resource(labCurvePoint, labCurvePointTable, { policy: labCurvePointPolicy }),
  resource(labSheet, labSheetTable, { joins: { reagents: labSheetReagentsTable }, policy: labSheetPolicy(all) }),
  resource(labTask, labTaskTable, {
    policy: { ignoresDataScope: true, without: ['add', 'edit', 'copy', 'del', 'status', 'restore'] },
  }),
  resource(labSheetRow, labSheetRowTable, {
    policy: {
      ignoresDataScope: true,
      partOf: 'sheet',
      without: ['add', 'edit', 'copy', 'del', 'status', 'restore'],
      rowFields: readingFields,
    },
  }),
  resource(labCheck, labCheckTable, { policy: labCheckPolicy(all) }),
  resource(labDetection, labDetectionTable, { policy: labDetectionPolicy(all) }),
  resource(labAttachment, labAttachmentTable, { policy: labAttachmentPolicy(all) }),
  resource(labPeak, labPeakTable, {
    policy: { ignoresDataScope: true, partOf: 'sheet', without: ['add', 'edit', 'copy', 'del', 'status', 'restore'] },
  }),
  resource(nonconformity, nonconformityTable, { policy: nonconformityPolicy }),
  resource(incomingSample, incomingSampleTable, {
    joins: { alongWith: incomingSampleAlongWithTable },
    policy: incomingSamplePolicy(all),
  }),
  resource(reportModule, reportModuleTable, { policy: reportTemplatePolicy() }),
  resource(reportModuleRow, reportModuleRowTable, {
    policy: templateRowPolicy(reportModuleTable, reportModuleRowTable),
  }),
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
