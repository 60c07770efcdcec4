import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import type { PrintedRecord, RecordParts } from '@contract/features/laboratory/paper/recordParts';
import { type LabWork, sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { currentEdition } from '@contract/print/paperEdition';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { undeletedRows } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable, incomingSampleTable, organizationTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import { inlinePictures } from '@server/print/inlinePictures';
import { timelineOf } from '@server/workflow/stepHistory';
import { recordInjections } from '../runs/recordInjections';
import { frozenRecord, type FrozenRecord } from './frozenRecord';
import { correctionsOf } from './recordCorrections';
import { sheetWorkOf } from './sheetWork';

/** Returns the undeleted rows of a part of the record or its curve, in order. */
async function partRows(
  { services, registry }: CrudContext,
  orm: Orm,
  name: string,
  parent: string,
  id: number,
): Promise<AnyRow[]> {
  const resource = registry.named(name);
  const column = resource.columns[parent] as PgColumn;
  const rows = await orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(eq(column, id), undeletedRows(resource)))
    .orderBy(asc(resource.columns['id'] as PgColumn));
  return presentRows(orm, registry, resource, rows, services.env.zone);
}

/**
 * Returns 受控编号 by the title of the record; the organization's own number has priority over the common one.
 * @param titles key of the answer, the title, and the title in the first edition of papers, which still matches a
 * number
 */
export async function controlNos(
  orm: Orm,
  organizationId: number | null,
  titles: readonly (readonly [layout: string, title: string, formerTitle?: string | undefined])[],
): Promise<Record<string, string>> {
  const owner: SQL | undefined =
    organizationId === null
      ? isNull(dictDetailTable.organizationId)
      : or(isNull(dictDetailTable.organizationId), eq(dictDetailTable.organizationId, organizationId));
  const matchingEntries = await orm
    .select({ title: dictDetailTable.value, no: dictDetailTable.label, own: dictDetailTable.organizationId })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        eq(dictTable.name, 'recordForm'),
        inArray(
          dictDetailTable.value,
          titles.flatMap(([, ...names]) => names.filter((name) => name !== undefined)),
        ),
        isNull(dictDetailTable.deleteTime),
        isNull(dictTable.deleteTime),
        owner,
      ),
    );
  return Object.fromEntries(
    titles.flatMap(([layout, ...names]) => {
      const namedEntries = names.flatMap((name) => matchingEntries.filter((entry) => entry.title === name));
      const no = (namedEntries.find(({ own }) => own !== null) ?? namedEntries[0])?.no;
      return no === undefined ? [] : [[layout, no]];
    }),
  );
}

/** Returns who delivered the samples of an incoming record, and when. Several values are joined. */
async function deliveryOf(orm: Orm, sampleIds: readonly number[]): Promise<RecordParts['delivery']> {
  if (!sampleIds.length) return null;
  const handOvers = await orm
    .select({ deliverer: incomingSampleTable.deliverer, deliveredOn: incomingSampleTable.deliveredOn })
    .from(incomingSampleTable)
    .where(
      and(
        inArray(incomingSampleTable.receivedAs, [...sampleIds]),
        isNotNull(incomingSampleTable.deliverer),
        isNull(incomingSampleTable.deleteTime),
      ),
    );
  const distinctText = (values: readonly (string | null)[]) =>
    [...new Set(values.filter((value) => value !== null))].join('、');
  return handOvers.length
    ? {
        deliverer: distinctText(handOvers.map(({ deliverer }) => deliverer)),
        deliveredOn: distinctText(handOvers.map(({ deliveredOn }) => deliveredOn)),
      }
    : null;
}

/** Returns the parts printed beside the record's data, as they are now. */
async function presentParts(
  context: CrudContext,
  orm: Orm,
  { sheet, curve, rows, group }: LabWork,
): Promise<FrozenRecord['parts']> {
  const [organization] =
    sheet.organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name })
          .from(organizationTable)
          .where(eq(organizationTable.id, sheet.organizationId));
  const injections = await recordInjections(orm, context.services.env.zone, sheet.id);
  return {
    edition: currentEdition,
    agency: organization?.name ?? '',
    controlNos: await controlNos(
      orm,
      sheet.organizationId,
      sheetOf(sheet).layouts.map(({ key, title, formerTitle }) => [key, title, formerTitle] as const),
    ),
    points: (curve
      ? await partRows(context, orm, 'labCurvePoint', 'curve', curve.id)
      : []) as unknown as RecordParts['points'],
    checks: (await partRows(context, orm, 'labCheck', 'sheet', sheet.id)) as unknown as RecordParts['checks'],
    detections: (await partRows(
      context,
      orm,
      'labDetection',
      'sheet',
      sheet.id,
    )) as unknown as RecordParts['detections'],
    ...(injections.length ? { injections } : {}),
    ...(group ? { group: { no: group.no, members: group.members.map(({ id }) => id) } } : {}),
    corrections: await correctionsOf(orm, context.registry, context.services.env.zone, sheet),
    delivery:
      sheet.variant === 'incoming'
        ? await deliveryOf(
            orm,
            rows.map(({ sample }) => sample),
          )
        : null,
  };
}

/**
 * Returns a record with everything that its paper shows; for a submitted record as it was then (QUALITY AUD5).
 * @throws Refusal 404, also for a record of another organization
 */
export async function printedRecordOf(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  id: number,
): Promise<PrintedRecord> {
  const labWork = await sheetWorkOf(context, orm, call, id);
  const { sheet, curve } = labWork;
  const { viewer } = call;
  const { steps } = await timelineOf(
    context.services,
    orm,
    recordMachine,
    { id, state: String(sheet.state), organizationId: sheet.organizationId },
    viewer,
    [],
  );
  return {
    work: labWork,
    parts: {
      ...((await frozenRecord(orm, id))?.parts ?? (await presentParts(context, orm, labWork))),
      steps,
      specimens: await inlinePictures(
        context.services,
        orm,
        steps.flatMap(({ signature }) => signature?.picture ?? []),
      ),
      curveSteps: curve
        ? (
            await timelineOf(
              context.services,
              orm,
              labCurveMachine,
              { id: curve.id, state: String(curve.state), organizationId: curve.organizationId },
              viewer,
              [],
            )
          ).steps
        : [],
    },
  };
}

/**
 * Returns a record as {@link printedRecordOf}, with the other records of its original record if several hazards share
 * one.
 * @throws Refusal 404
 */
export async function printedGroupOf(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  id: number,
): Promise<PrintedRecord> {
  const record = await printedRecordOf(context, orm, call, id);
  const otherRecords: PrintedRecord[] = [];
  for (const member of record.parts.group?.members ?? [])
    if (member !== id) otherRecords.push(await printedRecordOf(context, orm, call, member));
  return otherRecords.length ? { ...record, parts: { ...record.parts, others: otherRecords } } : record;
}
