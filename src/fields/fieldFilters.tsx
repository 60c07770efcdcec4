import { useIsFetching } from '@tanstack/react-query';
import { Input } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { lazyOr, whenIdle } from '@/lib/deferredPart';
// Filter of each kind of field; null for kinds that can't be filtered by.
import type { Kind } from '@contract/field';
import { DictFilter, FlagFilter } from './choiceInputs';
import type { FieldFilter, FilterProps } from './fieldInputTypes';
import { RefFilter } from './referenceInputs';
import { TextFilter } from './textInputs';

/**
 * Returns a filter whose code loads after the rows, because it is large, such as a calendar. A disabled input keeps
 * its place meanwhile.
 */
function lazyFilter(load: () => Promise<FieldFilter>): FieldFilter {
  const Place = ({ field }: FilterProps) => (
    <Input disabled aria-busy placeholder={field.label} aria-label={field.label} />
  );
  const Filter = lazyOr(load, Place);
  return function LateFilter(props: FilterProps) {
    const [shouldLoad, setShouldLoad] = useState(false);
    // The browser counts as idle while it waits for the rows, so this also waits for the requests to end.
    const fetching = useIsFetching();
    useEffect(() => (fetching === 0 ? whenIdle(() => setShouldLoad(true)) : undefined), [fetching]);
    const place = <Place {...props} />;
    return shouldLoad ? (
      <Suspense fallback={place}>
        <Filter {...props} />
      </Suspense>
    ) : (
      place
    );
  };
}

const DateRangeFilter = lazyFilter(async () => (await import('./dateInputs')).DateRangeFilter);
const NumberRangeFilter = lazyFilter(async () => (await import('./numberInputs')).NumberRangeFilter);
const RegionFilter = lazyFilter(async () => (await import('./region/RegionInput')).RegionFilter);

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
