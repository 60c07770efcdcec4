import { useQuery } from '@tanstack/react-query';
import { fetchOptions } from '@/api/options';
import { useLabels } from '@/session/dictionaryStore';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import type { FilterValue } from '../listAddress';
import styles from '../listEditor.module.css';

export interface ActiveFilter {
  readonly name: string;
  readonly field: Field;
  readonly value: FilterValue;
}

interface ChipsProps {
  readonly entity: Entity;
  readonly active: readonly ActiveFilter[];
  readonly onRemove: (name: string) => void;
}

/**
 * Shows the filters in use as chips. A press removes one.
 * @param active filters with their values, by field name
 */
export function ActiveFilters({ entity, active, onRemove }: ChipsProps) {
  const labels = useLabels(entity);
  return active.map(({ name, field, value }) => {
    const values = typeof value === 'string' ? [value] : value;
    const remove = () => onRemove(name);
    return field.kind === 'ref' || field.kind === 'refs' ? (
      <RowsChip key={name} field={field} ids={values.map(Number)} onRemove={remove} />
    ) : (
      <FilterChip key={name} text={`${field.label}：${filterText(field, values, labels)}`} onRemove={remove} />
    );
  });
}

/** Returns a filter's values in words. */
function filterText(field: Field, values: readonly string[], labels: (dict: string, value: string) => string): string {
  if (field.kind === 'dict') return values.map((value) => labels(field.dict, value)).join('、');
  if (field.kind === 'flag') return values[0] === 'true' ? '是' : '否';
  return values.map(rangeText).join('、');
}

/** Returns a range of days or numbers in words; any other text as it is. */
function rangeText(value: string): string {
  const index = value.indexOf('~');
  if (index < 0) return value;
  const [from, to] = [value.slice(0, index), value.slice(index + 1)];
  if (from && to) return `${from}至${to}`;
  return from ? `${from}起` : `至${to}`;
}

/** Chip of a filter by other rows, whose names are asked for. */
function RowsChip({
  field,
  ids,
  onRemove,
}: {
  readonly field: Extract<Field, { kind: 'ref' | 'refs' }>;
  readonly ids: readonly number[];
  readonly onRemove: () => void;
}) {
  const { data = [] } = useQuery({
    queryKey: ['options', field.to, 'ids', [...ids].sort((a, b) => a - b)],
    queryFn: ({ signal }) => fetchOptions(field.to, { ids }, signal),
  });
  return <FilterChip text={`${field.label}：${data.map(({ name }) => name).join('、') || '…'}`} onRemove={onRemove} />;
}

const FilterChip = ({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) => (
  <button type="button" className={styles.chip} aria-label={`删除条件：${text}`} title={text} onClick={onRemove}>
    <span>{text}</span>
    <i aria-hidden="true">×</i>
  </button>
);
