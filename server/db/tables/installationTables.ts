import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { momentColumn } from '../momentColumn';

// Tables of the installation: built-in rows, dangerous files, nodes, settings.

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
export const crashingFileTable = pgTable('deadly_file', {
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
