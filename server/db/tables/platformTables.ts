import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { pushTable, submissionTable } from '../entityTables';
import { momentColumn } from '../momentColumn';

// Tables of pushes and submissions to platforms.

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
