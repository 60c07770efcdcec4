import { Select } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type ChoiceConditions, fetchOptions } from '@/api/options';
import { clearable } from '@/lib/clearableInput';
import type { Field, RefField, RefsField } from '@contract/field';
import type { FieldInputProps, FilterProps } from './fieldInputTypes';
import { useFoundOptions } from './useFoundOptions';

interface ReferenceSelectProps {
  readonly entityName: string;
  readonly label: string;
  readonly multiple: boolean;
  readonly ids: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly placeholder: string;
  /** Restricts the choices to rows with these references and states, e.g. the people of one unit. */
  readonly conditions?: ChoiceConditions | undefined;
  /** Shown below the choices; receives the typed text. */
  readonly renderFooter?: ((typedText: string) => ReactNode) | undefined;
}

const withFooter =
  (footer: ReactNode) =>
  (menu: ReactNode): ReactElement => (
    <>
      {menu}
      {footer}
    </>
  );

function ReferenceSelect(props: ReferenceSelectProps) {
  const { entityName, label, multiple, ids, onChange, placeholder, conditions, renderFooter, ...rest } = props;
  const [open, setOpen] = useState(false);
  const { options, search, typedText, forget } = useFoundOptions({
    queryKey: conditions ? ['options', entityName, conditions] : ['options', entityName],
    fetch: (query, signal) => fetchOptions(entityName, query, signal, query.ids ? undefined : conditions),
    ids,
    open,
  });
  return (
    <Select<number | number[]>
      {...rest}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      {...search}
      allowClear={clearable}
      style={{ width: '100%' }}
      value={multiple ? [...ids] : ids[0]}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) forget();
      }}
      onChange={(next) => onChange(next === undefined || next === null ? [] : Array.isArray(next) ? next : [next])}
      {...(renderFooter ? { popupRender: withFooter(renderFooter(typedText)) } : {})}
      placeholder={placeholder}
      aria-label={label}
    />
  );
}

interface RefInputProps
  extends FieldInputProps<RefField, number>, Partial<Pick<ReferenceSelectProps, 'conditions' | 'renderFooter'>> {}

/** Select of another entity's row. Its value is the row's id. */
export function RefInput({ field, value, onChange, ...rest }: RefInputProps) {
  return (
    <ReferenceSelect
      {...rest}
      entityName={field.to}
      label={field.label}
      multiple={false}
      ids={typeof value === 'number' ? [value] : []}
      onChange={([id]) => onChange?.(id ?? null)}
      placeholder={`请选择${field.label}`}
    />
  );
}

/** Select of several rows of another entity. Its value is the list of ids. */
export function RefsInput({ field, value, onChange, ...rest }: FieldInputProps<RefsField, number[]>) {
  return (
    <ReferenceSelect
      {...rest}
      entityName={field.to}
      label={field.label}
      multiple
      ids={value ?? []}
      onChange={(ids) => onChange?.(ids)}
      placeholder={`请选择${field.label}`}
    />
  );
}

const targetOf = (field: Field): string => (field.kind === 'ref' || field.kind === 'refs' ? field.to : '');

/** Filter by one or more rows of another entity. */
export function RefFilter({ field, value, onSearch }: FilterProps) {
  const ids = (value === undefined ? [] : typeof value === 'string' ? [value] : value)
    .map(Number)
    .filter(Number.isInteger);
  return (
    <ReferenceSelect
      entityName={targetOf(field)}
      label={field.label}
      multiple
      ids={ids}
      onChange={(next) => onSearch(next.length ? next.map(String) : undefined)}
      placeholder={field.label}
    />
  );
}
