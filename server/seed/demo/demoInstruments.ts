import { registry } from '@server/app/resources';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import type { Services } from '@server/services';
import { certificateFile } from './demoCertificates';
import type { fieldInstruments } from './demoEquipment';

export interface InstrumentOwner {
  readonly owner: { readonly id: number; readonly name: string };
  /** Returns the day (`YYYY-MM-DD`) that is a number of days from today. */
  readonly dayFromNow: (days: number) => string;
  /** Id of the person who keeps the instruments. */
  readonly keeper: number;
}

/** Returns the day of a calibration: the day after its last valid day, a number of months earlier. */
function calibratedFor(dueOn: string, months: number): string {
  const [year, month, day] = dueOn.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day + 1, 28))).toISOString().slice(0, 10);
}

type DemoInstrument = (typeof fieldInstruments)[number];

/** Adds instruments, each with its certificate as a file. */
export async function addInstruments(
  services: Services,
  tx: Orm,
  { owner, dayFromNow, keeper }: InstrumentOwner,
  instruments: readonly DemoInstrument[],
): Promise<void> {
  const rows = [];
  for (const { draft, left, months, boughtDaysAgo } of instruments) {
    const calibrationDue = dayFromNow(left);
    const calibratedOn = calibratedFor(calibrationDue, months);
    const certificate = await certificateFile(services, tx, owner, { ...draft, calibratedOn, calibrationDue });
    const boughtOn = dayFromNow(-boughtDaysAgo);
    rows.push({
      draft: { ...draft, calibrationDue, calibratedOn, boughtOn, keeper, certificate },
      organizationId: owner.id,
    });
  }
  await insertMany(tx, registry.named('equipment'), rows);
}
