import type { PhysicalForm } from '@contract/features/laboratory/methods/physical/physicalForm';
import { type FieldError, fieldSchema } from '@contract/schema';

/** Returns the on-site readings that belong to the form. Empty readings and keys of other forms are dropped. */
export const measuredOf = (
  form: PhysicalForm,
  measuredTexts: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(measuredTexts ?? {}).filter(
      ([key, value]) => Object.hasOwn(form.readings, key) && value.trim() !== '',
    ),
  );

/** Converts a text to a whole number. Any other text is returned unchanged; the field's rule refuses it. */
const wholeOf = (text: string): number | string => (/^-?\d+(?:\.0+)?$/.test(text) ? Number(text) : text);

/** Returns the errors of invalid readings; each error has the field name `measured.<key>`. */
export function measuredFaults(
  form: PhysicalForm,
  measuredTexts: Readonly<Record<string, string>> | null | undefined,
): FieldError[] {
  return Object.entries(measuredOf(form, measuredTexts)).flatMap(([key, value]) => {
    const field = form.readings[key];
    const checkedValue = field ? fieldSchema(field).safeParse(field.kind === 'integer' ? wholeOf(value) : value) : null;
    return checkedValue && !checkedValue.success
      ? [
          {
            field: `measured.${key}`,
            message: `${field?.label ?? key}：${checkedValue.error.issues[0]?.message ?? ''}`,
          },
        ]
      : [];
  });
}
