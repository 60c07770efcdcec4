import { and, inArray, isNull } from 'drizzle-orm';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { hazardTable } from '@server/db/schema';
import { registry } from '@server/resources';
import { demoReagents, demoStandards, labInstruments } from './stock';

/**
 * Adds the laboratory's instruments, standards and reagents.
 * @param dayFromNow returns a day relative to today
 */
export async function addStock(
  tx: Orm,
  organizationId: number,
  dayFromNow: (days: number) => string,
  calibratedFor: (due: string, months: number) => string,
  keeper: number,
): Promise<void> {
  await insertMany(
    tx,
    registry.named('equipment'),
    labInstruments.map(({ draft, left, months, boughtDaysAgo }) => {
      const calibrationDue = dayFromNow(left);
      return {
        draft: {
          ...draft,
          calibrationDue,
          calibratedOn: calibratedFor(calibrationDue, months),
          boughtOn: dayFromNow(-boughtDaysAgo),
          keeper,
        },
        organizationId,
      };
    }),
  );
  const names = [...new Set(demoStandards.flatMap(({ hazards }) => hazards))];
  const found = await tx
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(and(inArray(hazardTable.name, names), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
  const idOf = new Map(found.map(({ id, name }) => [name, id]));
  const days = ({ received, opened, until }: { received: number; opened: number | null; until: number }) => ({
    receivedOn: dayFromNow(received),
    openedOn: opened === null ? null : dayFromNow(opened),
    validUntil: dayFromNow(until),
  });
  await insertMany(
    tx,
    registry.named('standard'),
    demoStandards.map(({ draft, hazards, ...rest }) => {
      const ids = hazards.map((name) => {
        const id = idOf.get(name);
        if (id === undefined) throw new Error(`the library has no hazard called ${name}`);
        return id;
      });
      return {
        draft: {
          ...draft,
          ...days(rest),
          hazard: ids.length === 1 ? ids[0] : null,
          composition: ids.length > 1 ? ids : [],
        },
        organizationId,
      };
    }),
  );
  await insertMany(
    tx,
    registry.named('reagent'),
    demoReagents.map(({ draft, ...rest }) => ({ draft: { ...draft, ...days(rest) }, organizationId })),
  );
}
