import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';

// Tables of external reviewers.

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
