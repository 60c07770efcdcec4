import { Input, InputNumber, Space } from 'antd';
import { useState } from 'react';
import type { DecimalField, IntegerField } from '@contract/field';
import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalize';
import type { FieldInputProps, FilterProps } from './kind';

/** An input method in full-width mode gives １２０ and ．５; nobody means those. */
const plain = (text: string | undefined): string => dropBlanks(halfWidthThroughout(text ?? ''));

/**
 * A number as soon as it is one; else what was typed, which stays and fails its rule: neither 1.5 nor 约200 is mended
 * behind the person's back.
 */
const wholeOf = (text: string): number | string | null => {
  if (text === '') return null;
  const number = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(number) ? number : text;
};

/** Whole numbers, and text that is none until it is mended. */
export function IntegerInput({ field, value, onChange, ...rest }: FieldInputProps<IntegerField, number | string>) {
  return (
    <Input
      {...rest}
      inputMode="numeric"
      value={value ?? ''}
      suffix={field.unit}
      onChange={(event) => onChange?.(wholeOf(plain(event.target.value)))}
      autoComplete="off"
      placeholder={`请输入${field.label}`}
    />
  );
}

/**
 * Decimals travel as text: `1.50` stays 1.50, which antd's number input would show and give as 1.5. What is no number
 * stays and fails its rule.
 */
export function DecimalInput({ field, value, onChange, ...rest }: FieldInputProps<DecimalField, string>) {
  return (
    <Input
      {...rest}
      inputMode="decimal"
      value={value ?? ''}
      suffix={field.unit}
      onChange={(event) => onChange?.(plain(event.target.value) || null)}
      autoComplete="off"
      placeholder={`请输入${field.label}`}
    />
  );
}

/** `100~200`, either end open. */
export function NumberRangeFilter({ field, value, onChange, onSearch }: FilterProps) {
  const [from = '', to = ''] = (typeof value === 'string' ? value : '').split('~');
  const [ends, setEnds] = useState<[string, string] | null>(null);
  const shown: [string, string] = ends ?? [from, to];
  const join = (next: [string, string]) => (next[0] || next[1] ? `${next[0]}~${next[1]}` : undefined);
  const change = (next: [string, string]) => {
    setEnds(next);
    onChange(join(next));
  };
  const search = () => {
    onSearch(join(shown));
    setEnds(null);
  };
  return (
    <Space.Compact block>
      <InputNumber<string>
        stringMode
        controls={false}
        placeholder={`${field.label} 从`}
        aria-label={`${field.label}从`}
        value={shown[0] || null}
        style={{ width: '50%' }}
        onChange={(next) => change([next === null ? '' : String(next), shown[1]])}
        onPressEnter={search}
        onBlur={() => ends && search()}
      />
      <InputNumber<string>
        stringMode
        controls={false}
        placeholder="到"
        aria-label={`${field.label}到`}
        value={shown[1] || null}
        style={{ width: '50%' }}
        onChange={(next) => change([shown[0], next === null ? '' : String(next)])}
        onPressEnter={search}
        onBlur={() => ends && search()}
      />
    </Space.Compact>
  );
}
