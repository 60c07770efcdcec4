import { memo } from 'react';
import type { DataTableColumn } from '@/grid/DataTable';

export interface BenchRecord {
  id: number;
  code: string;
  cells: readonly string[];
}

type Kind = 'text' | 'number' | 'date' | 'tag';
const kinds: readonly Kind[] = ['text', 'number', 'date', 'tag', 'text', 'number'];
const places = ['矽尘作业岗位', '电焊工位（二车间东侧）', '涂装线调漆间', '破碎机操作位', '锅炉房巡检', '污水处理站'];
const states = ['合格', '待复核', '不合格', '已归档'];

export const kindOf = (column: number): Kind => kinds[column % kinds.length] ?? 'text';

const valueOf = (kind: Kind, row: number, column: number): string => {
  const n = (row * 7919 + column * 104_729) % 100_003;
  if (kind === 'number') return (n / 1000).toFixed(3);
  if (kind === 'date') return `2024-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`;
  return kind === 'tag' ? (states[n % states.length] ?? '') : `${places[n % places.length]}${n % 100}`;
};

/** Returns the same records in each run. */
export const recordsOf = (rows: number, columns: number): BenchRecord[] =>
  Array.from({ length: rows }, (_, row) => ({
    id: row + 1,
    code: `ZW2024-${String(row + 1).padStart(5, '0')}`,
    cells: Array.from({ length: columns - 2 }, (_unused, column) => valueOf(kindOf(column), row, column)),
  }));

const Tag = memo(({ value }: { value: string }) => (
  <span className={value === '不合格' ? 'tag late' : 'tag'}>{value}</span>
));
const Text = memo(({ value }: { value: string }) => <span>{value}</span>);
const Actions = memo(() => (
  <span>
    <button type="button" className="act">
      编辑
    </button>
    <button type="button" className="act">
      复制
    </button>
    <button type="button" className="act">
      删除
    </button>
  </span>
));

/**
 * Returns `count` columns: one pinned at each side, text, numbers, dates and tags between. The checkboxes are
 * additional.
 */
export function columnsOf(count: number): DataTableColumn<BenchRecord>[] {
  const between = Array.from({ length: count - 2 }, (_, index): DataTableColumn<BenchRecord> => {
    const kind = kindOf(index);
    const text = (record: BenchRecord) => record.cells[index] ?? '';
    const render = (record: BenchRecord) =>
      kind === 'tag' ? <Tag value={text(record)} /> : <Text value={text(record)} />;
    return {
      key: `c${index}`,
      title: `列${index + 1}`,
      width: kind === 'text' ? 150 : 110,
      align: kind === 'number' ? 'right' : 'left',
      sortable: true,
      reuse: true,
      text,
      render,
    };
  });
  return [
    {
      key: 'code',
      title: '样品编号',
      width: 140,
      fixed: 'left',
      mono: true,
      sortable: true,
      text: (record) => record.code,
      render: (record) => record.code,
    },
    ...between,
    { key: 'actions', title: '操作', width: 160, fixed: 'right', render: () => <Actions /> },
  ];
}
