import type { ComponentType, FocusEvent } from 'react';
import type { Field } from '@contract/field';

/** Props of an input. antd's Form.Item passes `value`, `onChange` and `id`; the form passes `field`. */
export interface FieldInputProps<F extends Field = Field, V = unknown> {
  readonly field: F;
  readonly value?: V | null;
  readonly onChange?: (value: V | null) => void;
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly 'aria-required'?: boolean | 'true' | 'false';
}

/** Props of a filter. `onChange` reports each keystroke, `onSearch` applies the filter. */
export interface FilterProps {
  readonly field: Field;
  readonly value: string | readonly string[] | undefined;
  readonly onChange: (value: string | readonly string[] | undefined) => void;
  readonly onSearch: (value: string | readonly string[] | undefined) => void;
}

export type FieldInput = ComponentType<FieldInputProps<never, never>>;
export type FieldFilter = ComponentType<FilterProps>;
