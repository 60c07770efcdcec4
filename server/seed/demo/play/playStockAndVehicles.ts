import { builtInTable } from '@server/db/schema';
import type { DayOf, DemoActors } from './demoActors';
import { playStock } from './playStock';
import { playVehicles } from './playVehicles';

const playedKey = 'demo:store:played';

/**
 * Plays the stock ledger and the vehicle plans by the product's own calls. After an interruption existing entries
 * stay.
 */
export async function playStockAndVehicles(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  await playStock(actors, dayOf);
  await playVehicles(actors, dayOf);
  await orm.insert(builtInTable).values({ key: playedKey, rowId: 0 }).onConflictDoNothing();
}

/** Returns whether stock and vehicles have to be played: once, in a database with the demonstration. */
export const isStockAndVehiclesDue = (recordedIds: ReadonlyMap<string, number>): boolean =>
  recordedIds.size > 0 && !recordedIds.has(playedKey);
