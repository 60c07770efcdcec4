import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import {
  isRecordField,
  mergeRecord,
  type RecordBody,
  type RecordValues,
} from '@contract/features/fieldwork/samples/recordFields';
import { siteInstrumentProblem } from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { failures } from '@contract/messages';
import type { FieldError } from '@contract/schema';
import { fieldSchema } from '@contract/schema';
import { assertReferences } from '@server/crud/checkReferences';
import { type OperationContext, findVisibleRows } from '@server/crud/operations';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { equipmentTable, samplingDayTable } from '@server/db/schema';
import { assertEditableStage, whileSampling } from '@server/features/projects/projectPart';
import { invalid, notFound, Refusal } from '@server/http/errors';
import { instrumentsOnSite } from './siteWork';
import { storeReadings } from './storeReadings';

/**
 * Checks each value by its field's own rules and returns it in stored form.
 * @throws Refusal 400 for an invalid value, or without a value
 */
export function checkedFields(
  { resource }: OperationContext,
  values: Readonly<Record<string, unknown>>,
  isTaken: (name: string) => boolean,
): Record<string, unknown> {
  const errors: FieldError[] = [];
  const checkedValues: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = resource.entity.fields[name];
    if (!field || !isTaken(name)) continue;
    const result = fieldSchema(field).safeParse(value);
    if (result.success) checkedValues[name] = result.data;
    else errors.push({ field: name, message: result.error.issues[0]?.message ?? failures.invalid });
  }
  if (errors.length) throw invalid(errors);
  if (!Object.keys(checkedValues).length) throw invalid([{ field: 'values', message: siteTexts.nothingToRecord }]);
  return checkedValues;
}

/**
 * Requires an instrument that was issued for the project and has a valid calibration on the day.
 * @throws Refusal 400 for an instrument that was not issued, is out of date or is unsuitable
 */
export async function assertUsable(
  tx: Orm,
  projectId: number,
  equipmentId: number,
  sampledOn: string | null,
): Promise<void> {
  const refuse = (message: string) => invalid([{ field: 'equipment', message }]);
  const instrument = (await instrumentsOnSite(tx, projectId, { alsoBack: true })).find(({ id }) => id === equipmentId);
  if (!instrument) {
    const [namedEquipment] = await tx
      .select({ eqpNo: equipmentTable.eqpNo })
      .from(equipmentTable)
      .where(eq(equipmentTable.id, equipmentId));
    throw refuse(siteTexts.equipmentNotOut(namedEquipment?.eqpNo ?? ''));
  }
  const instrumentProblem = siteInstrumentProblem(instrument, sampledOn);
  if (instrumentProblem) throw refuse(instrumentProblem);
}

/** Returns the date of a row's sampling day, `YYYY-MM-DD`; null without a day. */
export async function dayOf(tx: Orm, row: AnyRow): Promise<string | null> {
  if (!row.samplingDay) return null;
  const [day] = await tx
    .select({ sampledOn: samplingDayTable.sampledOn })
    .from(samplingDayTable)
    .where(eq(samplingDayTable.id, Number(row.samplingDay)));
  return day?.sampledOn ?? null;
}

function conflictOf({ resource }: OperationContext, current: AnyRow, names: readonly string[]): Refusal {
  const changedBy = String(current.updateByName ?? '他人');
  const errors = names.map((field) => {
    const currentValue = current[`${field}Name`] ?? current[field];
    return {
      field,
      message: siteTexts.changedByOther(
        resource.entity.fields[field]?.label ?? field,
        changedBy,
        Array.isArray(currentValue) ? currentValue.join('、') : String(currentValue ?? '空'),
      ),
    };
  });
  return new Refusal(409, 'stale', errors[0]?.message ?? failures.stale, { errors, current });
}

/**
 * Stores one sample's readings from the field, merged by field with changes that other people made meanwhile.
 * @throws Refusal 404; 409 with both values where another person changed the same field
 */
export function recordSample(context: OperationContext, body: RecordBody): Promise<AnyRow> {
  const { services, registry, call } = context;
  const values = checkedFields(context, body.values, isRecordField) as RecordValues;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const [before] = await findVisibleRows(context, tx, [body.id], true);
      if (!before) throw notFound();
      await assertEditableStage(tx, registry, call, Number(before.project), whileSampling);
      const { changes, conflicts } = mergeRecord(
        before,
        { values, base: body.base ?? {} },
        body.version === before.version,
      );
      if (conflicts.length) throw conflictOf(context, before, conflicts);
      if (!Object.keys(changes).length) return before;
      const sampledOn = await dayOf(tx, before);
      await assertReferences(context, tx, changes, before);
      if (changes.equipment) await assertUsable(tx, Number(before.project), changes.equipment, sampledOn);
      return storeReadings(context, tx, before, changes, sampledOn);
    }),
  );
}
