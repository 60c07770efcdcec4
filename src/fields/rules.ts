import type { Field } from '@contract/field';
import { fieldSchema } from '@contract/schema';
import type { FormRule } from 'antd';

/** One antd rule over the contract's schema: there is no second set of rules in the console. */
export function formRules(field: Field): FormRule[] {
  const schema = fieldSchema(field);
  return [
    {
      // `required` only draws the mark; the schema below says the message.
      validator: async (_rule, value: unknown) => {
        const result = schema.safeParse(value);
        if (!result.success) throw new Error(result.error.issues[0]?.message ?? '填写有误');
      },
    },
  ];
}
