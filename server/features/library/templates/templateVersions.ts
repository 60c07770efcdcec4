import { and, asc, eq, isNull, max } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { templateMachine } from '@contract/features/library/templateMachine';
import { templateTexts } from '@contract/features/library/templateTexts';
import { stateAfterMove, MoveRefused } from '@contract/workflow/stateMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import { insertRow } from '@server/crud/operations';
import { wireColumns } from '@server/crud/presentRows';
import type { Registry, Resource } from '@server/crud/resource';
import { assertWritable, undeletedRows, organizationForNew, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { onlyRow } from '@server/db/readRows';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { assertNameFree } from './policy';
import type { TemplateTable } from './templateTables';

export interface TemplateContext {
  readonly services: Services;
  readonly registry: Registry;
  /** Resource of the templates of a kind. */
  readonly templates: Resource;
  /** Rows of the templates; absent for a kind whose content is a file. */
  readonly parts?: Resource;
  readonly rules?: TemplateRules;
}

/** Rules of a kind of template beyond those of all kinds. */
export interface TemplateRules {
  /**
   * Checks a draft before it is published, outside of the transaction.
   * @throws Refusal
   */
  readonly beforePublish: (context: TemplateContext, call: Call<{ id: number }>) => Promise<void>;
  /** Columns that publishing and retiring set. */
  readonly columns: (
    services: Services,
    call: Call<unknown>,
    move: 'publish' | 'retire',
  ) => Readonly<Record<string, unknown>>;
}

type StoredTemplate = TemplateTable['$inferSelect'];

const tableOf = ({ templates }: TemplateContext): TemplateTable => templates.table as TemplateTable;

async function lockTemplate(
  context: TemplateContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
): Promise<StoredTemplate> {
  const table = tableOf(context);
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deleteTime), scopeOf(context.templates, call.viewer)))
    .for('update');
  if (!row) throw notFound();
  return row;
}

async function moveTemplate(
  context: TemplateContext,
  tx: Orm,
  call: Call<unknown>,
  row: StoredTemplate,
  key: 'publish' | 'retire',
  extraFields: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  let state: string;
  try {
    state = stateAfterMove(templateMachine, String(row.state), key, { person: call.viewer.user.id, earlier: [] });
  } catch (error) {
    if (error instanceof MoveRefused) throw conflict(error.message, error.code);
    throw error;
  }
  const table = tableOf(context);
  await tx
    .update(table)
    .set({
      state,
      ...extraFields,
      version: row.version + 1,
      updateBy: call.viewer.user.id,
      updateTime: context.services.now(),
    })
    .where(eq(table.id, row.id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'status',
      entity: context.templates.entity,
      entityId: row.id,
      title: row.name,
      organizationId: row.organizationId,
      before: { state: row.state },
      after: { state },
    },
  ]);
}

async function assertFilled({ parts }: TemplateContext, tx: Orm, id: number): Promise<void> {
  if (!parts) return;
  const [anyRow] = await tx
    .select({ id: parts.columns.id })
    .from(parts.table)
    .where(and(eq(parts.columns.template as AnyPgColumn, id), undeletedRows(parts)))
    .limit(1);
  if (!anyRow) throw conflict(templateTexts.empty);
}

/**
 * Publishes the draft as the version in force; the previous one is retired.
 * @throws Refusal 409 for a template without rows
 */
export async function publishTemplate(context: TemplateContext, call: Call<{ id: number }>): Promise<void> {
  const { services, templates, rules } = context;
  const table = tableOf(context);
  await rules?.beforePublish(context, call);
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      const row = await lockTemplate(context, tx, call, call.body.id);
      assertWritable(templates, call.viewer, row);
      await assertFilled(context, tx, row.id);
      const earlierTemplates = await tx
        .select()
        .from(table)
        .where(and(eq(table.series, Number(row.series)), eq(table.state, 'published'), isNull(table.deleteTime)))
        .for('update');
      await moveTemplate(context, tx, call, row, 'publish', {
        publishedOn: formatDay(services.now(), services.env.zone),
        ...rules?.columns(services, call, 'publish'),
      });
      for (const earlierTemplate of earlierTemplates) await moveTemplate(context, tx, call, earlierTemplate, 'retire');
      return null;
    }),
  );
}

/** Retires a published template. */
export async function retireTemplate(context: TemplateContext, call: Call<{ id: number }>): Promise<void> {
  await context.services.database.transaction((tx) =>
    once(tx, call, async () => {
      const row = await lockTemplate(context, tx, call, call.body.id);
      assertWritable(context.templates, call.viewer, row);
      await moveTemplate(context, tx, call, row, 'retire', context.rules?.columns(context.services, call, 'retire'));
      return null;
    }),
  );
}

async function copyRows(
  { parts, registry, services }: TemplateContext,
  tx: Orm,
  call: Call<unknown>,
  from: number,
  to: number,
): Promise<void> {
  if (!parts) return;
  const rows = await tx
    .select(wireColumns(parts))
    .from(parts.table)
    .where(and(eq(parts.columns.template as AnyPgColumn, from), undeletedRows(parts)))
    .orderBy(asc(parts.columns.rowSort as AnyPgColumn), asc(parts.columns.id));
  const operationContext = { services, registry, resource: parts, call };
  for (const row of rows) {
    const draft = Object.fromEntries(Object.keys(parts.entity.fields).map((name) => [name, row[name] ?? null]));
    await insertRow(operationContext, tx, { ...draft, template: to }, { action: 'copy' }, null);
  }
}

/**
 * Returns the descriptive fields of a version, with which the next version starts. A file stays with its owner, so a
 * copy for another organization has no file.
 */
const aboutOf = ({ entity }: Resource, row: StoredTemplate, owner = row.organizationId): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, { kind, readonly }]) =>
      readonly || (kind === 'file' && owner !== row.organizationId)
        ? []
        : [[name, (row as Record<string, unknown>)[name]]],
    ),
  );

/**
 * Creates the next draft of a published template, with its rows. A template has one draft at a time.
 * @throws Refusal 409 if a draft exists
 */
export function reviseTemplate(context: TemplateContext, call: Call<{ id: number }>): Promise<AnyRow> {
  const { services, templates, registry } = context;
  const table = tableOf(context);
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const row = await lockTemplate(context, tx, call, call.body.id);
      assertWritable(templates, call.viewer, row);
      // Two people may revise one template at once. The lock on the newest published version lets them wait for each
      // other.
      const versions = await tx
        .select({ id: table.id, edition: table.edition, state: table.state })
        .from(table)
        .where(and(eq(table.series, Number(row.series)), isNull(table.deleteTime)))
        .orderBy(asc(table.id))
        .for('update');
      const draft = versions.find(({ state }) => state === 'draft');
      if (draft) throw conflict(templateTexts.draftExists(Number(draft.edition)));
      const [newestTemplate] = await tx
        .select({ edition: max(table.edition) })
        .from(table)
        .where(eq(table.series, Number(row.series)));
      const { name, series, organizationId } = row;
      const edition = Number(newestTemplate?.edition ?? 1) + 1;
      const newTemplate = onlyRow(
        await tx
          .insert(table)
          .values({
            ...aboutOf(templates, row),
            name,
            series,
            organizationId,
            edition,
            state: 'draft',
            ...pinyinOf(name),
            createBy: call.viewer.user.id,
            updateBy: call.viewer.user.id,
          })
          .returning(),
      );
      await recordAudit(tx, actorOf(call), [
        {
          action: 'add',
          entity: templates.entity,
          entityId: newTemplate.id,
          title: name,
          organizationId,
          after: { name, edition, state: 'draft', from: row.id },
        },
      ]);
      await copyRows({ ...context, registry }, tx, call, row.id, newTemplate.id);
      return { id: newTemplate.id, edition } as unknown as AnyRow;
    }),
  );
}

/** Copies any version to a new template of the viewer's organization, under another name. */
export function copyTemplate(context: TemplateContext, call: Call<{ id: number; name: string }>): Promise<AnyRow> {
  const { services, templates, registry } = context;
  const { id, name } = call.body;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const source = await lockTemplate(context, tx, call, id);
      const organizationId = organizationForNew(templates, call.viewer, undefined);
      assertWritable(templates, call.viewer, { organizationId });
      const operationContext = { services, registry, resource: templates, call };
      await assertNameFree(tx, tableOf(context), { id: 0, name, series: 0, organizationId });
      const newTemplate = await insertRow(
        operationContext,
        tx,
        { ...aboutOf(templates, source, organizationId), name },
        { action: 'copy' },
        organizationId,
      );
      await copyRows(context, tx, call, id, newTemplate.id);
      return { id: newTemplate.id, edition: 1 } as unknown as AnyRow;
    }),
  );
}
