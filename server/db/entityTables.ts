import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { archiveFile } from '@contract/features/archive/entities/archiveFile';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { staffRecord } from '@contract/features/conformity/entities/staffRecord';
import { workLog } from '@contract/features/conformity/entities/workLog';
import { yearPlan } from '@contract/features/conformity/entities/yearPlan';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { clientReply } from '@contract/features/customers/entities/clientReply';
import { customer } from '@contract/features/customers/entities/customer';
import { exceedanceRemedy } from '@contract/features/customers/entities/exceedanceRemedy';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { unitContact } from '@contract/features/customers/entities/unitContact';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import { place } from '@contract/features/equipment/entities/place';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { blindSample } from '@contract/features/fieldwork/entities/blindSample';
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
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { labRunFile } from '@contract/features/laboratory/entities/labRunFile';
import { labRunInjection } from '@contract/features/laboratory/entities/labRunInjection';
import { labRunLine } from '@contract/features/laboratory/entities/labRunLine';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { runProfile } from '@contract/features/laboratory/entities/runProfile';
import { accreditedItem } from '@contract/features/library/entities/accreditedItem';
import { biologicalLimit } from '@contract/features/library/entities/biologicalLimit';
import { cyfaModule, cyfaModuleRow } from '@contract/features/library/entities/cyfaModule';
import { hazard } from '@contract/features/library/entities/hazard';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import { hazardListing } from '@contract/features/library/entities/hazardListing';
import { industryRisk } from '@contract/features/library/entities/industryRisk';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import { libraryUpdate, libraryUpdateRow } from '@contract/features/library/entities/libraryUpdate';
import { material, materialComponent } from '@contract/features/library/entities/material';
import { paperLayout } from '@contract/features/library/entities/paperLayout';
import { qsjcModule, qsjcModuleRow } from '@contract/features/library/entities/qsjcModule';
import { reportModule, reportModuleRow } from '@contract/features/library/entities/reportModule';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { announcement, announcementSend } from '@contract/features/notices/entities/notice';
import { connector } from '@contract/features/platforms/entities/connector';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { declarationRow } from '@contract/features/platforms/entities/declarationRow';
import { platformCode } from '@contract/features/platforms/entities/platformCode';
import { push } from '@contract/features/platforms/entities/push';
import { submission } from '@contract/features/platforms/entities/submission';
import { broughtPaper } from '@contract/features/projects/entities/broughtPaper';
import { broughtSample } from '@contract/features/projects/entities/broughtSample';
import { contractReview } from '@contract/features/projects/entities/contractReview';
import { project } from '@contract/features/projects/entities/project';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { reportScene } from '@contract/features/publicity/entities/reportScene';
import { approval } from '@contract/features/reports/entities/approval';
import { delegation } from '@contract/features/reports/entities/delegation';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { report } from '@contract/features/reports/entities/report';
import { reportHandOut } from '@contract/features/reports/entities/reportHandOut';
import { signingCertificate } from '@contract/features/reports/entities/signingCertificate';
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
import { exportRun } from '@contract/features/system/entities/exportRun';
import { jobRun } from '@contract/features/system/entities/jobRun';
import { mailServer } from '@contract/features/system/entities/mailServer';
import { menu } from '@contract/features/system/entities/menu';
import { organization } from '@contract/features/system/entities/organization';
import { role } from '@contract/features/system/entities/role';
import { user } from '@contract/features/system/entities/user';
import { vehicle } from '@contract/features/vehicles/entities/vehicle';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { momentColumn } from './momentColumn';
import { joinTableOf, registerTable, tableOf } from './tableOf';

// Tables that are generated from entities, with columns that the entities do not describe, and the uploads to which
// they refer.

/** An upload: random id, displayed name, and hashed content with a detected type. */
export const storedFileTable = registerTable(
  'storedFile',
  pgTable(
    'stored_file',
    {
      id: uuid('id').primaryKey(),
      organizationId: integer('organization_id'),
      name: text('name').notNull(),
      mime: text('mime').notNull(),
      size: integer('size').notNull(),
      sha256: text('sha256').notNull(),
      fileClass: text('file_class').notNull(),
      /** Whether everybody can read it without login (organization logos, app packages). */
      open: boolean('open').notNull().default(false),
      createBy: integer('create_by'),
      createTime: momentColumn('create_time').notNull().defaultNow(),
      deleteTime: momentColumn('delete_time'),
      /** Time at which the content was removed; the row remains. */
      purgeTime: momentColumn('purge_time'),
    },
    (self) => [index('stored_file_organization').on(self.organizationId, self.createTime.desc())],
  ),
);

export const organizationTable = tableOf(organization);
export const userTable = tableOf(user, {
  passwordHash: text('password_hash').notNull(),
  passwordTime: momentColumn('password_time').notNull().defaultNow(),
  /** Whether the owner chose the password. With a password set by another person, the owner can only change it. */
  passwordOwn: boolean('password_own').notNull().default(true),
  /**
   * Time at which another person last replaced a password of the owner's choice; `passwordOwnSince` is when the owner
   * then chose a new one. The waiting time for signatures starts there. The first password of an account sets neither.
   */
  passwordResetTime: momentColumn('password_reset_time'),
  passwordOwnSince: momentColumn('password_own_since'),
  /** Accepted edition of 电子签名声明; the time of acceptance follows. */
  statementEdition: text('statement_edition'),
  statementTime: momentColumn('statement_time'),
  /** Secret for data that the person's browsers store encrypted between sessions (`server/auth/sealKey.ts`). */
  sealSecret: text('seal_secret')
    .notNull()
    .default(sql`(gen_random_uuid()::text || gen_random_uuid()::text)`),
});
export const brandTable = tableOf(brand);
/** The password is sent only to the mail server. It is encrypted, and no API call returns it. */
export const mailServerTable = tableOf(mailServer, { passwordStored: text('password_stored') });
export const roleTable = tableOf(role);
export const menuTable = tableOf(menu);
export const dictTable = tableOf(dictionary);
export const dictDetailTable = tableOf(dictDetail);
export const auditLogTable = tableOf(auditLog, { before: jsonb('before'), after: jsonb('after') });
export const jobRunTable = tableOf(jobRun, {
  /** Key of the line that the runs of a job without work share on one day. */
  foldKey: text('fold_key').unique(),
  /** Whether administrators were notified of this failure. */
  told: boolean('told').notNull().default(false),
});
export const exportRunTable = tableOf(exportRun, {
  /** Content in the file store without a row in `stored_file`; it is removed after some days. */
  fileId: uuid('file_id'),
});
export const appPackageTable = tableOf(appPackage);
export const announcementTable = tableOf(announcement);
export const announcementSendTable = tableOf(announcementSend, {
  /**
   * State of the mail: due time, number of attempts, the worker that claimed it and until when
   * (`server/features/notices/mail/sendMail.ts`). An index of the migration finds due mail.
   */
  mailNext: momentColumn('mail_next'),
  mailAttempts: integer('mail_attempts').notNull().default(0),
  mailClaim: uuid('mail_claim'),
  mailLease: momentColumn('mail_lease'),
});
export const customerTable = tableOf(customer);
export const inspectUnitTable = tableOf(inspectUnit);
export const unitContactTable = tableOf(unitContact);
export const projectTable = tableOf(project);
export const hazardTable = tableOf(hazard);
export const hazardLimitTable = tableOf(hazardLimit);
export const biologicalLimitTable = tableOf(biologicalLimit);
export const biologicalLimitHazardsTable = joinTableOf(biologicalLimit, 'hazards', 'hazard');
export const hazardListingTable = tableOf(hazardListing);
export const industryRiskTable = tableOf(industryRisk);
export const accreditedItemTable = tableOf(accreditedItem);
export const materialTable = tableOf(material);
export const materialComponentTable = tableOf(materialComponent);
export const libraryUpdateTable = tableOf(libraryUpdate);
export const libraryUpdateRowTable = tableOf(libraryUpdateRow, {
  /** Key of the built-in row in the file. */
  fileKey: text('file_key').notNull(),
  /** Id of the row that is changed or ended; null for a new row. */
  rowId: integer('row_id'),
  /** Fields to be written; references are keys. */
  fields: jsonb('fields').notNull(),
});
export const labMethodTable = tableOf(labMethod);
export const labMethodItemTable = tableOf(labMethodItem);
export const siteSurveyModuleTable = tableOf(siteSurveyModule);
export const siteSurveyModuleRowTable = tableOf(siteSurveyModuleRow);
export const cyfaModuleTable = tableOf(cyfaModule);
export const cyfaModuleRowTable = tableOf(cyfaModuleRow);
export const qsjcModuleTable = tableOf(qsjcModule);
export const qsjcModuleRowTable = tableOf(qsjcModuleRow);
/** `copyRules`: version of the rules by which the copy of the report was made. */
export const reportFormulaTable = tableOf(reportFormula, { copyRules: integer('copy_rules') });
export const reportSceneTable = tableOf(reportScene);
export const industryNewsTable = tableOf(industryNews);
export const contractReviewTable = tableOf(contractReview);
export const archiveFileTable = tableOf(archiveFile);
export const siteSurveyTable = tableOf(siteSurvey);
export const siteHazardTable = tableOf(siteHazard);
export const surveyFileTable = tableOf(surveyFile);
export const samplePlanTable = tableOf(samplePlan);
export const sampleSiteHazardTable = tableOf(sampleSiteHazard);
export const equipmentTable = tableOf(equipment);
export const equipmentUseTable = tableOf(equipmentUse);
export const samplingDayTable = tableOf(samplingDay);
export const siteWeatherTable = tableOf(siteWeather);
export const handOverTable = tableOf(handOver);
export const sampleTable = tableOf(sample);
export const standardTable = tableOf(standard);
export const reagentTable = tableOf(reagent);
export const consumableTable = tableOf(consumable);
/**
 * Insert-only table. Each line changes the `balance` of its lot, and nothing else changes it. Triggers of the
 * migration enforce both.
 */
export const stockMovementTable = tableOf(stockMovement);
export const vehicleTable = tableOf(vehicle);
/** A constraint of the migration prevents overlapping plans of one vehicle. */
export const vehiclePlanTable = tableOf(vehiclePlan);
export const methodAuthorisationTable = tableOf(methodAuthorisation);
export const dutyAuthorisationTable = tableOf(dutyAuthorisation);
export const labCurveTable = tableOf(labCurve);
export const labCurvePointTable = tableOf(labCurvePoint);
export const labSheetTable = tableOf(labSheet);
export const labTaskTable = tableOf(labTask);
export const labSheetRowTable = tableOf(labSheetRow);
export const labCheckTable = tableOf(labCheck);
export const labDetectionTable = tableOf(labDetection);
export const labAttachmentTable = tableOf(labAttachment);
export const labPeakTable = tableOf(labPeak);
export const labRunTable = tableOf(labRun);
export const labRunInjectionTable = tableOf(labRunInjection);
export const labRunFileTable = tableOf(labRunFile);
export const runProfileTable = tableOf(runProfile);
export const labRunLineTable = tableOf(labRunLine);
export const reportModuleTable = tableOf(reportModule);
export const reportModuleRowTable = tableOf(reportModuleRow);
export const paperLayoutTable = tableOf(paperLayout);
export const reportTable = tableOf(report);
export const historyReportTable = tableOf(historyReport);
export const approvalTable = tableOf(approval);
export const delegationTable = tableOf(delegation);
/** The random code is part of the link with which a recipient signs for a report. */
export const reportHandOutTable = tableOf(reportHandOut, { receiptCode: text('receipt_code').unique() });
/**
 * Certificates (PEM, the holder's first) and the key, which is encrypted and never returned
 * (`server/base/secretEncryption.ts`).
 */
export const signingCertificateTable = tableOf(signingCertificate, {
  chain: text('chain'),
  keyStored: text('key_stored'),
});
export const nonconformityTable = tableOf(nonconformity);
/**
 * The key is sent only to the platform. It is encrypted (`server/base/secretEncryption.ts`); no API call returns it,
 * and no log contains it.
 */
export const connectorTable = tableOf(connector, {
  apiKeyStored: text('api_key_stored'),
  signingKeyStored: text('signing_key_stored'),
});
export const platformCodeTable = tableOf(platformCode);
export const pushTable = tableOf(push, {
  /** The `PlatformPayload` at queueing, which every attempt sends. */
  payload: jsonb('payload'),
  /**
   * Id of the worker that is sending, and the time until which others must not send
   * (`server/features/platforms/pushQueue.ts`).
   */
  claim: uuid('claim'),
  leaseUntil: momentColumn('lease_until'),
  /** Parts that the platform has accepted so far (`ExchangeProgress`), where a push consists of several requests. */
  progress: jsonb('progress'),
  /** Whether a notice about the failure was sent. */
  alarmed: boolean('alarmed').notNull().default(false),
});
export const submissionTable = tableOf(submission);
export const declarationTable = tableOf(declaration);
export const declarationRowTable = tableOf(declarationRow);
export const clientMatterTable = tableOf(clientMatter);
export const clientReplyTable = tableOf(clientReply);
export const exceedanceRemedyTable = tableOf(exceedanceRemedy);
export const outsideTaskTable = tableOf(outsideTask);
export const outsideItemTable = tableOf(outsideItem);
export const outsideFindingTable = tableOf(outsideFinding);
export const settlementTable = tableOf(settlement);
export const outsideFeeTable = tableOf(outsideFee);
export const pointRuleTable = tableOf(pointRule);
export const pointEntryTable = tableOf(pointEntry);
export const incomingSampleTable = tableOf(incomingSample);
export const broughtPaperTable = tableOf(broughtPaper);
export const broughtSampleTable = tableOf(broughtSample);
export const handOverLineTable = tableOf(handOverLine);
export const blankRelationTable = tableOf(blankRelation);
export const companionTable = tableOf(companion);
export const blindSampleTable = tableOf(blindSample);
export const siteMediaTable = tableOf(siteMedia);
export const serviceFormTable = tableOf(serviceForm);
export const staffRecordTable = tableOf(staffRecord);
export const placeTable = tableOf(place);
export const workLogTable = tableOf(workLog);
export const yearPlanTable = tableOf(yearPlan);

export const userRolesTable = joinTableOf(user, 'roles', 'role');
export const userUnitsTable = joinTableOf(user, 'units', 'inspectUnit');
export const projectTeamTable = joinTableOf(project, 'team', 'user');
export const sampleSiteHazardAlongWithTable = joinTableOf(sampleSiteHazard, 'alongWith', 'hazard');
export const samplingDayCollectorsTable = joinTableOf(samplingDay, 'collectors', 'user');
export const siteSurveySurveyorsTable = joinTableOf(siteSurvey, 'surveyors', 'user');
export const sampleCollectorsTable = joinTableOf(sample, 'collectors', 'user');
export const sampleAlongWithTable = joinTableOf(sample, 'alongWith', 'hazard');
export const standardCompositionTable = joinTableOf(standard, 'composition', 'hazard');
export const labSheetReagentsTable = joinTableOf(labSheet, 'reagents', 'reagent');
export const labRunCurvesTable = joinTableOf(labRun, 'curves', 'labCurve');
export const labRunMethodsTable = joinTableOf(labRun, 'methods', 'labMethod');
export const roleMenusTable = joinTableOf(role, 'menus', 'menu');
