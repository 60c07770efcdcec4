import { Table } from 'antd';
import type { ComponentRef } from 'react';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { DataTable } from '@/grid/DataTable';
import { columnsOf, recordsOf } from './records';
import type { BenchRecord } from './records';

export interface ScrollFigures {
  frames: number;
  longFrames: number;
  dropped: number;
}

/** Functions that run.ts calls in the page. */
export interface Bench {
  paint: () => Promise<number>;
  scroll: (ms: number) => Promise<ScrollFigures>;
  selectAll: () => Promise<number>;
  nodes: () => number;
}

const query = new URLSearchParams(location.search);
const count = Number(query.get('columns') ?? 20);
const records = recordsOf(5000, count);
const columns = columnsOf(count);
const nobody: readonly BenchRecord[] = [];
const first = records[0]?.code ?? '';
const height = 600;

const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
/** Returns ms until two frames after the action. */
const painted = async (act: () => void, done: () => boolean = () => true) => {
  const start = performance.now();
  act();
  await frame();
  while (!done()) await frame();
  await frame();
  return performance.now() - start;
};

const hooks = {
  setRows: (_rows: readonly BenchRecord[]): void => undefined,
  scrollTo: (_share: number): void => undefined,
};

function Ours() {
  const [rows, setRows] = useState(nobody);
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(() => new Set());
  hooks.setRows = setRows;
  hooks.scrollTo = (share) => {
    const viewport = document.querySelector('[role="grid"]');
    if (viewport !== null) viewport.scrollTop = share * (viewport.scrollHeight - viewport.clientHeight);
  };
  return (
    <DataTable
      label="样品"
      rows={rows}
      rowKey={(record) => record.id}
      columns={columns}
      height={height}
      density="medium"
      selected={selected}
      onSelect={setSelected}
      onResize={() => undefined}
      onSort={() => undefined}
    />
  );
}

/** The reference in the same run: antd's virtual table with the same light cells. */
function Reference() {
  const [rows, setRows] = useState(nobody);
  const [selected, setSelected] = useState<React.Key[]>([]);
  const table = useRef<ComponentRef<typeof Table>>(null);
  const rowHeight = 37;
  hooks.setRows = setRows;
  hooks.scrollTo = (share) => table.current?.scrollTo({ top: share * (records.length * rowHeight - (height - 40)) });
  const antdColumns = useMemo(
    () =>
      columns.map(({ key, title, width, fixed, align, render }) => ({
        key,
        title,
        width,
        fixed,
        align,
        render: (_: unknown, record: BenchRecord) => render(record, { width, fontSize: 14 }),
        shouldCellUpdate: (now: BenchRecord, before: BenchRecord) => now !== before,
      })),
    [],
  );
  return (
    <Table<BenchRecord>
      ref={table}
      virtual
      size="small"
      rowKey="id"
      pagination={false}
      columns={antdColumns}
      dataSource={rows}
      rowSelection={{ selectedRowKeys: selected, onChange: setSelected, fixed: true, columnWidth: 40 }}
      scroll={{ x: columns.reduce((sum, column) => sum + column.width, 40), y: height - 40 }}
    />
  );
}

const bench: Bench = {
  // AG Grid may render its rows in later frames.
  paint: () =>
    painted(
      () => flushSync(() => hooks.setRows(records)),
      () => document.body.textContent?.includes(first) ?? false,
    ),
  async scroll(ms) {
    const start = await frame();
    let last = start;
    const figures: ScrollFigures = { frames: 0, longFrames: 0, dropped: 0 };
    while (last - start < ms) {
      hooks.scrollTo(Math.min(1, (last - start) / ms));
      const now = await frame();
      figures.frames += 1;
      if (now - last > 50) figures.longFrames += 1;
      figures.dropped += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1);
      last = now;
    }
    return figures;
  },
  selectAll: () =>
    painted(() => document.querySelector<HTMLElement>('[role="columnheader"] input, thead input')?.click()),
  nodes: () => document.querySelectorAll('*').length,
};

Object.assign(window, { bench });
const root = document.getElementById('root') as HTMLElement;
if (query.get('table') === 'agGrid') {
  const { openAgGrid } = await import('./agGrid');
  hooks.setRows = openAgGrid(root, count, height);
  hooks.scrollTo = (share) => {
    const viewport = [...root.querySelectorAll('[class*="viewport"]')].find(
      ({ scrollHeight, clientHeight }) => scrollHeight > 10 * clientHeight,
    );
    if (viewport !== undefined) viewport.scrollTop = share * (viewport.scrollHeight - viewport.clientHeight);
  };
} else createRoot(root).render(query.get('table') === 'antd' ? <Reference /> : <Ours />);
