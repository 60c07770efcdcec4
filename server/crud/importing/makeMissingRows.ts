import { z } from 'zod';
import type { Entity } from '@contract/entity';
import { mayAny, permissionOf } from '@contract/permissions';
import { importFaultTexts } from '@contract/workbook/importWire';
import { sheetColumns } from '@contract/workbook/sheetCells';
import { badRequest, forbidden } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import { addRow, type OperationContext } from '../operations';
import type { Registry, Resource } from '../resource';
import { ok } from '../routes';

// Titles in an import that no row has: the organization creates its own row from the title alone.

/** Returns whether the viewer may create rows of an entity from their titles alone. */
export const canMakeRowsByName = ({ entity }: Pick<Resource, 'entity'>, viewer: Viewer): boolean =>
  entity.byName !== undefined && mayAny(viewer.permissions, [permissionOf(entity, 'add')]);

/** Returns the draft of a row whose title alone is known. */
function draftByName(entity: Entity, title: string): Record<string, unknown> {
  const { set = {}, guess } = entity.byName ?? {};
  const matchingWord = guess?.words.find(([word]) => title.includes(word));
  return { ...set, ...(guess && matchingWord ? { [guess.field]: matchingWord[1] } : {}), [entity.titleField]: title };
}

/**
 * Creates rows of the entity to which a column refers.
 * @param header header of the column
 * @returns the number of created rows
 * @throws Refusal 400 for another column, or a title that the entity's rules refuse; 403 without the permission
 */
async function makeOwnRows(context: OperationContext, header: string, titles: readonly string[]): Promise<number> {
  const field = sheetColumns(context.resource.entity).find((column) => column.header === header)?.field;
  const target =
    field && (field.kind === 'ref' || field.kind === 'refs') ? context.registry.named(field.to) : undefined;
  if (!target?.entity.byName) throw badRequest('该列的数据不能按名称新增，请在其页面中新增');
  const barred = !canMakeRowsByName(target, context.call.viewer);
  if (barred) throw forbidden();
  for (const title of new Set(titles))
    await addRow({ ...context, resource: target }, draftByName(target.entity, title));
  return new Set(titles).size;
}

/**
 * Returns the route with which an import creates the organization's own rows, if a column of the entity refers to such
 * rows.
 * @param contextOf returns the context of a call for the entity of the import
 */
export function ownRowRoutes(
  contextOf: (call: Call<unknown>) => OperationContext,
  registry: Registry,
  { entity }: Resource,
): Route[] {
  const refers = sheetColumns(entity).some(
    ({ field }) => (field.kind === 'ref' || field.kind === 'refs') && registry.named(field.to).entity.byName,
  );
  if (!refers) return [];
  return [
    route({
      method: 'POST',
      path: `${entity.path}/import/own`,
      permission: [permissionOf(entity, 'import')],
      tag: entity.label,
      summary: `${entity.label}导入时，把查不到的名称新增为本机构的数据`,
      body: z.object({ header: z.string().max(100), titles: z.array(z.string().min(1).max(100)).min(1).max(200) }),
      handle: async (call) =>
        ok(importFaultTexts.made(await makeOwnRows(contextOf(call), call.body.header, call.body.titles))),
    }),
  ];
}
