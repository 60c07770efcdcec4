import type { PhysicalForm } from './physicalForm';

/** Returns the readings of the general record that the form also has. */
const keptOf = (form: PhysicalForm, readings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readings).filter(([key, value]) => Object.hasOwn(form.readings, key) && value !== ''),
  );

const initialOf = ({ readings }: PhysicalForm): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readings).flatMap(([key, field]) =>
      field.initial === undefined ? [] : [[key, String(field.initial)]],
    ),
  );

/**
 * Returns the initial readings of a row: the form's defaults and the facts of the sampling, overwritten by on-site
 * measurements.
 * @param mode of the sampling; for a personal sampling the meter is a dosimeter
 */
export function startReadings(
  form: PhysicalForm,
  mode: string | null,
  measuredTexts: Readonly<Record<string, string>> | null,
): Record<string, string> {
  const personal: Record<string, string> =
    mode === 'personal' && Object.hasOwn(form.readings, 'noiseKind') ? { noiseKind: 'personal' } : {};
  return { ...initialOf(form), ...personal, ...keptOf(form, measuredTexts ?? {}) };
}
