import { and, asc, eq } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { templateTexts } from '@contract/features/library/templateTexts';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { conflict, notFound } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';

/** Kinds of templates; the rows of each are `<kind>Row`. Layouts have none: their content is a file. */
export const templateKinds = ['siteSurveyModule', 'qsjcModule', 'cyfaModule', 'reportModule', 'paperLayout'] as const;
type TemplateKind = (typeof templateKinds)[number];
/** Kinds from whose rows work is started. */
type RowsKind = Exclude<TemplateKind, 'paperLayout'>;
/** Returns whether a kind has rows. */
export const hasRows = (kind: TemplateKind): kind is RowsKind => kind !== 'paperLayout';

interface LockContext {
  readonly orm: Orm;
  readonly registry: Registry;
  readonly viewer: Viewer;
  readonly zone: string;
}

interface TemplateWithRows {
  readonly template: AnyRow;
  /** Rows in order, with the names of the rows that they refer to. */
  readonly rows: AnyRow[];
}

/**
 * Returns any version visible to the viewer, unchanged. A survey, plan or task keeps the id of the version that it
 * was started from.
 */
async function templateVersion(
  { orm, registry, viewer, zone }: LockContext,
  kind: RowsKind,
  id: number,
): Promise<TemplateWithRows> {
  const [templates, parts] = [registry.named(kind), registry.named(`${kind}Row`)];
  const [storedTemplate] = await orm
    .select(wireColumns(templates))
    .from(templates.table)
    .where(and(eq(templates.columns.id, id), undeletedRows(templates), scopeOf(templates, viewer)));
  if (!storedTemplate) throw notFound('模板不存在或已被删除');
  const [template] = await presentRows(orm, registry, templates, [storedTemplate], zone);
  const rows = await orm
    .select(wireColumns(parts))
    .from(parts.table)
    .where(and(eq(parts.columns.template as AnyPgColumn, id), undeletedRows(parts)))
    .orderBy(asc(parts.columns.rowSort as AnyPgColumn), asc(parts.columns.id));
  return { template: template as AnyRow, rows: await presentRows(orm, registry, parts, rows, zone) };
}

/**
 * Returns the published version from which a survey, a plan or a monitoring task is started.
 * @throws Refusal 409 for a draft and for a retired version
 */
export async function publishedTemplate(
  surroundings: LockContext,
  kind: RowsKind,
  id: number,
): Promise<TemplateWithRows> {
  const foundVersion = await templateVersion(surroundings, kind, id);
  if (foundVersion.template.state !== 'published') throw conflict(templateTexts.notPublished, 'notPublished');
  return foundVersion;
}

/** Returns the published templates by name. */
export async function publishedTemplates(
  { orm, registry, viewer, zone }: LockContext,
  kind: TemplateKind,
): Promise<AnyRow[]> {
  const templates = registry.named(kind);
  const rows = await orm
    .select(wireColumns(templates))
    .from(templates.table)
    .where(
      and(
        eq(templates.columns.state as AnyPgColumn, 'published'),
        undeletedRows(templates),
        scopeOf(templates, viewer),
      ),
    )
    .orderBy(asc(templates.columns.pinyin), asc(templates.columns.id));
  return presentRows(orm, registry, templates, rows, zone);
}
