import { Cascader } from 'antd';
import { useState } from 'react';
import { tellMissing } from '@/lib/latePart';
import type { RegionField } from '@contract/field';
import type { FieldInputProps, FilterProps } from '../kind';

interface Division {
  value: string;
  label: string;
  children?: Division[];
}

let loaded: Division[] | undefined;

const one = (name: string, children?: Division[]): Division => ({
  value: name,
  label: name,
  ...(children ? { children } : {}),
});

/** Loads the regions 省/市/区县, 48 kB that only an opened list needs. */
async function loadDivisions(): Promise<Division[]> {
  if (!loaded) {
    const { divisions } = await import('@contract/fields/regions');
    loaded = Object.entries(divisions).map(([province, cities]) =>
      one(
        province,
        Object.entries(cities).map(([city, counties]) =>
          one(
            city,
            counties.map((county) => one(county)),
          ),
        ),
      ),
    );
  }
  return loaded;
}

/** Options for a Cascader, loaded when it first opens. A value needs none, since it consists of the names. */
function useDivisions() {
  const [options, setOptions] = useState(loaded ?? []);
  const onOpenChange = (open: boolean) => {
    if (open && options.length === 0) void loadDivisions().then(setOptions, tellMissing);
  };
  return { options, onOpenChange, notFoundContent: options.length ? '没有匹配的地区' : '加载中…' };
}

/** Input of a region. Its value is one text, `省/市/区县`. */
export function RegionInput({ field, value, onChange, ...rest }: FieldInputProps<RegionField, string>) {
  return (
    <Cascader
      {...rest}
      style={{ width: '100%' }}
      {...useDivisions()}
      value={value ? value.split('/') : []}
      showSearch
      changeOnSelect
      allowClear
      onChange={(path: string[] | undefined) => onChange?.(path?.length ? path.join('/') : null)}
      placeholder={`请选择${field.label}`}
    />
  );
}

/** Filter by a region, which includes all regions below it. */
export function RegionFilter({ field, value, onSearch }: FilterProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <Cascader
      style={{ width: '100%' }}
      {...useDivisions()}
      value={text ? text.split('/') : []}
      showSearch
      changeOnSelect
      allowClear
      aria-label={field.label}
      onChange={(path: string[] | undefined) => onSearch(path?.length ? path.join('/') : undefined)}
      placeholder={field.label}
    />
  );
}
