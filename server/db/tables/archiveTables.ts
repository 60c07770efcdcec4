import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { projectTable } from '../entityTables';
import { momentColumn } from '../momentColumn';

// Tables of the archive of a project.

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
