import { eq } from 'drizzle-orm';
import { isRespirable } from '@contract/features/fieldwork/plan/planFacts';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { formOfLayout } from '@contract/features/laboratory/methods/physical/physicalForms';
import { startReadings } from '@contract/features/laboratory/methods/physical/startReadings';
import { layoutOf, readingsOfLayout } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import type { Orm } from '@server/db/orm';
import { labMethodTable, type sampleTable } from '@server/db/schema';
import type { StoredSheet } from '../openSheet';
import { startingEfficiencies } from '../sheetEfficiencies';

type MethodNumber = Pick<typeof labMethodTable.$inferSelect, 'standardNo' | 'title'>;

/** Returns the kind of dust that a method collects, by its standard or its title. */
const dustOf = (method: MethodNumber): string | null =>
  isRespirable(method)
    ? 'respirable'
    : /192\.1(?!\d)/.test(method.standardNo) || /总粉尘|总尘/.test(method.title)
      ? 'total'
      : null;

function initialReadings(kind: MethodKey, layout: string, method: MethodNumber): Record<string, string> {
  const dust = kind === 'dust' ? dustOf(method) : null;
  const readings: Readonly<Record<string, { readonly initial?: string | number | boolean }>> = readingsOfLayout(
    methodSheets[kind],
    layoutOf(methodSheets[kind], layout),
  );
  return {
    ...Object.fromEntries(
      readingKeys(kind, layout).flatMap((key) =>
        readings[key]?.initial === undefined ? [] : [[key, String(readings[key].initial)]],
      ),
    ),
    ...(dust ? { dustType: dust } : {}),
  };
}

export type StartedSheet = Pick<
  StoredSheet,
  'id' | 'organizationId' | 'method' | 'hazard' | 'methodKind' | 'layout' | 'variant'
>;

/** Fields that a row takes from its sample. */
export type StartedSample = Pick<
  typeof sampleTable.$inferSelect,
  'id' | 'sampleKind' | 'mode' | 'measured' | 'standardVolume'
>;

/**
 * Returns the first readings of rows: the values measured on site for a form; otherwise the initial values of the
 * method and the efficiency of the sample's lot.
 */
export async function firstReadings(
  tx: Orm,
  sheet: StartedSheet,
  samples: readonly StartedSample[],
): Promise<(sample: StartedSample | undefined) => Record<string, string>> {
  const [method] = await tx
    .select({ standardNo: labMethodTable.standardNo, title: labMethodTable.title })
    .from(labMethodTable)
    .where(eq(labMethodTable.id, sheet.method));
  const readings = initialReadings(
    sheet.methodKind as MethodKey,
    sheet.layout ?? 'main',
    method ?? { standardNo: '', title: '' },
  );
  const form = formOfLayout(sheet.layout);
  const efficiencies = await startingEfficiencies(
    tx,
    sheet,
    samples.filter(({ sampleKind }) => sampleKind !== 'blank').map(({ id }) => id),
  );
  return (sample) => {
    if (form) return startReadings(form, sample?.mode ?? null, sample?.measured ?? null);
    const efficiency = sample && efficiencies.get(sample.id);
    return { ...readings, ...(efficiency === undefined ? {} : { efficiency }) };
  };
}
