import type { FormRule } from 'antd';
import type { Field } from '@contract/field';
import { fieldSchema } from '@contract/schema';

/** A typed or pasted text that could not be read. The field keeps it and shows the reason. */
export interface UnreadText {
  readonly text: string;
  readonly message: string;
}

/**
 * Returns the antd rule of a field. It applies the contract's schema, so there is no second set of rules.
 * @param unreadText a pasted text that could not be converted; refused with its reason while the field contains it
 */
export function formRules(field: Field, unreadText?: UnreadText): FormRule[] {
  const schema = fieldSchema(field);
  return [
    {
      // `required` only draws the mark; the schema gives the message.
      validator: async (_rule, value: unknown) => {
        if (unreadText && value === unreadText.text) throw new Error(unreadText.message);
        const result = schema.safeParse(value);
        if (!result.success) throw new Error(result.error.issues[0]?.message ?? `“${field.label}”填写有误`);
      },
    },
  ];
}
