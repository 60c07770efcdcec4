import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { siteSurveyModuleTable } from '@server/db/schema';

/** Type of every template table: all kinds of templates have the same columns, and so have their rows. */
export type TemplateTable = typeof siteSurveyModuleTable;
export type TemplateRowTable = PgTable &
  Readonly<Record<'id' | 'template' | 'rowSort' | 'deleteTime' | 'deleteBy', AnyPgColumn>>;
