import type { Row } from '@contract/entity';
import type { LimitOrigin } from '../detection/limitOrigin';
import type { labSheet } from '../entities/labSheet';
import { formOfLayout } from '../methods/physical/physicalForms';
import { carriedText, labSheetTexts } from '../sheetTexts';
import { methodOf, sheetOf } from './labWork';

type RecordHeadFields = Pick<
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
> & { readonly carriedFrom?: number | null };

/**
 * Returns whether a record needs a standard, reagents and a detection limit. On-site measurements and outsourced
 * tests need none.
 */
export const isAnalysed = ({ methodKind, layout }: Pick<RecordHeadFields, 'methodKind' | 'layout'>): boolean =>
  methodKind !== 'outsourced' && !formOfLayout(layout);

/**
 * Lists the data that the head of a record lacks before signing, one sentence each (DOMAIN §7.3).
 * @param origin of its detection limit; a typed limit needs a stated source (ISO/IEC 17025 7.5.1)
 */
export function missingHeadFields(sheet: RecordHeadFields, origin: LimitOrigin | null): string[] {
  const kind = methodOf({ methodKind: sheet.methodKind });
  const isOutsourced = kind === 'outsourced';
  const byEye = kind === 'visualColorimetry';
  // Free silica needs a curve only for infrared and diffraction; a row without the needed curve reports it itself.
  const noCurve = byEye
    ? labSheetTexts.noSeries
    : sheetOf(sheet).curve && kind !== 'freeSilica'
      ? labSheetTexts.noCurve
      : null;
  return [
    sheet.carriedFrom ? carriedText : null,
    sheet.testDate === null ? labSheetTexts.noTestDate : null,
    sheet.instrument === null && !isOutsourced && !byEye ? labSheetTexts.noInstrument : null,
    !isOutsourced && (sheet.envTemperature === null || sheet.envHumidity === null) ? labSheetTexts.noEnvironment : null,
    sheet.curve === null ? noCurve : null,
    isAnalysed(sheet) && sheetOf(sheet).detection === 'blanks' && !sheet.lod && !sheet.loq
      ? labSheetTexts.noLimit
      : null,
    origin === 'typed' && isAnalysed(sheet) && !sheet.lodSource?.trim() ? labSheetTexts.noLodSource : null,
  ].filter((message) => message !== null);
}
