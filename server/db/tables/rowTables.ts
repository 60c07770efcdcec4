import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { userTable } from '../entityTables';
import { momentColumn } from '../momentColumn';

// Tables of the generic calls: running numbers, repeated requests, preferences of lists.

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
