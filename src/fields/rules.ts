import type { FormRule } from 'antd';
import type { Field } from '@contract/field';
import { fieldSchema } from '@contract/schema';

/** What was typed or pasted and could not be read: the text stays in its field with the reason. */
export interface UnreadText {
  readonly text: string;
  readonly message: string;
}

/**
 * One antd rule over the contract's schema: there is no second set of rules in the console.
 * @param unread a text that came from elsewhere and is no value of the field: refused with its own reason for as long
 * as it stands there
 */
export function formRules(field: Field, unread?: UnreadText): FormRule[] {
  const schema = fieldSchema(field);
  return [
    {
      // `required` only draws the mark; the schema below says the message.
      validator: async (_rule, value: unknown) => {
        if (unread && value === unread.text) throw new Error(unread.message);
        const result = schema.safeParse(value);
        if (!result.success) throw new Error(result.error.issues[0]?.message ?? '填写有误');
      },
    },
  ];
}
