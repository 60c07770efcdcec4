import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { momentColumn } from '../momentColumn';

// Imports of lists: what each import wrote, and how an organization maps its own lists.

/** An import of a list: its file, the person, and the rows that it wrote. It can be undone. */
export const importRunTable = pgTable(
  'import_run',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id'),
    /** Name of the entity. */
    entity: text('entity').notNull(),
    fileName: text('file_name').notNull(),
    sheetName: text('sheet_name').notNull(),
    added: integer('added').notNull(),
    updated: integer('updated').notNull(),
    same: integer('same').notNull(),
    createBy: integer('create_by'),
    createByName: text('create_by_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
    undoneByName: text('undone_by_name'),
    undoneTime: momentColumn('undone_time'),
  },
  (self) => [index('import_run_entity').on(self.entity, self.organizationId, self.id.desc())],
);

/** A row that an import added or changed. */
export const importRunRowTable = pgTable(
  'import_run_row',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    run: integer('run')
      .notNull()
      .references(() => importRunTable.id),
    rowId: integer('row_id').notNull(),
    /** Fields of the row before an update; null for a row that the import added. */
    before: jsonb('before'),
    /** Version that the import gave to the row; a row with a later version was changed since. */
    version: integer('version').notNull(),
  },
  (self) => [index('import_run_row_run').on(self.run)],
);

/** Mappings of an organization's own lists by header; with an empty header the spellings of an entity's values. */
export const importMappingTable = pgTable(
  'import_mapping',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id').notNull(),
    entity: text('entity').notNull(),
    signature: text('signature').notNull(),
    value: jsonb('value').notNull(),
    updateTime: momentColumn('update_time').notNull(),
  },
  (self) => [uniqueIndex('import_mapping_head').on(self.organizationId, self.entity, self.signature)],
);
