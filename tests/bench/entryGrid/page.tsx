import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { DataGrid, type DataGridModel, type EntryColumn, useDataGrid, type Values } from '@/grid/DataGrid';
import { takeUser } from '@/session/sessionStore';
import type { AnyRow } from '@contract/entity';
import { defineEntity } from '@contract/entity';
import { date, decimal, dict, integer, text } from '@contract/field';

/** Functions that run.ts calls in the page. */
export interface GridBench {
  paste: (rows: number) => Promise<number>;
  undo: () => Promise<{ ms: number; rows: number }>;
  scroll: (ms: number) => Promise<{ frames: number; longFrames: number; longest: number }>;
  type: () => Promise<number>;
  rows: () => number;
}

// Sixteen typed columns and four computed ones, as in a laboratory record.
const entity = defineEntity({
  name: 'bench',
  path: 'api/bench',
  label: '样品',
  titleField: 'code',
  scope: 'organization',
  fields: {
    code: text('样品编号', { required: true, max: 40 }),
    post: text('岗位'),
    place: text('采样点'),
    worker: text('姓名'),
    remark: text('备注'),
    result: text('结果', { rule: 'valueOrBelowLimit' }),
    mode: dict('方式', { dict: 'priority' }),
    state: dict('启用', { dict: 'enabled' }),
    day: date('采样日期'),
    count: integer('点数', { min: 0 }),
    minutes: integer('时长', { min: 0, max: 1440, unit: 'min' }),
    flow: decimal('流量', { digits: 4, unit: 'L/min' }),
    temperature: decimal('温度', { digits: 1, unit: '℃' }),
    pressure: decimal('气压', { digits: 2, unit: 'kPa' }),
    before: decimal('采样前', { digits: 4 }),
    after: decimal('采样后', { digits: 4 }),
  },
});
const number = (row: Values, name: string) => Number(row[name] ?? 0);
const columns: readonly EntryColumn[] = [
  { field: 'code', pinned: true },
  ...Object.keys(entity.fields)
    .slice(1)
    .map((field) => ({ field })),
  { key: 'volume', title: '采样体积', computed: (row) => (number(row, 'flow') * number(row, 'minutes')).toFixed(2) },
  {
    key: 'standard',
    title: '标况体积',
    computed: (row) =>
      (
        (number(row, 'flow') * number(row, 'minutes') * 293 * number(row, 'pressure')) /
        ((273 + number(row, 'temperature')) * 101.3)
      ).toFixed(2),
  },
  { key: 'gain', title: '增重', computed: (row) => (number(row, 'after') - number(row, 'before')).toFixed(4) },
  {
    key: 'concentration',
    title: '浓度',
    computed: (row) =>
      (
        (number(row, 'after') - number(row, 'before')) /
        Math.max(1, number(row, 'flow') * number(row, 'minutes'))
      ).toFixed(5),
  },
];

const modes = ['一般', '重要', '紧急'];
const line = (row: number): string[] => [
  `ZW2024-${String(row).padStart(5, '0')}`,
  `喷漆工${row % 9}`,
  `二车间东侧${row % 20}`,
  '王建国',
  '',
  row % 5 ? `${(row % 300) / 100}` : '<0.6',
  modes[row % 3] ?? '',
  row % 2 ? '启用' : '停用',
  `2024/${(row % 12) + 1}/${(row % 28) + 1}`,
  String(row % 6),
  String(15 + (row % 45)),
  '0.5',
  '21.5',
  '101.30',
  '0.1234',
  '0.1501',
  '',
  '',
  '',
  '',
];
const block = (rows: number) => Array.from({ length: rows }, (_, row) => line(row + 1).join('\t')).join('\r\n');
const stored = (id: number): AnyRow => {
  const names = Object.keys(entity.fields);
  const values = Object.fromEntries(names.map((name, index) => [name, line(id)[index] || null]));
  return {
    ...values,
    mode: '0',
    state: '1',
    day: '2024-05-01',
    count: 3,
    minutes: 15,
    id,
    organizationId: 1,
    version: 0,
    createBy: 1,
    createTime: '',
    updateBy: 1,
    updateTime: '',
    deleteTime: null,
  };
};
const query = new URLSearchParams(location.search);
const initial = Array.from({ length: Number(query.get('rows') ?? 0) }, (_, index) => stored(index + 1));

const held: { grid?: DataGridModel } = {};
function Sheet() {
  const grid = useDataGrid({ entity, columns, load });
  held.grid = grid;
  return <DataGrid grid={grid} label="样品" height={860} />;
}
const load = () => Promise.resolve(initial);

const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
async function painted(act: () => void): Promise<number> {
  const start = performance.now();
  act();
  await frame();
  await frame();
  return performance.now() - start;
}
const box = () => document.querySelector<HTMLTextAreaElement>('[data-entry-editor]');
const focus = () => {
  document
    .querySelector('[data-row="0"] > [data-column="0"]')
    ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }));
  document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
};
const press = (key: string, ctrlKey = false) =>
  box()?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));

const bench: GridBench = {
  async paste(rows) {
    focus();
    await frame();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', block(rows));
    return painted(() =>
      box()?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    );
  },
  async undo() {
    const ms = await painted(() => press('z', true));
    return { ms, rows: held.grid?.rows.length ?? -1 };
  },
  async scroll(ms) {
    const viewport = document.querySelector('[role="grid"]') as HTMLElement;
    const start = await frame();
    let last = start;
    const figures = { frames: 0, longFrames: 0, longest: 0 };
    while (last - start < ms) {
      viewport.scrollTop = Math.min(1, (last - start) / ms) * (viewport.scrollHeight - viewport.clientHeight);
      const now = await frame();
      figures.frames += 1;
      if (now - last > 50) figures.longFrames += 1;
      figures.longest = Math.max(figures.longest, now - last);
      last = now;
    }
    return figures;
  },
  async type() {
    focus();
    await frame();
    return painted(() => press('ArrowDown'));
  },
  rows: () => held.grid?.rows.length ?? -1,
};
Object.assign(window, { gridBench: bench });

takeUser({
  user: {
    id: 1,
    userName: 'bench',
    nickName: '测速',
    phone: null,
    email: null,
    avatar: null,
    expiryDate: null,
    organization: null,
    organizationId: 1,
    isAdmin: true,
    isQy: false,
    roles: [],
  },
  roles: ['admin'],
});
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <Sheet />
  </QueryClientProvider>,
);
