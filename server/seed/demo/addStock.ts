import { and, inArray, isNull } from 'drizzle-orm';
import { registry } from '@server/app/resources';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { hazardTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { addInstruments, type InstrumentOwner } from './demoInstruments';
import { labInstruments } from './demoLabInstruments';
import { demoReagents } from './lots/demoReagents';
import { demoStandards } from './lots/demoStandards';

/** Adds the laboratory's instruments, standards and reagents. */
export async function addStock(services: Services, tx: Orm, instrumentOwner: InstrumentOwner): Promise<void> {
  const { dayFromNow } = instrumentOwner;
  const organizationId = instrumentOwner.owner.id;
  await addInstruments(services, tx, instrumentOwner, labInstruments);
  const names = [...new Set(demoStandards.flatMap(({ hazards }) => hazards))];
  const hazardRows = await tx
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(and(inArray(hazardTable.name, names), isNull(hazardTable.organizationId), isNull(hazardTable.deleteTime)));
  const idOf = new Map(hazardRows.map(({ id, name }) => [name, id]));
  const days = ({ received, opened, until }: { received: number; opened: number | null; until: number }) => ({
    receivedOn: dayFromNow(received),
    openedOn: opened === null ? null : dayFromNow(opened),
    validUntil: dayFromNow(until),
  });
  await insertMany(
    tx,
    registry.named('standard'),
    demoStandards.map(({ draft, hazards, ...dayOffsets }) => {
      const ids = hazards.map((name) => {
        const id = idOf.get(name);
        if (id === undefined) throw new Error(`the library has no hazard called ${name}`);
        return id;
      });
      return {
        draft: {
          ...draft,
          ...days(dayOffsets),
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
    demoReagents.map(({ draft, ...dayOffsets }) => ({ draft: { ...draft, ...days(dayOffsets) }, organizationId })),
  );
}
