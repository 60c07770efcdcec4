import { Input } from 'antd';
import type { LongTextField, SecretField, TextField } from '@contract/field';
import { defaultMax } from '@contract/field';
import type { FieldInputProps, FilterProps } from './fieldInputTypes';

const isCode = (field: TextField): boolean =>
  ['unifiedCode', 'mobile', 'phone', 'telephone', 'ip', 'userName', 'number'].includes(field.rule ?? '');

/** Input of a short text. An empty one gives null. */
export function TextInput({ field, value, onChange, ...rest }: FieldInputProps<TextField, string>) {
  return (
    <Input
      {...rest}
      value={value ?? ''}
      maxLength={field.max ?? defaultMax.text}
      className={isCode(field) ? 'mono' : undefined}
      onChange={(event) => onChange?.(event.target.value)}
      autoComplete="off"
      placeholder={`请输入${field.label}`}
    />
  );
}

/** Input of a text of several lines. */
export function LongTextInput({ field, value, onChange, ...rest }: FieldInputProps<LongTextField, string>) {
  return (
    <Input.TextArea
      {...rest}
      value={value ?? ''}
      maxLength={field.max ?? defaultMax.longText}
      autoSize={{ minRows: 2, maxRows: 8 }}
      onChange={(event) => onChange?.(event.target.value)}
      placeholder={`请输入${field.label}`}
    />
  );
}

/** Input of a secret. It starts empty and is hidden. */
export function SecretInput({ field, value, onChange, ...rest }: FieldInputProps<SecretField, string>) {
  return (
    <Input.Password
      {...rest}
      value={value ?? ''}
      autoComplete="new-password"
      onChange={(event) => onChange?.(event.target.value)}
      placeholder={`请输入${field.label}`}
    />
  );
}

/** Filter by part of a text, applied on Enter. */
export function TextFilter({ field, value, onChange, onSearch }: FilterProps) {
  return (
    <Input
      allowClear
      value={(value as string | undefined) ?? ''}
      placeholder={field.label}
      aria-label={field.label}
      onChange={(event) => {
        onChange(event.target.value);
        // Clearing by the icon applies the filter at once.
        if (event.target.value === '' && event.type === 'click') onSearch('');
      }}
      onPressEnter={(event) => onSearch(event.currentTarget.value)}
    />
  );
}
