import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { SessionEnd } from '@contract/features/signIn/sessionEnds';
import {
  labMethodTable,
  labSheetTable,
  projectTable,
  pushTable,
  reportTable,
  storedFileTable,
  submissionTable,
  userTable,
} from './entityTables';
import { momentColumn } from './momentColumn';

// Tables without an entity: sessions, workflow, signatures, frozen contents, keys.

/** A signed-in browser. Only the hash of its token is stored (DESIGN §1). */
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
    createTime: momentColumn('create_time').notNull().defaultNow(),
    seenTime: momentColumn('seen_time').notNull().defaultNow(),
    expireTime: momentColumn('expire_time').notNull(),
    revokeTime: momentColumn('revoke_time'),
    /**
     * Reason why another person ended the session (`sessionEnds`); null where the owner ended it, and for sessions
     * ended before the reason was stored.
     */
    revokeReason: text('revoke_reason').$type<SessionEnd>(),
  },
  (self) => [index('user_session_user').on(self.userId)],
);

/**
 * Tokens with which gateways upload files. Each token belongs to one instrument and acts for the person who created
 * it.
 */
export const instrumentTokenTable = pgTable('instrument_token', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  instrument: integer('instrument').notNull(),
  userId: integer('user_id')
    .notNull()
    .references(() => userTable.id),
  tokenHash: text('token_hash').notNull().unique(),
  createTime: momentColumn('create_time').notNull().defaultNow(),
  revokeTime: momentColumn('revoke_time'),
});

/**
 * A person's specimen signatures (QUALITY §1, 13): the newest is valid. Earlier ones remain for the content that was
 * signed with them.
 */
export const userSignatureTable = pgTable(
  'user_signature',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    /** File of the signature; null for a withdrawn one. */
    fileId: uuid('file_id').references(() => storedFileTable.id),
    createTime: momentColumn('create_time').notNull().defaultNow(),
  },
  (self) => [index('user_signature_user').on(self.userId, self.id.desc())],
);

/**
 * 记住密码: a random credential that replaces the password. It is revocable and valid for one user and one day (DESIGN
 * §1).
 */
export const rememberTable = pgTable(
  'remember_credential',
  {
    credentialHash: text('credential_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    createTime: momentColumn('create_time').notNull().defaultNow(),
    expireTime: momentColumn('expire_time').notNull(),
    revokeTime: momentColumn('revoke_time'),
  },
  (self) => [index('remember_credential_user').on(self.userId)],
);

export const captchaTable = pgTable('captcha', {
  uuid: uuid('uuid').primaryKey(),
  answer: text('answer').notNull(),
  expireTime: momentColumn('expire_time').notNull(),
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
    time: momentColumn('time').notNull().defaultNow(),
  },
  (self) => [
    index('login_failure_who').on(self.userName, self.ip, self.time),
    index('login_failure_ip').on(self.ip, self.time),
  ],
);

/** Networks from which a name has signed in. Attempts from elsewhere can't lock the person out there. */
export const loginPlaceTable = pgTable(
  'login_place',
  { userName: text('user_name').notNull(), network: text('network').notNull(), time: momentColumn('time').notNull() },
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
    /** Name of the person at the time of the move. */
    personName: text('person_name').notNull(),
    /** Person on whose behalf the move was made (`server/features/reports/delegation`). */
    onBehalfOf: integer('on_behalf_of'),
    onBehalfName: text('on_behalf_name'),
    reason: text('reason'),
    signed: boolean('signed').notNull().default(false),
    time: momentColumn('time').notNull().defaultNow(),
  },
  (self) => [index('workflow_step_row').on(self.machine, self.rowId, self.id)],
);

/**
 * A signature on a move: who, with which meaning, when, and the hash of the signed content (`server/signing`). A
 * trigger makes the table insert-only.
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
    /** Account name at the time of signing; null for signatures made before it was stored. */
    personAccount: text('person_account'),
    /** Specimen signature of the person at the time of signing. */
    fileId: uuid('file_id').references(() => storedFileTable.id),
    time: momentColumn('time').notNull(),
    /** Hash of all parts of the content together. */
    hash: text('hash').notNull(),
    /** Hash of each part, which shows what was changed. */
    parts: jsonb('parts').notNull(),
    /** Hash of the contents of this row itself. */
    seal: text('seal').notNull(),
  },
  (self) => [index('signature_row').on(self.machine, self.rowId, self.id)],
);

/**
 * A signature that was imported with an organization from another installation, whose key sealed it. The seal of this
 * installation shows that it is unchanged since the import. A trigger makes the table insert-only.
 */
export const formerSignatureTable = pgTable('former_signature', {
  signatureId: integer('signature_id')
    .primaryKey()
    .references(() => signatureTable.id),
  /** Name of the organization in whose installation it was signed. */
  house: text('house').notNull(),
  time: momentColumn('time').notNull(),
  seal: text('seal').notNull(),
});

/**
 * Chain of the audit trail: one link per line of `audit_log`, written by the database at commit
 * (0015_audit_chain.sql, 0032_audit_pending.sql; QUALITY AUD3).
 */
export const auditChainTable = pgTable(
  'audit_chain',
  {
    seq: integer('seq').primaryKey(),
    auditId: integer('audit_id').notNull(),
    /** Hash of the previous link; 64 zeros in the first link. */
    previous: text('previous').notNull(),
    hash: text('hash').notNull(),
  },
  (self) => [uniqueIndex('audit_chain_audit').on(self.auditId)],
);

/** End of the chain, in one row; it reveals links that were removed at the end. */
export const auditHeadTable = pgTable('audit_head', {
  id: integer('id').primaryKey(),
  seq: integer('seq').notNull(),
  hash: text('hash').notNull(),
});

/** First line of each statement whose lines are linked at the end of the transaction; empty afterwards. */
export const auditPendingTable = pgTable('audit_pending', { first: integer('first').primaryKey() });

/**
 * Content of a report at submission: `ReportContent`, with the hash that its signatures sign. A draft has no content
 * here.
 */
export const reportContentTable = pgTable('report_content', {
  reportId: integer('report_id')
    .primaryKey()
    .references(() => reportTable.id),
  content: jsonb('content').notNull(),
  createTime: momentColumn('create_time').notNull().defaultNow(),
});

/**
 * Decision on an open line of a project's results (`contract/features/reports/judgement/openLines.ts`). The table is
 * insert-only; the last decision about a line counts.
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
    /** Key of the open line. */
    lineKey: text('line_key').notNull(),
    /** Hash of the line's content at the time of the decision; a changed line is open again. */
    fingerprint: text('fingerprint').notNull(),
    choice: text('choice').notNull(),
    /** Typed reason. */
    words: text('words').notNull(),
    personId: integer('person_id').notNull(),
    personName: text('person_name').notNull(),
    time: momentColumn('time').notNull().defaultNow(),
  },
  (self) => [index('report_decision_project').on(self.projectId, self.id)],
);

/**
 * Paper of an issued report, stored once. Its file must match byte for byte
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
  /**
   * True: the paper was created in the step that issued the report, so its hash is signed. False: a paper stored
   * before this existed.
   */
  signed: boolean('signed').notNull(),
  createTime: momentColumn('create_time').notNull().defaultNow(),
});

/**
 * A record as printed at submission (`FrozenRecord`), because its sources may change afterwards. A draft has no
 * content here.
 */
export const recordContentTable = pgTable('record_content', {
  sheetId: integer('sheet_id')
    .primaryKey()
    .references(() => labSheetTable.id),
  content: jsonb('content').notNull(),
  createTime: momentColumn('create_time').notNull().defaultNow(),
});

/** Submitted content (`PlatformPayload`). */
export const submissionContentTable = pgTable('submission_content', {
  submissionId: integer('submission_id')
    .primaryKey()
    .references(() => submissionTable.id),
  content: jsonb('content').notNull(),
  createTime: momentColumn('create_time').notNull().defaultNow(),
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
    startedAt: momentColumn('started_at').notNull(),
    endedAt: momentColumn('ended_at'),
    address: text('address').notNull(),
    /** Request in the platform's names, without the key and without the contents of files. */
    request: jsonb('request').notNull(),
    outcome: text('outcome'),
    answerCode: integer('answer_code'),
    answer: text('answer'),
    message: text('message'),
  },
  (self) => [index('push_attempt_push').on(self.pushId, self.id)],
);

/** Reasons why documents of a project's archive are missing, by document key. */
export const archiveReasonTable = pgTable(
  'archive_reason',
  {
    projectId: integer('project_id')
      .notNull()
      .references(() => projectTable.id),
    key: text('key').notNull(),
    reason: text('reason').notNull(),
    personName: text('person_name').notNull(),
    time: momentColumn('time').notNull(),
  },
  (self) => [primaryKey({ columns: [self.projectId, self.key] })],
);

/** Content of a project's archive at archiving: `ArchivedDocument[]`, which the signature of 归档 signs. */
export const archiveContentTable = pgTable('archive_content', {
  projectId: integer('project_id')
    .primaryKey()
    .references(() => projectTable.id),
  documents: jsonb('documents').notNull(),
  /** Rendered papers at that time, by key. */
  papers: jsonb('papers').notNull().default({}),
  createTime: momentColumn('create_time').notNull().defaultNow(),
});

/** Sum of each reviewer's points. Only the trigger of `point_entry` maintains it. */
export const pointBalanceTable = pgTable(
  'point_balance',
  {
    organizationId: integer('organization_id').notNull(),
    person: integer('person').notNull(),
    points: integer('points').notNull(),
  },
  (self) => [primaryKey({ columns: [self.organizationId, self.person] })],
);

/** Last used number of each series of an organization (`contract/features/projects/runningNumberRules.ts`). */
export const numberSeriesTable = pgTable(
  'number_series',
  {
    organizationId: integer('organization_id').notNull(),
    series: text('series').notNull(),
    last: integer('last').notNull(),
  },
  (self) => [primaryKey({ columns: [self.organizationId, self.series] })],
);

/** Stored answer of a write, which a repeated request gets instead of creating a second row. */
export const idempotencyTable = pgTable(
  'idempotency_key',
  {
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    route: text('route').notNull(),
    requestHash: text('request_hash').notNull(),
    answer: jsonb('answer'),
    createTime: momentColumn('create_time').notNull().defaultNow(),
  },
  (self) => [primaryKey({ columns: [self.userId, self.key] }), index('idempotency_key_time').on(self.createTime)],
);

/** Preferences of a person for lists and the frame of the console: columns, page size, saved filters, theme. */
export const preferenceTable = pgTable(
  'preference',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
    updateTime: momentColumn('update_time').notNull().defaultNow(),
  },
  (self) => [uniqueIndex('preference_key').on(self.userId, self.key)],
);

/**
 * Rows of the built-in menus, roles and dictionaries, by key. A new version adds only rows that never existed,
 * whatever people renamed or deleted.
 */
export const builtInTable = pgTable('built_in', {
  /** Key, e.g. `menu:/customer`, `menu:user:add`, `dict:industry/C31`, `role:analyst`. */
  key: text('key').primaryKey(),
  rowId: integer('row_id').notNull(),
});

/**
 * Files that ended the process reading them, by content. They are not opened again until an administrator allows it.
 */
export const deadlyFileTable = pgTable('deadly_file', {
  sha256: text('sha256').primaryKey(),
  name: text('name').notNull(),
  /** How the reading process ended (`DeathCause`). */
  cause: text('cause').notNull(),
  organizationId: integer('organization_id'),
  createBy: integer('create_by'),
  createTime: momentColumn('create_time').notNull().defaultNow(),
});

/**
 * Running servers of the installation, each with the marks that all of them must share (`server/jobs/joinNodes.ts`).
 */
export const nodeTable = pgTable('node', {
  /** Id stored in the node's data directory, so that a restarted node replaces its own row. */
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** Short marks by their subject, e.g. `{ files, key, zone, build }`. */
  marks: jsonb('marks').$type<Readonly<Record<string, string>>>().notNull(),
  seenTime: momentColumn('seen_time').notNull(),
});

/** Settings of the whole installation that are changed while it runs, e.g. the maintenance. */
export const installationSettingTable = pgTable('installation_setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updateTime: momentColumn('update_time').notNull(),
});

/** A common method that an organization has hidden from its lists and choices. */
export const hiddenMethodTable = pgTable(
  'hidden_method',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id').notNull(),
    method: integer('method')
      .notNull()
      .references(() => labMethodTable.id),
    createBy: integer('create_by').references(() => userTable.id),
    createTime: momentColumn('create_time').notNull().defaultNow(),
  },
  (self) => [uniqueIndex('hidden_method_once').on(self.organizationId, self.method)],
);
