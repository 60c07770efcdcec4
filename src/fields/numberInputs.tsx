import { Input, InputNumber, Space } from 'antd';
import { useState } from 'react';
import type { DecimalField, IntegerField } from '@contract/field';
import { numberText } from '@contract/fields/normalizeText';
import type { FieldInputProps, FilterProps } from './fieldInputTypes';

/** Converts full-width digits and points (１２０, ．５), which an input method may produce, to ASCII. */
const toAscii = (text: string | undefined): string => numberText(text ?? '');

/**
 * Returns the number that a text contains, otherwise the text itself, which the field's rule refuses. Neither 1.5 nor
 * 约200 is changed silently.
 */
const wholeOf = (text: string): number | string | null => {
  if (text === '') return null;
  const number = Number(text);
  return /^-?\d+$/.test(text) && Number.isSafeInteger(number) ? number : text;
};

/** Input of an integer. Text that is no integer stays until it is corrected. */
export function IntegerInput({ field, value, onChange, ...rest }: FieldInputProps<IntegerField, number | string>) {
  return (
    <Input
      {...rest}
      inputMode="numeric"
      value={value ?? ''}
      suffix={field.unit}
      onChange={(event) => onChange?.(wholeOf(toAscii(event.target.value)))}
      autoComplete="off"
      placeholder={`请输入${field.label}`}
    />
  );
}

/**
 * Input of a decimal. Its value is a text, so `1.50` keeps its zero, which antd's number input would drop. Text that is
 * no number stays, and its rule refuses it.
 */
export function DecimalInput({ field, value, onChange, ...rest }: FieldInputProps<DecimalField, string>) {
  return (
    <Input
      {...rest}
      inputMode="decimal"
      value={value ?? ''}
      suffix={field.unit}
      onChange={(event) => onChange?.(toAscii(event.target.value) || null)}
      autoComplete="off"
      placeholder={`请输入${field.label}`}
    />
  );
}

/** Filter by a range of numbers. Its value is `100~200`; either end may be empty. */
export function NumberRangeFilter({ field, value, onChange, onSearch }: FilterProps) {
  const [from = '', to = ''] = (typeof value === 'string' ? value : '').split('~');
  const [ends, setEnds] = useState<[string, string] | null>(null);
  const shownEnds: [string, string] = ends ?? [from, to];
  const join = (next: [string, string]) => (next[0] || next[1] ? `${next[0]}~${next[1]}` : undefined);
  const change = (next: [string, string]) => {
    setEnds(next);
    onChange(join(next));
  };
  const search = () => {
    onSearch(join(shownEnds));
    setEnds(null);
  };
  return (
    <Space.Compact block>
      <InputNumber<string>
        stringMode
        controls={false}
        placeholder={`${field.label} 从`}
        aria-label={`${field.label}从`}
        value={shownEnds[0] || null}
        style={{ width: '50%' }}
        onChange={(next) => change([next === null ? '' : String(next), shownEnds[1]])}
        onPressEnter={search}
        onBlur={() => ends && search()}
      />
      <InputNumber<string>
        stringMode
        controls={false}
        placeholder="到"
        aria-label={`${field.label}到`}
        value={shownEnds[1] || null}
        style={{ width: '50%' }}
        onChange={(next) => change([shownEnds[0], next === null ? '' : String(next)])}
        onPressEnter={search}
        onBlur={() => ends && search()}
      />
    </Space.Compact>
  );
}
