import { Cascader } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { clearable } from '@/lib/clearableInput';
import { notifyPartMissing } from '@/lib/deferredPart';
import type { RegionField } from '@contract/field';
import type { FieldInputProps, FilterProps } from '../fieldInputTypes';

interface RegionOption {
  value: string;
  label: string;
  children?: RegionOption[];
}

let loadedDivisions: RegionOption[] | undefined;

const toDivision = (name: string, children?: RegionOption[]): RegionOption => ({
  value: name,
  label: name,
  ...(children ? { children } : {}),
});

/** Loads the regions 省/市/区县. They have 48 kB and are needed only when the list opens. */
async function loadDivisions(): Promise<RegionOption[]> {
  if (!loadedDivisions) {
    const { divisions } = await import('@contract/fields/regions');
    loadedDivisions = Object.entries(divisions).map(([province, cities]) =>
      toDivision(
        province,
        Object.entries(cities).map(([city, counties]) =>
          toDivision(
            city,
            counties.map((county) => toDivision(county)),
          ),
        ),
      ),
    );
  }
  return loadedDivisions;
}

/** Returns the path of the only region whose own name contains a text; undefined if no region or several match. */
export function onlyRegion(options: readonly RegionOption[], text: string): string[] | undefined {
  const searchText = text.trim();
  if (!searchText) return undefined;
  const matchingPaths: string[][] = [];
  const walk = (level: readonly RegionOption[], parentPath: readonly string[]): void => {
    for (const { value, children } of level) {
      const path = [...parentPath, value];
      if (value.includes(searchText)) matchingPaths.push(path);
      if (children) walk(children, path);
    }
  };
  walk(options, []);
  return matchingPaths.length === 1 ? matchingPaths[0] : undefined;
}

/** Returns key handlers: Enter selects the only region that matches the typed text, without the arrow keys. */
function useTyping(options: readonly RegionOption[], choosePath: (path: string[]) => void) {
  const [typedText, setTypedText] = useState('');
  const [open, setOpen] = useState(false);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const path = event.key === 'Enter' && !event.nativeEvent.isComposing ? onlyRegion(options, typedText) : undefined;
    if (!path) return;
    event.preventDefault();
    event.stopPropagation();
    setTypedText('');
    setOpen(false);
    choosePath(path);
  };
  return { typed: { open, searchValue: typedText, onSearch: setTypedText }, setOpen, onKeyDownCapture };
}

/**
 * Returns the options of a Cascader, loaded when it first opens. A stored value needs no options, because it consists
 * of the names.
 */
function useDivisions() {
  const [options, setOptions] = useState(loadedDivisions ?? []);
  const onOpenChange = (open: boolean) => {
    if (open && options.length === 0) void loadDivisions().then(setOptions, notifyPartMissing);
  };
  return { options, onOpenChange, notFoundContent: options.length ? '没有匹配的地区' : '加载中…' };
}

interface RegionChoiceProps {
  readonly value: string[];
  readonly placeholder: string;
  readonly onTake: (path: string[] | undefined) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
}

function RegionChoice({ onTake, ...rest }: RegionChoiceProps) {
  const { options, onOpenChange, notFoundContent } = useDivisions();
  const { typed, setOpen, onKeyDownCapture } = useTyping(options, onTake);
  return (
    <div onKeyDownCapture={onKeyDownCapture}>
      <Cascader
        {...rest}
        {...typed}
        style={{ width: '100%' }}
        options={options}
        notFoundContent={notFoundContent}
        onOpenChange={(open) => {
          setOpen(open);
          onOpenChange(open);
        }}
        showSearch
        changeOnSelect
        allowClear={clearable}
        onChange={(path: string[] | undefined) => onTake(path)}
      />
    </div>
  );
}

/** Input of a region. Its value is one text, `省/市/区县`. */
export function RegionInput({ field, value, onChange, ...rest }: FieldInputProps<RegionField, string>) {
  return (
    <RegionChoice
      {...rest}
      value={value ? value.split('/') : []}
      onTake={(path) => onChange?.(path?.length ? path.join('/') : null)}
      placeholder={`请选择${field.label}`}
    />
  );
}

/** Filter by a region, which includes all regions below it. */
export function RegionFilter({ field, value, onSearch }: FilterProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <RegionChoice
      value={text ? text.split('/') : []}
      aria-label={field.label}
      onTake={(path) => onSearch(path?.length ? path.join('/') : undefined)}
      placeholder={field.label}
    />
  );
}
