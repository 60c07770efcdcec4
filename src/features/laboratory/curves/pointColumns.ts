import { type Derived, type EntryColumn, entryColumns, type EntryRow } from '@/grid/DataGrid';
import type { CurvePlan } from '@contract/features/laboratory/curves/curvePlan';
import type { CurveRow, CurveView } from '@contract/features/laboratory/curves/curveView';
import type { PointFacts } from '@contract/features/laboratory/curves/curveWork';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';

const minWidthPx = 78;
const widths: Readonly<Record<string, number>> = { mean: 92, net: 124, found: 104, error: 108, logX: 78 };

/** Returns the columns of the points. Typed ones are fields, the others are computed from all points. */
export function pointColumns({ columns, rule }: CurvePlan): readonly EntryColumn[] {
  const planColumns = columns.flatMap(({ key, label, unit, kind }): EntryColumn<typeof labCurvePoint>[] => {
    // The grid numbers its rows itself.
    if (kind === 'auto') return [];
    const unitOption = unit ? { unit } : {};
    if (key === 'x' || key === 'content') return [{ field: 'x', title: label, width: 152, ...unitOption }];
    if (key === 'y1' || key === 'y2' || key === 'y3' || key === 'standardVolume' || key === 'absorberVolume')
      return [
        {
          field: key,
          title: label,
          width: Math.max(minWidthPx, [...label].length * 14 + (unit ? 44 : 22)),
          ...unitOption,
        },
      ];
    if (key === 'colour') return [{ field: key, title: label }];
    return [
      {
        key,
        title: label,
        ...unitOption,
        ...(widths[key] ? { width: widths[key] } : {}),
        computed: (_row, derivedValues) => (derivedValues['row'] as CurveRow | undefined)?.texts[key] ?? '',
        ...(key === 'error'
          ? {
              mark: (_row, derivedValues) =>
                Math.abs(Number((derivedValues['row'] as CurveRow | undefined)?.texts[key] ?? 0)) > Number(rule.error)
                  ? { tone: 'warning' as const, message: `回算相对误差超过${rule.error}%` }
                  : undefined,
            }
          : {}),
      },
    ];
  });
  return entryColumns(labCurvePoint, [
    ...planColumns,
    { field: 'excluded', width: 72 },
    { field: 'excludedReason', width: 160 },
  ]);
}

const typedKeys = ['x', 'y1', 'y2', 'y3', 'standardVolume', 'absorberVolume', 'colour'] as const;
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Converts a grid row to a point; null for an empty row. Unreadable values are left out, and their cells show the
 * error.
 */
function pointOf({ values, texts }: EntryRow): PointFacts | null {
  const typedValues = Object.fromEntries(
    typedKeys.map((name) => [name, texts?.[name] ? null : ((values[name] as string | null | undefined) ?? null)]),
  );
  if (typedKeys.every((name) => isEmpty(typedValues[name]) && !texts?.[name])) return null;
  return {
    ...typedValues,
    excluded: values['excluded'] === true,
    excludedReason: (values['excludedReason'] as string | null | undefined) ?? null,
  };
}

/** Computes the curve once per change, for the grid's columns and the plot. */
export function curveCalculation(view: (pointFacts: readonly PointFacts[]) => CurveView): {
  readonly viewOf: (rows: readonly EntryRow[]) => CurveView;
  readonly derive: (rows: readonly EntryRow[]) => Derived;
} {
  const cache = new WeakMap<readonly EntryRow[], { view: CurveView; derived: Derived }>();
  const worked = (rows: readonly EntryRow[]) => {
    const cached = cache.get(rows);
    if (cached) return cached;
    const filledRows = rows.flatMap((row) => {
      const point = pointOf(row);
      return point ? [{ key: row.key, point }] : [];
    });
    const computedView = view(filledRows.map(({ point }) => point));
    const result = {
      view: computedView,
      derived: new Map(filledRows.map(({ key }, index) => [key, { row: computedView.rows[index] }])),
    };
    cache.set(rows, result);
    return result;
  };
  return { viewOf: (rows) => worked(rows).view, derive: (rows) => worked(rows).derived };
}
