import { Input } from 'antd';
import { useState } from 'react';
import type { KeyedField } from '@contract/field';
import type { FieldInputProps } from './fieldInputTypes';

const formatKeyValues = (value: Readonly<Record<string, string>> | null | undefined): string =>
  Object.entries(value ?? {})
    .map(([key, text]) => `${key}：${text}`)
    .join('\n');

const parseKeyed = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, key = '', value = ''] = /^([^：:]+)[：:](.*)$/.exec(line.trim()) ?? [];
      return key.trim() && value.trim() ? [[key.trim(), value.trim()]] : [];
    }),
  );

/**
 * Text area for names and values, one entry per line as `名称：内容`. Pages with fixed names have inputs of their own.
 */
export function KeyedInput({
  field: _field,
  value,
  onChange,
  ...rest
}: FieldInputProps<KeyedField, Readonly<Record<string, string>>>) {
  const [text, setText] = useState(() => formatKeyValues(value));
  return (
    <Input.TextArea
      {...rest}
      autoSize={{ minRows: 2, maxRows: 8 }}
      placeholder="每行一项，例如：色谱柱：FFAP 30 m×0.32 mm"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange?.(parseKeyed(event.target.value));
      }}
    />
  );
}
