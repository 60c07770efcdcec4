import { type CurveRule, curveRule } from '@contract/arithmetic/curves/curveAcceptance';
import type { FitKind } from '@contract/arithmetic/curves/regression';
import type { Column } from './sheet';

/** 标准曲线: what the points are made of, how they may be fitted and what is asked of the fit. */
export interface CurveSheet {
  /** Content and response as they are called. */
  readonly x: string;
  readonly unit: string;
  readonly y: string;
  readonly responseUnit?: string;
  readonly replicates: 2 | 3;
  /** First the usual one. */
  readonly fits: readonly [FitKind, ...FitKind[]];
  readonly rule: CurveRule;
  readonly note?: string;
}

const lines = ['linear', 'origin', 'weightedX', 'weightedX2'] as const satisfies readonly FitKind[];

export const lineCurve = (x: string, unit: string, y: string, note?: string): CurveSheet => ({
  x,
  unit,
  y,
  replicates: 3,
  fits: lines,
  rule: curveRule,
  ...(note ? { note } : {}),
});

/** Columns of the curve page. */
export function curveColumns({ x, unit, y, responseUnit = '', replicates, fits }: CurveSheet): Column[] {
  const semiLog = fits[0] === 'semiLog';
  const one = (key: string, label: string, columnUnit: string, kind: Column['kind']): Column => ({
    key,
    label,
    unit: columnUnit,
    kind,
  });
  return [
    one('level', '级别', '', 'auto'),
    one('standardVolume', '标准溶液体积', 'mL', 'in'),
    one('x', x, unit, 'in'),
    ...(semiLog ? [one('logX', 'lg c', '', 'calc')] : []),
    ...Array.from({ length: replicates }, (_, at) => one(`y${at + 1}`, `${y}${at + 1}`, responseUnit, 'in')),
    one('mean', `${y}均值`, responseUnit, 'calc'),
    ...(semiLog ? [] : [one('net', `扣空白后${y}`, responseUnit, 'calc')]),
    one('found', '回算值', unit, 'calc'),
    ...(semiLog ? [] : [one('error', '相对误差', '%', 'calc')]),
  ];
}

/** Of a row of tubes: no regression. */
export const tubeColumns: readonly Column[] = [
  { key: 'tube', label: '管号', unit: '', kind: 'auto' },
  { key: 'standardVolume', label: '标准溶液体积', unit: 'mL', kind: 'in' },
  { key: 'content', label: '含量', unit: 'μg', kind: 'calc' },
  { key: 'absorberVolume', label: '吸收液体积', unit: 'mL', kind: 'in' },
  { key: 'colour', label: '颜色描述', unit: '', kind: 'in' },
];

/** Below the table of points. */
export const curveFooter = [
  '截距a',
  '斜率b',
  '二次项c',
  '相关系数r',
  '拟合方式',
  '结论(合格/不合格)',
  '绘制人',
  '审核人',
  '日期',
] as const;
