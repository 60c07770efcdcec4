import type { ComponentType, FocusEvent } from 'react';
import type { Field } from '@contract/field';

/** Given by antd's Form.Item (`value`, `onChange`, `id`) and by the form (`field`). */
export interface FieldInputProps<F extends Field = Field, V = unknown> {
  readonly field: F;
  readonly value?: V | null;
  readonly onChange?: (value: V | null) => void;
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly 'aria-required'?: boolean | 'true' | 'false';
}

/** A filter changes with each keystroke and searches when the person has decided. */
export interface FilterProps {
  readonly field: Field;
  readonly value: string | readonly string[] | undefined;
  readonly onChange: (value: string | readonly string[] | undefined) => void;
  readonly onSearch: (value: string | readonly string[] | undefined) => void;
}

export type FieldInput = ComponentType<FieldInputProps<never, never>>;
export type FieldFilter = ComponentType<FilterProps>;
