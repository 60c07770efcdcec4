import type { labSheet } from '../entities/lab/labSheet';
import type { Row } from '../entity';
import { labSheetTexts } from '../labSheetTexts';
import { methodOf, sheetOf } from './labWork';

/** What the head of a record must say before it is signed and does not say yet, each as a sentence (DOMAIN §7.3). */
export function headNeeds(sheet: Pick<Row<typeof labSheet>, 'methodKind' | 'testDate' | 'instrument' | 'envTemperature' | 'envHumidity' | 'curve'>): string[] {
  const kind = methodOf({ methodKind: sheet.methodKind });
  const outside = kind === 'outsourced';
  const byEye = kind === 'visualColorimetry';
  // Free silica wants a curve for infrared and diffraction alone; a row that can't do without says so itself.
  const noCurve = byEye ? labSheetTexts.noSeries : sheetOf(sheet).curve && kind !== 'freeSilica' ? labSheetTexts.noCurve : null;
  return [
    sheet.testDate === null ? labSheetTexts.noTestDate : null,
    sheet.instrument === null && !outside && !byEye ? labSheetTexts.noInstrument : null,
    !outside && (sheet.envTemperature === null || sheet.envHumidity === null) ? labSheetTexts.noEnvironment : null,
    sheet.curve === null ? noCurve : null,
  ].filter((one) => one !== null);
}
