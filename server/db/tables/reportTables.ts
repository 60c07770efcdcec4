import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { projectTable, reportTable, storedFileTable } from '../entityTables';
import { momentColumn } from '../momentColumn';

// Tables of reports: submitted contents, decisions, issued papers.

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
