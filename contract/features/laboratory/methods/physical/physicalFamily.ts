import type { CalculationFamily } from '../calculation/methodFamily';
import { type PhysicalForm, formRow, measuredBy } from './physicalForm';

/** Returns the calculation of a form's rows. */
export const familyOf = (form: PhysicalForm): CalculationFamily => ({
  responses: form.startingReadings,
  dependsOnAirVolume: false,
  subtractsBlanks: false,
  readContents: (row) => ({ contents: { value: form.value(formRow(row)).value }, notes: [] }),
  measure: (row) => measuredBy(form, formRow(row)),
});
