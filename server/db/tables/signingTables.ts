import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { storedFileTable, userTable } from '../entityTables';
import { momentColumn } from '../momentColumn';

// Tables of workflow and signatures: steps, signatures, specimens.

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
