import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { archiveFile } from '@contract/features/archive/entities/archiveFile';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { clientReply } from '@contract/features/customers/entities/clientReply';
// All tables. Most are generated from entities; tables without an entity (sessions, files, keys) are defined here.
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
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { report } from '@contract/features/reports/entities/report';
import { outsideFee } from '@contract/features/reviewers/entities/outsideFee';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { pointRule } from '@contract/features/reviewers/entities/pointRule';
import { settlement } from '@contract/features/reviewers/entities/settlement';
import type { SessionEnd } from '@contract/features/signIn/sessionEnds';
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
import { joinTableOf, register, tableOf } from './tableOf';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** An upload: random id, displayed name, hashed content with a detected type. */
export const storedFileTable = register(
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
      /** Readable by everybody without login (organization logos, app packages). */
      open: boolean('open').notNull().default(false),
      createBy: integer('create_by'),
      createTime: moment('create_time').notNull().defaultNow(),
      deleteTime: moment('delete_time'),
      /** When the content was removed; the row stays. */
      purgeTime: moment('purge_time'),
    },
    (self) => [index('stored_file_organization').on(self.organizationId, self.createTime.desc())],
  ),
);

export const organizationTable = tableOf(organization);
export const userTable = tableOf(user, {
  passwordHash: text('password_hash').notNull(),
  passwordTime: moment('password_time').notNull().defaultNow(),
  /** Whether the person chose the password; one set by somebody else allows only changing it. */
  passwordOwn: boolean('password_own').notNull().default(true),
  /**
   * When somebody else last set the password, and when the person chose their own after that; the waiting time for
   * signatures counts from then.
   */
  passwordResetTime: moment('password_reset_time'),
  passwordOwnSince: moment('password_own_since'),
  /** 电子签名声明: accepted edition and time. */
  statementEdition: text('statement_edition'),
  statementTime: moment('statement_time'),
  /** Secret for data that the person's browsers keep encrypted between sessions (`server/auth/sealKey.ts`). */
  sealSecret: text('seal_secret')
    .notNull()
    .default(sql`(gen_random_uuid()::text || gen_random_uuid()::text)`),
});
export const brandTable = tableOf(brand);
export const roleTable = tableOf(role);
export const menuTable = tableOf(menu);
export const dictTable = tableOf(dictionary);
export const dictDetailTable = tableOf(dictDetail);
export const auditLogTable = tableOf(auditLog, { before: jsonb('before'), after: jsonb('after') });
export const jobRunTable = tableOf(jobRun, {
  /** Key of the line that a day's empty runs of a job share. */
  foldKey: text('fold_key').unique(),
  /** Whether administrators were notified of this failure. */
  told: boolean('told').notNull().default(false),
});
export const appPackageTable = tableOf(appPackage);
export const announcementTable = tableOf(announcement);
export const announcementSendTable = tableOf(announcementSend, {
  /**
   * Mail: when it is due, number of attempts, which worker has claimed it and until when
   * (`server/features/notices/mail/mailing.ts`). An index of the migration finds due ones.
   */
  mailNext: moment('mail_next'),
  mailAttempts: integer('mail_attempts').notNull().default(0),
  mailClaim: uuid('mail_claim'),
  mailLease: moment('mail_lease'),
});
export const customerTable = tableOf(customer);
export const inspectUnitTable = tableOf(inspectUnit);
export const projectTable = tableOf(project);
export const hazardTable = tableOf(hazard);
export const hazardLimitTable = tableOf(hazardLimit);
export const labMethodTable = tableOf(labMethod);
export const labMethodItemTable = tableOf(labMethodItem);
export const siteSurveyModuleTable = tableOf(siteSurveyModule);
export const siteSurveyModuleRowTable = tableOf(siteSurveyModuleRow);
export const cyfaModuleTable = tableOf(cyfaModule);
export const cyfaModuleRowTable = tableOf(cyfaModuleRow);
export const qsjcModuleTable = tableOf(qsjcModule);
export const qsjcModuleRowTable = tableOf(qsjcModuleRow);
/** `copyRules`: version of the rules by which the report's copy was made. */
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
 * Insert-only; each line changes its lot's `balance`, and nothing else does. Triggers of the migration enforce both.
 */
export const stockMovementTable = tableOf(stockMovement);
export const vehicleTable = tableOf(vehicle);
/** A constraint of the migration prevents overlapping plans of one vehicle. */
export const vehiclePlanTable = tableOf(vehiclePlan);
export const methodAuthorisationTable = tableOf(methodAuthorisation);
export const labCurveTable = tableOf(labCurve);
export const labCurvePointTable = tableOf(labCurvePoint);
export const labSheetTable = tableOf(labSheet);
export const labTaskTable = tableOf(labTask);
export const labSheetRowTable = tableOf(labSheetRow);
export const labCheckTable = tableOf(labCheck);
export const labDetectionTable = tableOf(labDetection);
export const labAttachmentTable = tableOf(labAttachment);
export const labPeakTable = tableOf(labPeak);
export const reportModuleTable = tableOf(reportModule);
export const reportModuleRowTable = tableOf(reportModuleRow);
export const reportTable = tableOf(report);
export const historyReportTable = tableOf(historyReport);
export const approvalTable = tableOf(approval);
export const delegationTable = tableOf(delegation);
export const nonconformityTable = tableOf(nonconformity);
/**
 * The key goes only to the platform: it is encrypted (`server/base/sealed.ts`), no call returns it, no log contains it.
 */
export const connectorTable = tableOf(connector, { apiKeyStored: text('api_key_stored') });
export const pushTable = tableOf(push, {
  /** `PlatformPayload` at queueing; every attempt sends it. */
  payload: jsonb('payload'),
  /** Which worker is sending, and until when others leave it alone (`server/features/platforms/pushing.ts`). */
  claim: uuid('claim'),
  leaseUntil: moment('lease_until'),
  /** A notice about its failure was sent. */
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
export const handOverLineTable = tableOf(handOverLine);
export const blankRelationTable = tableOf(blankRelation);
export const companionTable = tableOf(companion);
export const siteMediaTable = tableOf(siteMedia);

export const userRolesTable = joinTableOf(user, 'roles', 'role');
export const userUnitsTable = joinTableOf(user, 'units', 'inspectUnit');
export const projectTeamTable = joinTableOf(project, 'team', 'user');
export const sampleSiteHazardAlongWithTable = joinTableOf(sampleSiteHazard, 'alongWith', 'hazard');
export const samplingDayCollectorsTable = joinTableOf(samplingDay, 'collectors', 'user');
export const sampleCollectorsTable = joinTableOf(sample, 'collectors', 'user');
export const sampleAlongWithTable = joinTableOf(sample, 'alongWith', 'hazard');
export const standardCompositionTable = joinTableOf(standard, 'composition', 'hazard');
export const labSheetReagentsTable = joinTableOf(labSheet, 'reagents', 'reagent');
export const roleMenusTable = joinTableOf(role, 'menus', 'menu');

/** A signed-in browser. Only the token's hash is stored (DESIGN §1). */
export const sessionTable = pgTable(
  'user_session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    ip: text('ip').notNull(),
    agent: text('agent').notNull(),
    createTime: moment('create_time').notNull().defaultNow(),
    seenTime: moment('seen_time').notNull().defaultNow(),
    expireTime: moment('expire_time').notNull(),
    revokeTime: moment('revoke_time'),
    /**
     * Why somebody else ended it (`sessionEnds`); null where the person did, and for sessions ended before this was
     * stored.
     */
    revokeReason: text('revoke_reason').$type<SessionEnd>(),
  },
  (self) => [index('user_session_user').on(self.userId)],
);

/**
 * A person's specimen signatures (QUALITY §1, 13): the newest is valid; earlier ones stay for what was signed with
 * them.
 */
export const userSignatureTable = pgTable(
  'user_signature',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    /** Null: withdrawn. */
    fileId: uuid('file_id').references(() => storedFileTable.id),
    createTime: moment('create_time').notNull().defaultNow(),
  },
  (self) => [index('user_signature_user').on(self.userId, self.id.desc())],
);

/** 记住密码: a random credential that replaces the password; one user, one day, revocable (DESIGN §1). */
export const rememberTable = pgTable(
  'remember_credential',
  {
    credentialHash: text('credential_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    createTime: moment('create_time').notNull().defaultNow(),
    expireTime: moment('expire_time').notNull(),
    revokeTime: moment('revoke_time'),
  },
  (self) => [index('remember_credential_user').on(self.userId)],
);

export const captchaTable = pgTable('captcha', {
  uuid: uuid('uuid').primaryKey(),
  answer: text('answer').notNull(),
  expireTime: moment('expire_time').notNull(),
});

/**
 * A failed attempt, for the lockout by user and address (QUALITY AU1); `ip` is the network of an IPv6 address
 * (`networkOf`).
 */
export const loginFailureTable = pgTable(
  'login_failure',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userName: text('user_name').notNull(),
    ip: text('ip').notNull(),
    time: moment('time').notNull().defaultNow(),
  },
  (self) => [
    index('login_failure_who').on(self.userName, self.ip, self.time),
    index('login_failure_ip').on(self.ip, self.time),
  ],
);

/** Where a name has signed in from. Others' attempts can't lock the person out there. */
export const loginPlaceTable = pgTable(
  'login_place',
  { userName: text('user_name').notNull(), network: text('network').notNull(), time: moment('time').notNull() },
  (self) => [primaryKey({ columns: [self.userName, self.network] })],
);

/** A move of a state machine, for the timeline and the separation of duties (`server/workflow`). */
export const workflowStepTable = pgTable(
  'workflow_step',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id'),
    machine: text('machine').notNull(),
    rowId: integer('row_id').notNull(),
    move: text('move').notNull(),
    fromState: text('from_state').notNull(),
    toState: text('to_state').notNull(),
    personId: integer('person_id').notNull(),
    /** Name of the person at that time. */
    personName: text('person_name').notNull(),
    /** Person on whose behalf it was made (`server/features/reports/delegation`). */
    onBehalfOf: integer('on_behalf_of'),
    onBehalfName: text('on_behalf_name'),
    reason: text('reason'),
    signed: boolean('signed').notNull().default(false),
    time: moment('time').notNull().defaultNow(),
  },
  (self) => [index('workflow_step_row').on(self.machine, self.rowId, self.id)],
);

/**
 * A signature on a move: who, with which meaning, when, and the hash of the signed content (`server/signing`).
 * Insert-only, by trigger.
 */
export const signatureTable = pgTable(
  'signature',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id'),
    entity: text('entity').notNull(),
    machine: text('machine').notNull(),
    rowId: integer('row_id').notNull(),
    move: text('move').notNull(),
    /** Label of the move: the meaning of the signature. */
    meaning: text('meaning').notNull(),
    step: integer('step')
      .notNull()
      .references(() => workflowStepTable.id),
    personId: integer('person_id').notNull(),
    personName: text('person_name').notNull(),
    /** Account name at that time; null for signatures from before it was stored. */
    personAccount: text('person_account'),
    /** Specimen signature of the person at that time. */
    fileId: uuid('file_id').references(() => storedFileTable.id),
    time: moment('time').notNull(),
    /** Hash of all parts together. */
    hash: text('hash').notNull(),
    /** Hash of each part, to tell what was changed. */
    parts: jsonb('parts').notNull(),
    /** Hash of this row's own contents. */
    seal: text('seal').notNull(),
  },
  (self) => [index('signature_row').on(self.machine, self.rowId, self.id)],
);

/**
 * Chain of the audit trail: one link per line of `audit_log`, made by the database at commit (0015_audit_chain.sql,
 * 0032_audit_pending.sql; QUALITY AUD3).
 */
export const auditChainTable = pgTable(
  'audit_chain',
  {
    seq: integer('seq').primaryKey(),
    auditId: integer('audit_id').notNull(),
    /** Hash of the previous link, 64 zeros at the start. */
    previous: text('previous').notNull(),
    hash: text('hash').notNull(),
  },
  (self) => [uniqueIndex('audit_chain_audit').on(self.auditId)],
);

/** End of the chain, in one row: reveals links cut off at the end. */
export const auditHeadTable = pgTable('audit_head', {
  id: integer('id').primaryKey(),
  seq: integer('seq').notNull(),
  hash: text('hash').notNull(),
});

/** First line of each statement whose lines are linked at the end of the transaction; empty afterwards. */
export const auditPendingTable = pgTable('audit_pending', { first: integer('first').primaryKey() });

/** Content of a report at submission: `ReportContent`, with the hash that its signatures sign. A draft has none. */
export const reportContentTable = pgTable('report_content', {
  reportId: integer('report_id')
    .primaryKey()
    .references(() => reportTable.id),
  content: jsonb('content').notNull(),
  createTime: moment('create_time').notNull().defaultNow(),
});

/**
 * Decision on an open line of a project's results (`contract/features/reports/judgement/openLines.ts`). Insert-only;
 * the last one of a line counts.
 */
export const reportDecisionTable = pgTable(
  'report_decision',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id'),
    projectId: integer('project_id')
      .notNull()
      .references(() => projectTable.id),
    reportId: integer('report_id')
      .notNull()
      .references(() => reportTable.id),
    lineKey: text('line_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    choice: text('choice').notNull(),
    words: text('words').notNull(),
    personId: integer('person_id').notNull(),
    personName: text('person_name').notNull(),
    time: moment('time').notNull().defaultNow(),
  },
  (self) => [index('report_decision_project').on(self.projectId, self.id)],
);

/**
 * The paper of an issued report, set once: its file must match byte for byte
 * (`server/features/reports/issuedPaper.ts`).
 */
export const reportPaperTable = pgTable('report_paper', {
  reportId: integer('report_id')
    .primaryKey()
    .references(() => reportTable.id),
  fileId: uuid('file_id')
    .notNull()
    .references(() => storedFileTable.id),
  sha256: text('sha256').notNull(),
  /** Made in the step that issued it, so its hash is signed; for earlier issues the stored file. */
  signed: boolean('signed').notNull(),
  createTime: moment('create_time').notNull().defaultNow(),
});

/** A record as printed at submission (`FrozenRecord`), because its sources may change afterwards. A draft has none. */
export const recordContentTable = pgTable('record_content', {
  sheetId: integer('sheet_id')
    .primaryKey()
    .references(() => labSheetTable.id),
  content: jsonb('content').notNull(),
  createTime: moment('create_time').notNull().defaultNow(),
});

/** The submitted `PlatformPayload`. */
export const submissionContentTable = pgTable('submission_content', {
  submissionId: integer('submission_id')
    .primaryKey()
    .references(() => submissionTable.id),
  content: jsonb('content').notNull(),
  createTime: moment('create_time').notNull().defaultNow(),
});

/** One attempt to deliver a push, with request and answer (PRODUCT §3). */
export const pushAttemptTable = pgTable(
  'push_attempt',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    pushId: integer('push_id')
      .notNull()
      .references(() => pushTable.id),
    operation: text('operation').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    address: text('address').notNull(),
    /** In the platform's names, without its key and without the contents of files. */
    request: jsonb('request').notNull(),
    outcome: text('outcome'),
    answerCode: integer('answer_code'),
    answer: text('answer'),
    message: text('message'),
  },
  (self) => [index('push_attempt_push').on(self.pushId, self.id)],
);

/** Why a document of a project's archive is missing, by the document's key. */
export const archiveReasonTable = pgTable(
  'archive_reason',
  {
    projectId: integer('project_id')
      .notNull()
      .references(() => projectTable.id),
    key: text('key').notNull(),
    reason: text('reason').notNull(),
    personName: text('person_name').notNull(),
    time: moment('time').notNull(),
  },
  (self) => [primaryKey({ columns: [self.projectId, self.key] })],
);

/** Contents of a project's archive when it was archived: `ArchivedDocument[]`, which the signature of 归档 signs. */
export const archiveContentTable = pgTable('archive_content', {
  projectId: integer('project_id')
    .primaryKey()
    .references(() => projectTable.id),
  documents: jsonb('documents').notNull(),
  /** Rendered papers by key, as they were then. */
  papers: jsonb('papers').notNull().default({}),
  createTime: moment('create_time').notNull().defaultNow(),
});

/** Sum of each reviewer's points, maintained only by the trigger of `point_entry`. */
export const pointBalanceTable = pgTable(
  'point_balance',
  {
    organizationId: integer('organization_id').notNull(),
    person: integer('person').notNull(),
    points: integer('points').notNull(),
  },
  (self) => [primaryKey({ columns: [self.organizationId, self.person] })],
);

/** Last number of each series of an organization (`contract/features/projects/numbering.ts`). */
export const numberSeriesTable = pgTable(
  'number_series',
  {
    organizationId: integer('organization_id').notNull(),
    series: text('series').notNull(),
    last: integer('last').notNull(),
  },
  (self) => [primaryKey({ columns: [self.organizationId, self.series] })],
);

/** Answer of a write, so that a repeated request gets it again instead of a second row. */
export const idempotencyTable = pgTable(
  'idempotency_key',
  {
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    route: text('route').notNull(),
    requestHash: text('request_hash').notNull(),
    answer: jsonb('answer'),
    createTime: moment('create_time').notNull().defaultNow(),
  },
  (self) => [primaryKey({ columns: [self.userId, self.key] }), index('idempotency_key_time').on(self.createTime)],
);

/** A person's preferences for lists and the shell: columns, page size, saved filters, theme. */
export const preferenceTable = pgTable(
  'preference',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
    updateTime: moment('update_time').notNull().defaultNow(),
  },
  (self) => [uniqueIndex('preference_key').on(self.userId, self.key)],
);

/**
 * Row of each built-in menu, role and dictionary, so that a new version adds only what never existed, whatever people
 * renamed or deleted.
 */
export const builtInTable = pgTable('built_in', {
  /** E.g. `menu:/customer`, `menu:user:add`, `dict:industry/C31`, `role:analyst`. */
  key: text('key').primaryKey(),
  rowId: integer('row_id').notNull(),
});

/** Files that ended their reading process, by content; not opened again until an administrator allows it. */
export const deadlyFileTable = pgTable('deadly_file', {
  sha256: text('sha256').primaryKey(),
  name: text('name').notNull(),
  /** How the reader ended (`DeathCause`). */
  cause: text('cause').notNull(),
  organizationId: integer('organization_id'),
  createBy: integer('create_by'),
  createTime: moment('create_time').notNull().defaultNow(),
});

/** An import of a list: its file, who made it and what it wrote. It can be undone. */
export const importRunTable = pgTable(
  'import_run',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id'),
    /** Name of the entity. */
    entity: text('entity').notNull(),
    fileName: text('file_name').notNull(),
    sheetName: text('sheet_name').notNull(),
    added: integer('added').notNull(),
    updated: integer('updated').notNull(),
    same: integer('same').notNull(),
    createBy: integer('create_by'),
    createByName: text('create_by_name').notNull(),
    createTime: moment('create_time').notNull(),
    undoneByName: text('undone_by_name'),
    undoneTime: moment('undone_time'),
  },
  (self) => [index('import_run_entity').on(self.entity, self.organizationId, self.id.desc())],
);

/** A row that an import added or changed. */
export const importRunRowTable = pgTable(
  'import_run_row',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    run: integer('run')
      .notNull()
      .references(() => importRunTable.id),
    rowId: integer('row_id').notNull(),
    /** The row's fields before an update; null for a row that the import added. */
    before: jsonb('before'),
    /** Version that the import gave the row; a later one was changed since. */
    version: integer('version').notNull(),
  },
  (self) => [index('import_run_row_run').on(self.run)],
);

/** How an organisation maps its own lists: by head, and with an empty head the spellings of an entity's values. */
export const importMappingTable = pgTable(
  'import_mapping',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id').notNull(),
    entity: text('entity').notNull(),
    signature: text('signature').notNull(),
    value: jsonb('value').notNull(),
    updateTime: moment('update_time').notNull(),
  },
  (self) => [uniqueIndex('import_mapping_head').on(self.organizationId, self.entity, self.signature)],
);
