import { Select } from 'antd';
import type { Field, RefField, RefsField } from '@contract/field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchOptions, type Option } from '@/api/options';
import { useDebounced } from '@/lib/useDebounced';
import type { FieldInputProps, FilterProps } from './kind';

/** Titles of the rows that one may choose, by what was typed, together with those of the ids already chosen. */
function useOptions(to: string, ids: readonly number[], open: boolean) {
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed, 200);
  const chosen = useQuery({
    queryKey: ['options', to, 'ids', [...ids].sort((a, b) => a - b)],
    queryFn: ({ signal }) => fetchOptions(to, { ids }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: ['options', to, 'keyword', keyword],
    queryFn: ({ signal }) => fetchOptions(to, { keyword }, signal),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const byId = new Map<number, Option>([...(typed ? [] : (chosen.data ?? [])), ...(found.data ?? []), ...(chosen.data ?? [])].map((one) => [one.id, one]));
  return { options: [...byId.values()].map(({ id, name }) => ({ value: id, label: name })), setTyped, loading: open && found.isFetching };
}

interface ReferenceSelectProps {
  readonly to: string;
  readonly label: string;
  readonly multiple: boolean;
  readonly ids: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly placeholder: string;
}

function ReferenceSelect({ to, label, multiple, ids, onChange, placeholder, ...rest }: ReferenceSelectProps) {
  const [open, setOpen] = useState(false);
  const { options, setTyped, loading } = useOptions(to, ids, open);
  return (
    <Select<number | number[]>
      {...rest}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      style={{ width: '100%' }}
      value={multiple ? [...ids] : ids[0]}
      options={options}
      loading={loading}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      notFoundContent={loading ? '加载中…' : '没有匹配的数据'}
      onChange={(next) => onChange(next === undefined || next === null ? [] : Array.isArray(next) ? next : [next])}
      placeholder={placeholder}
      aria-label={label}
    />
  );
}

export function RefInput({ field, value, onChange, ...rest }: FieldInputProps<RefField, number>) {
  return <ReferenceSelect {...rest} to={field.to} label={field.label} multiple={false} ids={typeof value === 'number' ? [value] : []} onChange={([id]) => onChange?.(id ?? null)} placeholder={`请选择${field.label}`} />;
}

export function RefsInput({ field, value, onChange, ...rest }: FieldInputProps<RefsField, number[]>) {
  return <ReferenceSelect {...rest} to={field.to} label={field.label} multiple ids={value ?? []} onChange={(ids) => onChange?.(ids)} placeholder={`请选择${field.label}`} />;
}

const targetOf = (field: Field): string => (field.kind === 'ref' || field.kind === 'refs' ? field.to : '');

export function RefFilter({ field, value, onSearch }: FilterProps) {
  const ids = (value === undefined ? [] : typeof value === 'string' ? [value] : value).map(Number).filter(Number.isInteger);
  return <ReferenceSelect to={targetOf(field)} label={field.label} multiple ids={ids} onChange={(next) => onSearch(next.length ? next.map(String) : undefined)} placeholder={field.label} />;
}
