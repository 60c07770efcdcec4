import { shaping } from '@contract/workbook/mapping/shape';

/** Shapes a table without pauses. */
export function shapeTable(...given: Parameters<typeof shaping>) {
  const work = shaping(...given);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
