import { useIsFetching } from '@tanstack/react-query';
import { Input } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { lazyOr, whenIdle } from '@/lib/latePart';
// Filter of each kind of field; null for kinds that can't be filtered by.
import type { Kind } from '@contract/field';
import { DictFilter, FlagFilter } from './choice';
import type { FieldFilter, FilterProps } from './kind';
import { RefFilter } from './reference';
import { TextFilter } from './text';

/**
 * Returns a filter whose code loads after the rows, because it is large, such as a calendar. A disabled input keeps
 * its place meanwhile.
 */
function later(load: () => Promise<FieldFilter>): FieldFilter {
  const Place = ({ field }: FilterProps) => <Input disabled placeholder={field.label} aria-label={field.label} />;
  const Filter = lazyOr(load, Place);
  return function LateFilter(props: FilterProps) {
    const [due, setDue] = useState(false);
    // The browser counts as idle while it waits for the rows, so this also waits for the requests to end.
    const fetching = useIsFetching();
    useEffect(() => (fetching === 0 ? whenIdle(() => setDue(true)) : undefined), [fetching]);
    const place = <Place {...props} />;
    return due ? (
      <Suspense fallback={place}>
        <Filter {...props} />
      </Suspense>
    ) : (
      place
    );
  };
}

const DateRangeFilter = later(async () => (await import('./date')).DateRangeFilter);
const NumberRangeFilter = later(async () => (await import('./number')).NumberRangeFilter);
const RegionFilter = later(async () => (await import('./region/RegionInput')).RegionFilter);

/** Filter component of each kind of field. */
export const filters: Readonly<Record<Kind, FieldFilter | null>> = {
  text: TextFilter,
  longText: TextFilter,
  richText: null,
  integer: NumberRangeFilter,
  decimal: NumberRangeFilter,
  date: DateRangeFilter,
  dateTime: DateRangeFilter,
  dict: DictFilter,
  ref: RefFilter,
  refs: RefFilter,
  flag: FlagFilter,
  file: null,
  region: RegionFilter,
  keyed: null,
  secret: null,
};
