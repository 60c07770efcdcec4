import { median, round } from './line';
import { pdfmakeAlone } from './reportPdf/run';

/** s, on the machine on which quality.md set its goals: "report PDF, 2,000 rows: pdfmake alone". */
const there = 1.6;

/** Returns the ratio of the same work's duration here to that machine's. Goals in seconds are read with it. */
export function slowness(): number {
  const here = median([pdfmakeAlone(2000), pdfmakeAlone(2000), pdfmakeAlone(2000)].map(({ took }) => took[0] / 1000));
  return round(here / there, 2);
}
