import { buildTable } from '@contract/workbook/mapping/buildTable';

/** Shapes a table without pauses. */
export function shapeTable(...given: Parameters<typeof buildTable>) {
  const work = buildTable(...given);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
