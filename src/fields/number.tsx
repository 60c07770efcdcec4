import { InputNumber, Space } from 'antd';
import type { DecimalField, IntegerField } from '@contract/field';
import { useState } from 'react';
import type { FieldInputProps, FilterProps } from './kind';

/** Whole numbers. What is no number stays in the box and fails its rule; nothing is rounded behind the person's back. */
export function IntegerInput({ field, value, onChange, ...rest }: FieldInputProps<IntegerField, number>) {
  return (
    <InputNumber<number>
      {...rest}
      style={{ width: '100%' }}
      value={value ?? null}
      controls={false}
      changeOnWheel={false}
      suffix={field.unit}
      onChange={(next) => onChange?.(next)}
      placeholder={`请输入${field.label}`}
    />
  );
}

/** Decimals travel as text: `1.50` stays 1.50. */
export function DecimalInput({ field, value, onChange, ...rest }: FieldInputProps<DecimalField, string>) {
  return (
    <InputNumber<string>
      {...rest}
      stringMode
      style={{ width: '100%' }}
      value={value ?? null}
      controls={false}
      changeOnWheel={false}
      suffix={field.unit}
      onChange={(next) => onChange?.(next === null ? null : String(next))}
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
      <InputNumber<string> stringMode controls={false} placeholder={`${field.label} 从`} aria-label={`${field.label}从`} value={shown[0] || null} style={{ width: '50%' }} onChange={(next) => change([next === null ? '' : String(next), shown[1]])} onPressEnter={search} onBlur={() => ends && search()} />
      <InputNumber<string> stringMode controls={false} placeholder="到" aria-label={`${field.label}到`} value={shown[1] || null} style={{ width: '50%' }} onChange={(next) => change([shown[0], next === null ? '' : String(next)])} onPressEnter={search} onBlur={() => ends && search()} />
    </Space.Compact>
  );
}
