import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import {
  isRecordField,
  mergeRecord,
  type RecordBody,
  type RecordValues,
} from '@contract/features/fieldwork/samples/recordFields';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { toolProblem } from '@contract/features/fieldwork/samples/toolProblem';
import { failures } from '@contract/messages';
import type { FieldError } from '@contract/schema';
import { fieldSchema } from '@contract/schema';
import { once } from '@server/crud/idempotent';
import { type Desk, find } from '@server/crud/operations';
import { assertReferences } from '@server/crud/references';
import type { Orm } from '@server/db/orm';
import { equipmentTable, samplingDayTable } from '@server/db/schema';
import { assertOpenWhile, whileSampling } from '@server/features/projects/projectPart';
import { invalid, notFound, Refusal } from '@server/http/errors';
import { storeReadings } from './collect';
import { toolsOf } from './site';

/**
 * Checks each value by its field's own rules and returns it in stored form.
 * @throws Refusal 400 for an invalid value, or without a value
 */
export function checkedFields(
  { resource }: Desk,
  values: Readonly<Record<string, unknown>>,
  isTaken: (name: string) => boolean,
): Record<string, unknown> {
  const errors: FieldError[] = [];
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = resource.entity.fields[name];
    if (!field || !isTaken(name)) continue;
    const result = fieldSchema(field).safeParse(value);
    if (result.success) checked[name] = result.data;
    else errors.push({ field: name, message: result.error.issues[0]?.message ?? failures.invalid });
  }
  if (errors.length) throw invalid(errors);
  if (!Object.keys(checked).length) throw invalid([{ field: 'values', message: siteTexts.nothingToRecord }]);
  return checked;
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
  const tool = (await toolsOf(tx, projectId, { alsoBack: true })).find(({ id }) => id === equipmentId);
  if (!tool) {
    const [named] = await tx
      .select({ eqpNo: equipmentTable.eqpNo })
      .from(equipmentTable)
      .where(eq(equipmentTable.id, equipmentId));
    throw refuse(siteTexts.equipmentNotOut(named?.eqpNo ?? ''));
  }
  const problem = toolProblem(tool, sampledOn);
  if (problem) throw refuse(problem);
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

function conflictOf({ resource }: Desk, current: AnyRow, names: readonly string[]): Refusal {
  const who = String(current.updateByName ?? '他人');
  const errors = names.map((field) => {
    const shown = current[`${field}Name`] ?? current[field];
    return {
      field,
      message: siteTexts.changedByOther(
        resource.entity.fields[field]?.label ?? field,
        who,
        Array.isArray(shown) ? shown.join('、') : String(shown ?? '空'),
      ),
    };
  });
  return new Refusal(409, 'stale', errors[0]?.message ?? failures.stale, { errors, current });
}

/**
 * Stores one sample's readings from the field, merged by field with changes that other people made meanwhile.
 * @throws Refusal 404; 409 with both values where another person changed the same field
 */
export function recordSample(desk: Desk, body: RecordBody): Promise<AnyRow> {
  const { services, registry, call } = desk;
  const values = checkedFields(desk, body.values, isRecordField) as RecordValues;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const [before] = await find(desk, tx, [body.id], true);
      if (!before) throw notFound();
      await assertOpenWhile(tx, registry, call, Number(before.project), whileSampling);
      const { changes, conflicts } = mergeRecord(
        before,
        { values, base: body.base ?? {} },
        body.version === before.version,
      );
      if (conflicts.length) throw conflictOf(desk, before, conflicts);
      if (!Object.keys(changes).length) return before;
      const sampledOn = await dayOf(tx, before);
      await assertReferences(desk, tx, changes, before);
      if (changes.equipment) await assertUsable(tx, Number(before.project), changes.equipment, sampledOn);
      return storeReadings(desk, tx, before, changes, sampledOn);
    }),
  );
}
