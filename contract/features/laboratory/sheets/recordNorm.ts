import { type NormSet, normSetOn, normSets } from '@contract/arithmetic/limits/normSet';
import type { Row } from '@contract/entity';
import type { labSheet } from '../entities/labSheet';

type Dated = Pick<Row<typeof labSheet>, 'receivedOn' | 'testDate'>;

/**
 * Returns the rules that a record as a whole is held to: those of its newest sampling day. Samples that a client
 * brought have none, and count by the day of their reception,
 * else of their test; a record without any day follows the newest rules.
 * @param rows of the record, each with the day of its sampling, `YYYY-MM-DD`
 */
export function normSetOfRecord(sheet: Dated, rows: readonly { readonly sampledOn: string | null }[]): NormSet {
  const days = rows.flatMap(({ sampledOn }) => sampledOn ?? []);
  const day =
    days.length > 0
      ? days.reduce((newest, one) => (one > newest ? one : newest))
      : (sheet.receivedOn ?? sheet.testDate);
  return day === null ? (normSets.at(-1) as NormSet) : normSetOn(day);
}
