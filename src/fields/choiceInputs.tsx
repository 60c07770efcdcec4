import { Select } from 'antd';
import { clearable } from '@/lib/clearableInput';
import { useDictionary } from '@/session/dictionaryStore';
import type { DictField } from '@contract/field';
import type { FieldInputProps, FilterProps } from './fieldInputTypes';

const valueList = (value: string | readonly string[] | undefined): string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : [...value];

/** Searches the options by label. */
const byLabel = { optionFilterProp: 'label' } as const;

/** Select of a dictionary value. Disabled entries are offered only if already chosen. */
export function DictInput({ field, value, onChange, ...rest }: FieldInputProps<DictField, string>) {
  const dictEntries = useDictionary(field.dict);
  return (
    <Select
      {...rest}
      showSearch={byLabel}
      allowClear={!field.required && clearable}
      value={value ?? undefined}
      options={dictEntries
        .filter(({ value: key, isDisabled }) => !isDisabled || key === value)
        .map(({ value: key, label }) => ({ value: key, label }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      placeholder={`请选择${field.label}`}
    />
  );
}

/** Filter by one or more dictionary values. */
export function DictFilter({ field, value, onSearch }: FilterProps) {
  const dictEntries = useDictionary(field.kind === 'dict' ? field.dict : '');
  return (
    <Select
      mode="multiple"
      allowClear={clearable}
      showSearch={byLabel}
      maxTagCount="responsive"
      style={{ width: '100%' }}
      value={valueList(value)}
      options={dictEntries.map(({ value: key, label }) => ({ value: key, label }))}
      onChange={(next: string[]) => onSearch(next.length ? next : undefined)}
      placeholder={field.label}
      aria-label={field.label}
    />
  );
}

/** Filter by 是 or 否. */
export function FlagFilter({ field, value, onSearch }: FilterProps) {
  return (
    <Select
      allowClear={clearable}
      style={{ width: '100%' }}
      value={valueList(value)[0]}
      options={[
        { value: 'true', label: '是' },
        { value: 'false', label: '否' },
      ]}
      labelRender={({ label }) => `${field.label}：${String(label)}`}
      onChange={(next: string | undefined) => onSearch(next)}
      placeholder={field.label}
      aria-label={field.label}
    />
  );
}
