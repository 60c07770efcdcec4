import type { AnyRow } from '@contract/entity';
import { planRecordFaults, planRecordFields, planRecordTexts } from '@contract/features/conformity/planRecord';
import { formatDay } from '@server/base/zone';
import { findVisibleRows, type OperationContext, updateRow } from '@server/crud/operations';
import { once } from '@server/crud/runOnce';
import { forbidden, invalid, notFound, stale } from '@server/http/errors';

/** Item and its record, as sent. */
interface PlanRecord {
  readonly id: number;
  readonly version: number;
  readonly [field: string]: unknown;
}

/**
 * Stores the record of an item of a yearly plan for the person in charge, who need not have the right to edit plans.
 * Other fields of the body are ignored.
 * @throws Refusal 400 with the faulty fields; 403 for another person; 404; 409 `stale` with the current row
 */
export async function recordPlan(context: OperationContext, planRecord: PlanRecord): Promise<AnyRow> {
  const { services, call } = context;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const [before] = await findVisibleRows(context, tx, [planRecord.id], true);
      if (!before) throw notFound();
      if (before.person !== call.viewer.user.id)
        throw forbidden(planRecordTexts.otherPerson(String(before.planTitle), String(before.personName ?? '')));
      if (before.version !== planRecord.version) throw stale(before);
      const values = Object.fromEntries(planRecordFields.map((name) => [name, planRecord[name] ?? null]));
      const faults = planRecordFaults(values, formatDay(services.now(), services.env.zone));
      if (faults.length) throw invalid(faults);
      return updateRow(context, tx, before, values, { action: 'edit' });
    }),
  );
}
