import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { fixedDictionaries } from '@contract/dictionaries';
import { serviceFormTable } from '@server/db/schema';

/** Kind of a sheet of the service (GBZ 331-2024 appendices C to N). */
export type SheetKind = (typeof fixedDictionaries.serviceFormKind)[number]['value'];

/**
 * Returns the condition of completed sheets, which everybody whom the form names has signed. Without a kind or a
 * project it holds for every kind or every project.
 */
export const isCompletedSheet = ({ kind, project }: { kind?: SheetKind; project?: number }): SQL | undefined =>
  and(
    project === undefined ? undefined : eq(serviceFormTable.project, project),
    kind === undefined ? undefined : eq(serviceFormTable.formKind, kind),
    eq(serviceFormTable.state, 'completed'),
    isNull(serviceFormTable.deleteTime),
  );
