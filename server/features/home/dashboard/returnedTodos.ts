import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import type { ReturnedTodo } from '@contract/features/home/dashboardWire';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { returnedFacts } from '@server/crud/operations/returnedFacts';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { labSheetTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/**
 * Kinds of work outside the stages of a project: the state after a return, and the page where the work is corrected.
 */
const returnableRows: readonly {
  readonly entity: string;
  readonly stateAfterReturn: string;
  readonly address: (row: AnyRow) => string | null;
}[] = [
  { entity: 'serviceForm', stateAfterReturn: 'drafting', address: ({ id }) => `/projectForms/detail?id=${id}` },
  {
    entity: 'nonconformity',
    stateAfterReturn: 'correcting',
    address: ({ id }) => `/lab/nonconformity/detail?id=${id}`,
  },
  {
    entity: 'declaration',
    stateAfterReturn: 'drafting',
    address: ({ unit, declareYear }) =>
      `/dataGovernance/enterpriseDeclaration/declarationShow/pageDeclaration?belongInspect=${Number(unit)}&createYear=${Number(declareYear)}`,
  },
  { entity: 'labCurve', stateAfterReturn: 'drafting', address: () => null },
];

/** Returns the address of a curve: the page of the oldest unsigned record that waits for it. */
async function curveAddress(orm: Orm, curve: AnyRow): Promise<string | null> {
  const [sheet] = await orm
    .select({
      id: labSheetTable.id,
      project: labSheetTable.project,
      method: labSheetTable.methodKind,
      variant: labSheetTable.variant,
    })
    .from(labSheetTable)
    .where(
      and(
        eq(labSheetTable.method, Number(curve.method)),
        eq(labSheetTable.hazard, Number(curve.hazard)),
        eq(labSheetTable.state, recordMachine.initial),
        isNull(labSheetTable.deleteTime),
      ),
    )
    .orderBy(labSheetTable.id)
    .limit(1);
  const route =
    sheet &&
    methodRoutes.find(
      ({ kind, method, variant, part }) =>
        kind === 'curve' && method === sheet.method && variant === sheet.variant && part === curve.part,
    );
  return route ? `${route.path}?belongProject=${sheet.project}&phyId=${sheet.id}&curve=${curve.id}` : null;
}

/**
 * Returns forms, curves, nonconformities and declarations that were returned to the viewer, who had submitted them.
 * Work of a project's stage is among the to-dos instead.
 */
export async function returnedTodos(services: Services, registry: Registry, viewer: Viewer): Promise<ReturnedTodo[]> {
  const { orm } = services.database;
  const todos: ReturnedTodo[] = [];
  for (const { entity: name, stateAfterReturn, address } of returnableRows) {
    const resource = registry.named(name);
    const { entity, columns, table } = resource;
    const rows = (await orm
      .select(columns as Record<string, AnyPgColumn>)
      .from(table)
      .where(
        and(
          undeletedRows(resource),
          scopeOf(resource, viewer),
          inArray(columns.state as AnyPgColumn, [stateAfterReturn]),
        ),
      )
      .orderBy(columns.id)) as unknown as AnyRow[];
    const returnedById = await returnedFacts(
      orm,
      services.env.zone,
      { name: String(entity.stateMachine?.machine) },
      rows.map(({ id }) => ({ id, state: stateAfterReturn })),
      viewer.user.id,
    );
    for (const row of rows) {
      const returnedFact = returnedById.get(row.id);
      const path = returnedFact && (address(row) ?? (await curveAddress(orm, row)));
      if (path)
        todos.push({
          entity: name,
          id: row.id,
          title: `${entity.label}${String(row[entity.titleField] ?? '')}`,
          path,
          returned: returnedFact,
        });
    }
  }
  return todos;
}
