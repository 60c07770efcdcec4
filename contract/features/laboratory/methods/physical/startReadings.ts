import type { PhysicalForm } from './form';

/** Readings of the general record that a form has, too. */
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
 * What a row of a form starts with: the form's own, what the sampling says, and over it what was measured on site.
 * @param mode of the sampling: what a person carries is a dosimeter
 */
export function startReadings(
  form: PhysicalForm,
  mode: string | null,
  measured: Readonly<Record<string, string>> | null,
): Record<string, string> {
  const personal: Record<string, string> =
    mode === 'personal' && Object.hasOwn(form.readings, 'noiseKind') ? { noiseKind: 'personal' } : {};
  return { ...initialOf(form), ...personal, ...keptOf(form, measured ?? {}) };
}
