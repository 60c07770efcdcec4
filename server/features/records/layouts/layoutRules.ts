import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { type LayoutCheck, ownLayoutTexts, requiredFields } from '@contract/features/library/layoutWire';
import { fieldsOf, type LayoutKind, specimenValues } from '@contract/features/records/layouts/layoutCatalogue';
import { isLayoutList } from '@contract/print/layoutFields';
import { layoutTexts } from '@contract/print/layoutTexts';
import { formatDay } from '@server/base/zone';
import { scopeOf, undeletedRows } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { paperLayoutTable } from '@server/db/schema';
import { layoutFile, type StoredLayout } from '@server/features/library/layouts/ownLayout';
import type { TemplateContext, TemplateRules } from '@server/features/library/templates/templateVersions';
import { readUnlessCrashing } from '@server/files/crashingFiles';
import { conflict, notFound, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { readLayout } from '@server/print/layouts/fillLayout';
import type { Services } from '@server/services';

// The check of an own layout: its placeholders beside the names that papers of its kind have.

/** Returns the layout of the request that its viewer may see. @throws Refusal 404 */
export async function visibleLayout(
  orm: Orm,
  { templates }: Pick<TemplateContext, 'templates'>,
  { viewer }: Pick<Call<unknown>, 'viewer'>,
  id: number,
): Promise<StoredLayout> {
  const [layout] = await orm
    .select()
    .from(paperLayoutTable)
    .where(and(eq(paperLayoutTable.id, id), undeletedRows(templates), scopeOf(templates, viewer)));
  if (!layout) throw notFound('版式不存在或已被删除');
  return layout;
}

const kindOf = ({ kind }: Pick<StoredLayout, 'kind'>): LayoutKind => kind as LayoutKind;

/** Checks the file of a layout; a file that can't be filled is a problem of the answer, not an error. */
export async function checkedLayout(
  services: Services,
  orm: Orm,
  call: Pick<Call<unknown>, 'viewer'>,
  layout: StoredLayout,
): Promise<LayoutCheck> {
  const values = specimenValues(kindOf(layout), layout.methodKind);
  const lists = Object.entries(values).flatMap(([name, value]) => (isLayoutList(value) ? [name] : []));
  const nothing = { unknown: [], unused: [], missing: [], count: 0 };
  try {
    const { bytes, format, name } = await layoutFile(services, orm, layout);
    if (layout.kind === 'report' && format !== 'docx') return { ...nothing, problem: ownLayoutTexts.reportDocx };
    const tags = await readUnlessCrashing(services, call, { name, bytes }, () => readLayout(bytes, format, lists));
    // Excel has no conditions: {#…} repeats rows and needs a list.
    const condition =
      format === 'xlsx'
        ? tags.find((tag) => tag.kind === 'open' && tag.name in values && !lists.includes(tag.name))
        : undefined;
    if (condition) return { ...nothing, problem: layoutTexts.onlyLists(condition.name) };
    const usedNames = new Set(tags.filter(({ kind }) => kind !== 'close').map((tag) => tag.name));
    const fields = fieldsOf(values);
    const knownNames = new Set(fields.map((field) => field.name));
    return {
      unknown: [...usedNames].filter((name) => !knownNames.has(name)),
      // Every fact has a second name with its block, and every list one that says whether it has rows.
      unused: [
        ...new Set(fields.filter(({ list, name }) => list === null && !name.includes('.')).map((field) => field.name)),
      ].filter((name) => !usedNames.has(name) && !(name.startsWith('有') && lists.includes(name.slice(1)))),
      missing: requiredFields.filter((name) => !usedNames.has(name)),
      count: tags.length,
      problem: null,
    };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { ...nothing, problem: error.message };
    throw error;
  }
}

/** Refuses a second layout in force for the same papers of an owner. */
async function assertOnlyOne(orm: Orm, { organizationId, kind, methodKind, series }: StoredLayout): Promise<void> {
  const table = paperLayoutTable;
  const [other] = await orm
    .select({ name: table.name })
    .from(table)
    .where(
      and(
        organizationId === null ? isNull(table.organizationId) : eq(table.organizationId, organizationId),
        eq(table.kind, String(kind)),
        methodKind === null ? isNull(table.methodKind) : eq(table.methodKind, methodKind),
        inArray(table.state, ['published']),
        ne(table.series, Number(series)),
        isNull(table.deleteTime),
      ),
    )
    .limit(1);
  if (other) throw conflict(ownLayoutTexts.another(String(other.name)), 'duplicate');
}

/**
 * Rules of own layouts: a version is approved by whoever publishes it, with the file that was checked, and is valid
 * from a day that has not passed.
 */
export const layoutRules: TemplateRules = {
  async beforePublish(context, call) {
    const { services } = context;
    const { orm } = services.database;
    const layout = await visibleLayout(orm, context, call, call.body.id);
    const today = formatDay(services.now(), services.env.zone);
    if (layout.kind !== 'record' && layout.methodKind !== null) throw conflict(ownLayoutTexts.methodOfRecord);
    if (layout.validFrom !== null && layout.validFrom < today) throw conflict(ownLayoutTexts.past);
    await assertOnlyOne(orm, layout);
    const { problem, unknown, missing } = await checkedLayout(services, orm, call, layout);
    if (problem !== null) throw new Refusal(400, 'layout', problem);
    if (unknown.length) throw new Refusal(400, 'layout', ownLayoutTexts.unknown(unknown));
    if (missing.length) throw new Refusal(400, 'layout', ownLayoutTexts.missing(missing));
  },
  columns: ({ now }, { viewer }, move) =>
    move === 'publish' ? { approvedBy: viewer.user.nickName, approvedAt: now() } : { retiredAt: now() },
};
