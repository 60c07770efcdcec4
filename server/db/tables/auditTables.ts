import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';

// Tables of the chain of the audit trail. Its lines are the entity `auditLog`.

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
