import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  type Uncertainty,
  uncertaintyFor,
  type UncertaintyOfMethod,
} from '@contract/arithmetic/curves/measurementUncertainty';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import type { Orm } from '@server/db/orm';
import { labSheetTable, recordContentTable } from '@server/db/schema';
import { methodItemOf } from '@server/features/library/methods/methodItems';

export type MethodUncertainty = Partial<UncertaintyOfMethod> | null;

/**
 * Returns a lookup of a record's uncertainty from 方法库, which reads each entry once; for a submitted record as it
 * was then.
 */
export async function uncertaintiesOf(
  orm: Orm,
  projectId: number,
): Promise<(of: typeof labSheetTable.$inferSelect) => Promise<MethodUncertainty>> {
  const [sheet, contentTable] = [labSheetTable, recordContentTable];
  const storedItems = await orm
    .select({ id: sheet.id, item: sql<MethodUncertainty>`${contentTable.content} #> '{work,item}'` })
    .from(sheet)
    .innerJoin(contentTable, eq(contentTable.sheetId, sheet.id))
    .where(and(eq(sheet.project, projectId), isNull(sheet.deleteTime)));
  const itemBySheet = new Map(storedItems.map(({ id, item }) => [id, Promise.resolve(item)]));
  return (record) => {
    const methodItem = itemBySheet.get(record.id) ?? methodItemOf(orm, record);
    itemBySheet.set(record.id, methodItem);
    return methodItem;
  };
}

/** Returns the expanded uncertainty U of a measured result; a result below its minimum has none. */
export const uncertaintyOfRow = (
  { num, censored }: Result,
  unit: string | null,
  methodUncertainty: MethodUncertainty,
  testedOn: string | null,
): Uncertainty | null => (censored ? null : uncertaintyFor(methodUncertainty, num, unit, testedOn));
