import type { PhysicalForm } from '@contract/features/laboratory/methods/physical/physicalForm';
import { type FieldError, fieldSchema } from '@contract/schema';

/** Returns the on-site readings that belong to the form. Empty readings and keys of other forms are dropped. */
export const measuredOf = (
  form: PhysicalForm,
  measured: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(measured ?? {}).filter(([key, value]) => Object.hasOwn(form.readings, key) && value.trim() !== ''),
  );

/** Converts a text to a whole number. Any other text is returned unchanged; the field's rule refuses it. */
const wholeOf = (text: string): number | string => (/^-?\d+(?:\.0+)?$/.test(text) ? Number(text) : text);

/** Returns the errors of invalid readings; each error has the field name `measured.<key>`. */
export function measuredFaults(
  form: PhysicalForm,
  measured: Readonly<Record<string, string>> | null | undefined,
): FieldError[] {
  return Object.entries(measuredOf(form, measured)).flatMap(([key, value]) => {
    const field = form.readings[key];
    const checked = field ? fieldSchema(field).safeParse(field.kind === 'integer' ? wholeOf(value) : value) : null;
    return checked && !checked.success
      ? [{ field: `measured.${key}`, message: `${field?.label ?? key}：${checked.error.issues[0]?.message ?? ''}` }]
      : [];
  });
}
