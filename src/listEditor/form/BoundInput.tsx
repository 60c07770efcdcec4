import { inputs } from '@/fields/fieldInputs';
import type { Field } from '@contract/field';

/** Renders the input of the field's kind. antd passes `value`, `onChange` and `id`. */
export function BoundInput({ field, ...rest }: { field: Field }) {
  const Input = inputs[field.kind];
  return <Input field={field as never} {...(rest as object)} />;
}
