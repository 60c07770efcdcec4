import { buildTable } from '@contract/workbook/mapping/buildTable';
import { runParts } from './runParts';

/** Shapes a table without pauses. */
export function shapeTable(...given: Parameters<typeof buildTable>) {
  return runParts(buildTable(...given));
}
