import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { siteSurveyModuleTable } from '@server/db/schema';

/** All kinds of templates have the same columns; their rows share these. */
export type TemplateTable = typeof siteSurveyModuleTable;
export type TemplateRowTable = PgTable &
  Readonly<Record<'id' | 'template' | 'rowSort' | 'deleteTime' | 'deleteBy', AnyPgColumn>>;
