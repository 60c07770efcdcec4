import { Form, type FormProps } from 'antd';
import { type ReactNode, useId } from 'react';

type PaneFormProps<Values> = Omit<FormProps<Values>, 'children'> & { readonly children?: ReactNode };

/**
 * A form whose inputs have ids of their own. Pages stay mounted behind their tabs, so two forms with a field of one
 * name are in the document at once, and a label must not focus the other one's input.
 */
export function PaneForm<Values = unknown>({ name, children, ...props }: PaneFormProps<Values>) {
  return (
    <Form<Values> name={`${name ?? ''}${useId()}`} {...props}>
      {children}
    </Form>
  );
}

/** Returns the field of an input in a `PaneForm` by the input's id, which is the form's name and the field's. */
export const fieldOfInput = (id: string): string => id.slice(id.lastIndexOf('_') + 1);
