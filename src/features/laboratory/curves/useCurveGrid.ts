import { useCallback, useMemo } from 'react';
import { type EntryRow, useDataGrid } from '@/grid/DataGrid';
import { newId } from '@/lib/newId';
import type { PdfTable } from '@contract/features/laboratory/curves/curvePdf';
import type { CurvePlan } from '@contract/features/laboratory/curves/curvePlan';
import { curveView, liveView } from '@contract/features/laboratory/curves/curveView';
import type { PointFacts } from '@contract/features/laboratory/curves/curveWork';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import type { CurveOnWire } from './curveCalls';
import type { FitSettings } from './FitChoice';
import { curveCalculation, pointColumns } from './pointColumns';

interface CurveGridOptions {
  readonly curve: CurveOnWire;
  readonly plan: CurvePlan;
  readonly fitting: FitSettings;
  /** Reason why the levels can't be edited; null where they can. */
  readonly lockReason: string | null;
  readonly refresh: () => Promise<void>;
}

/**
 * Returns the entry grid of a curve's levels, and the curve's results. A draft is calculated while a person types; a
 * submitted curve shows its stored results.
 * @returns `takeTable` appends the levels of an instrument's PDF and drops rows that nobody has touched
 */
export function useCurveGrid({ curve, plan, fitting: { fit, subtractZero }, lockReason, refresh }: CurveGridOptions) {
  const { id, conditions } = curve;
  const open = lockReason === null;
  const columns = useMemo(() => pointColumns(plan), [plan]);
  const { viewOf, derive } = useMemo(
    () =>
      curveCalculation((points: readonly PointFacts[]) =>
        open ? liveView({ fit, subtractZero, conditions }, points, plan) : curveView(curve, points),
      ),
    [open, fit, subtractZero, conditions, plan, curve],
  );
  const fixedValues = useMemo(() => ({ curve: id }), [id]);
  const onSaved = useCallback(() => void refresh(), [refresh]);
  const grid = useDataGrid({
    entity: labCurvePoint,
    columns,
    fixedValues,
    order: 'rowSort',
    locked: lockReason,
    derive,
    onSaved,
  });
  const takeTable = (table: PdfTable) => {
    const rows = table.levels.map(({ x, responses: [y1 = null, y2 = null, y3 = null] }): EntryRow => ({
      key: newId(),
      values: { ...grid.blank, x, y1, y2, y3 },
    }));
    grid.change((previousGridState) => [
      ...previousGridState.history.present.rows.filter((row) => !grid.isUntouched(row)),
      ...rows,
    ]);
  };
  return { grid, view: viewOf(grid.rows), takeTable };
}
