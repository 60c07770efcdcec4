import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { labMethodTable, labSheetTable, userTable } from '../entityTables';
import { momentColumn } from '../momentColumn';

// Tables of the laboratory and its method library.

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
