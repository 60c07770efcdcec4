import type { DataTableColumn } from '@/grid/DataTable';
import type { SlowStatement, StatementFigures } from '@contract/features/system/monitor';
import styles from './monitor.module.css';

/** Formats ms, with one decimal below a hundred. */
export const msText = (value: number): string =>
  value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('zh-CN');
const whole = (value: number): string => value.toLocaleString('zh-CN');

interface Figure<R> {
  readonly key: keyof R & string;
  readonly title: string;
  readonly text: (row: R) => string;
  readonly width?: number;
  readonly unit?: string;
}

const figure = <R,>({ key, title, text, width = 96, unit }: Figure<R>): DataTableColumn<R> => ({
  key,
  title,
  unit,
  width,
  align: 'right',
  sortable: true,
  reuse: true,
  text,
  render: text,
});

const sqlColumn = <R extends { sql: string }>(open: (row: R) => void, sortable: boolean): DataTableColumn<R> => ({
  key: 'sql',
  title: '语句（不含数据值）',
  width: 440,
  fixed: 'left',
  sortable,
  text: ({ sql }) => sql,
  render: (row) => (
    <button
      type="button"
      className="mono"
      style={{
        padding: 0,
        border: 0,
        background: 'none',
        color: 'var(--primary-ink)',
        maxWidth: '100%',
        overflow: 'hidden',
        textAlign: 'start',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        cursor: 'pointer',
      }}
      onClick={() => open(row)}
    >
      {row.sql}
    </button>
  ),
});

export const statementColumns = (open: (row: StatementFigures) => void): DataTableColumn<StatementFigures>[] => [
  sqlColumn(open, true),
  figure({ key: 'count', title: '次数', text: ({ count }) => whole(count) }),
  figure({ key: 'mean', title: '平均', unit: 'ms', text: ({ mean }) => msText(mean) }),
  figure({ key: 'max', title: '最长', unit: 'ms', text: ({ max }) => msText(max) }),
  figure({ key: 'total', title: '总耗时', unit: 'ms', text: ({ total }) => msText(total), width: 112 }),
  figure({ key: 'rows', title: '行数', text: ({ rows }) => whole(rows) }),
  {
    ...figure<StatementFigures>({
      key: 'errors',
      title: '错误',
      text: ({ errors, lastError }) => (errors ? `${whole(errors)}（${lastError}）` : '0'),
      width: 112,
    }),
    render: ({ errors, lastError }) => (
      <span className={errors ? styles.bad : undefined}>{errors ? `${whole(errors)}（${lastError}）` : '0'}</span>
    ),
  },
  {
    key: 'lastTime',
    title: '最近执行',
    width: 168,
    sortable: true,
    reuse: true,
    text: ({ lastTime }) => lastTime,
    render: ({ lastTime }) => lastTime,
  },
];

export const slowColumns = (open: (row: SlowStatement) => void): DataTableColumn<SlowStatement>[] => [
  sqlColumn(open, false),
  {
    key: 'time',
    title: '时间',
    width: 168,
    sortable: true,
    reuse: true,
    text: ({ time }) => time,
    render: ({ time }) => time,
  },
  figure({ key: 'ms', title: '耗时', unit: 'ms', text: ({ ms }) => msText(ms) }),
  figure({ key: 'rows', title: '行数', text: ({ rows }) => whole(rows) }),
  {
    key: 'error',
    title: '错误',
    width: 112,
    reuse: true,
    text: ({ error }) => error ?? '',
    render: ({ error }) => <span className={styles.bad}>{error ?? ''}</span>,
  },
];

/** Sorts by one column; equal rows keep their order. */
export function sorted<R>(rows: readonly R[], sort: { field: string; order: 'asc' | 'desc' } | null): readonly R[] {
  if (!sort) return rows;
  const valueOf = (row: R): string | number =>
    ((row as Readonly<Record<string, unknown>>)[sort.field] ?? '') as string | number;
  const way = sort.order === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => (valueOf(a) < valueOf(b) ? -way : valueOf(a) > valueOf(b) ? way : 0));
}
