import type { Row } from '@contract/entity';
import type { LimitOrigin } from '../detection/limitOrigin';
import type { labSheet } from '../entities/labSheet';
import { formOfLayout } from '../methods/physical/forms';
import { labSheetTexts } from '../sheetTexts';
import { methodOf, sheetOf } from './labWork';

type Head = Pick<
  Row<typeof labSheet>,
  | 'methodKind'
  | 'testDate'
  | 'instrument'
  | 'envTemperature'
  | 'envHumidity'
  | 'curve'
  | 'layout'
  | 'lodSource'
  | 'lod'
  | 'loq'
>;

/**
 * What a meter reads at the place, or another laboratory tests, has no standard, no reagent and no limit of detection.
 */
export const isAnalysed = ({ methodKind, layout }: Pick<Head, 'methodKind' | 'layout'>): boolean =>
  methodKind !== 'outsourced' && !formOfLayout(layout);

/**
 * What the head of a record must say before it is signed and does not say yet, each as a sentence (DOMAIN §7.3).
 * @param origin where its detection limit comes from: a typed one says so itself (ISO/IEC 17025 7.5.1)
 */
export function headNeeds(sheet: Head, origin: LimitOrigin | null): string[] {
  const kind = methodOf({ methodKind: sheet.methodKind });
  const outside = kind === 'outsourced';
  const byEye = kind === 'visualColorimetry';
  // Free silica wants a curve for infrared and diffraction alone; a row that can't do without says so itself.
  const noCurve = byEye
    ? labSheetTexts.noSeries
    : sheetOf(sheet).curve && kind !== 'freeSilica'
      ? labSheetTexts.noCurve
      : null;
  return [
    sheet.testDate === null ? labSheetTexts.noTestDate : null,
    sheet.instrument === null && !outside && !byEye ? labSheetTexts.noInstrument : null,
    !outside && (sheet.envTemperature === null || sheet.envHumidity === null) ? labSheetTexts.noEnvironment : null,
    sheet.curve === null ? noCurve : null,
    isAnalysed(sheet) && sheetOf(sheet).detection === 'blanks' && !sheet.lod && !sheet.loq
      ? labSheetTexts.noLimit
      : null,
    origin === 'typed' && isAnalysed(sheet) && !sheet.lodSource?.trim() ? labSheetTexts.noLodSource : null,
  ].filter((one) => one !== null);
}
