import { useMemo } from 'react';
import { totalsOf } from './model/rowTotals';

/** Exact sum and mean of the selected cells that are numbers. */
export function SelectionTotals({ texts }: { readonly texts: readonly string[] }) {
  const totals = useMemo(() => totalsOf(texts), [texts]);
  return (
    totals && (
      <span>
        合计 {totals.sum}，平均 {totals.mean}
      </span>
    )
  );
}
