import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useId } from 'react';
import { fetchTexts } from '@/api/options';
import { defaultMax, type TextField } from '@contract/field';
import type { InputProps } from '../page';

interface OfferedInputProps extends InputProps {
  readonly entity: string;
  readonly name: string;
  readonly field: TextField;
}

/** Input of a text that suggests the values of other rows. Any other text may be typed. */
export function OfferedInput({ entity, name, field, value, onChange, ...rest }: OfferedInputProps) {
  const list = useId();
  const { data = [] } = useQuery({
    queryKey: ['list', `api/${entity}`, 'texts', name],
    queryFn: ({ signal }) => fetchTexts(entity, name, signal),
    retry: false,
  });
  return (
    <>
      <Input
        {...rest}
        list={list}
        value={typeof value === 'string' ? value : ''}
        maxLength={field.max ?? defaultMax.text}
        onChange={(event) => onChange?.(event.target.value)}
        autoComplete="off"
        placeholder={`请输入${field.label}`}
      />
      <datalist id={list}>
        {data.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
      </datalist>
    </>
  );
}
