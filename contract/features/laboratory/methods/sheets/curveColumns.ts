import { type CurveRule, curveRule } from '@contract/arithmetic/curves/curveAcceptance';
import type { FitKind } from '@contract/arithmetic/curves/fitCurve';
import type { Column } from './methodSheet';

/** Definition of 标准曲线 for a method: inputs of the points, allowed fits and acceptance rule. */
export interface CurveSheet {
  /** Label of the content; `y` is the label of the response. */
  readonly x: string;
  readonly unit: string;
  readonly y: string;
  readonly responseUnit?: string;
  readonly replicates: 2 | 3;
  /** Allowed fits; the first one is the default. */
  readonly fits: readonly [FitKind, ...FitKind[]];
  readonly rule: CurveRule;
  readonly note?: string;
}

const straightFits = ['linear', 'origin', 'weightedX', 'weightedX2'] as const satisfies readonly FitKind[];

/**
 * Returns the curve definition of a straight line with three readings per level.
 * @param x heading of the content
 * @param unit unit of the content
 * @param y heading of the response
 */
export const straightLineCurve = (x: string, unit: string, y: string, noteText?: string): CurveSheet => ({
  x,
  unit,
  y,
  replicates: 3,
  fits: straightFits,
  rule: curveRule,
  ...(noteText ? { note: noteText } : {}),
});

/** Returns the columns of the curve page. */
export function curveColumns({ x, unit, y, responseUnit = '', replicates, fits }: CurveSheet): Column[] {
  const semiLog = fits[0] === 'semiLog';
  const makeColumn = (key: string, label: string, columnUnit: string, kind: Column['kind']): Column => ({
    key,
    label,
    unit: columnUnit,
    kind,
  });
  return [
    makeColumn('level', '浓度点', '', 'auto'),
    makeColumn('standardVolume', '标准溶液体积', 'mL', 'in'),
    makeColumn('x', x, unit, 'in'),
    ...(semiLog ? [makeColumn('logX', 'lg c', '', 'calc')] : []),
    ...Array.from({ length: replicates }, (_, index) =>
      makeColumn(`y${index + 1}`, `${y}${index + 1}`, responseUnit, 'in'),
    ),
    makeColumn('mean', `${y}均值`, responseUnit, 'calc'),
    ...(semiLog ? [] : [makeColumn('net', `扣空白后${y}`, responseUnit, 'calc')]),
    makeColumn('found', '回算值', unit, 'calc'),
    ...(semiLog ? [] : [makeColumn('error', '相对误差', '%', 'calc')]),
  ];
}

/** Columns of a series of tubes, which has no regression. */
export const tubeColumns: readonly Column[] = [
  { key: 'tube', label: '管号', unit: '', kind: 'auto' },
  { key: 'standardVolume', label: '标准溶液体积', unit: 'mL', kind: 'in' },
  { key: 'content', label: '含量', unit: 'μg', kind: 'calc' },
  { key: 'absorberVolume', label: '吸收液体积', unit: 'mL', kind: 'in' },
  { key: 'colour', label: '颜色描述', unit: '', kind: 'in' },
];
