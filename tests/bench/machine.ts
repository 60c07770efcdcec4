import { median, round } from './line';
import { pdfmakeAlone } from './reportPdf/run';

/** s, on the machine on which PERFORMANCE.md set its goals: "report PDF, 2,000 rows: pdfmake alone". */
const there = 1.6;

/** How many times as long as there the same work takes here and now: what goals in seconds are to be read with. */
export function slowness(): number {
  const here = median([pdfmakeAlone(2000), pdfmakeAlone(2000), pdfmakeAlone(2000)].map(({ took }) => took[0] / 1000));
  return round(here / there, 2);
}
