import { type StandardEdition, standardEditionOn, standardEditions } from '@contract/arithmetic/limits/standardEdition';
import type { Row } from '@contract/entity';
import type { labSheet } from '../entities/labSheet';

type RecordDates = Pick<Row<typeof labSheet>, 'receivedOn' | 'testDate'>;

/**
 * Returns the rules for a record as a whole: those of its newest sampling day. Incoming samples have no sampling day;
 * for them the day of reception, else of the test, counts. A record without any day follows the newest rules.
 * @param rows of the record, each with its sampling day, `YYYY-MM-DD`
 */
export function normSetOfRecord(
  sheet: RecordDates,
  rows: readonly { readonly sampledOn: string | null }[],
): StandardEdition {
  const days = rows.flatMap(({ sampledOn }) => sampledOn ?? []);
  const day =
    days.length > 0
      ? days.reduce((newest, candidate) => (candidate > newest ? candidate : newest))
      : (sheet.receivedOn ?? sheet.testDate);
  return day === null ? (standardEditions.at(-1) as StandardEdition) : standardEditionOn(day);
}
