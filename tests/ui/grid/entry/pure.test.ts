import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedBy, tabTarget } from '@/grid/entry/model/cellNavigation';
import { withInserted, withoutRows, withWrites } from '@/grid/entry/model/cellWrites';
import { blankValues, changeFinder, requestFor } from '@/grid/entry/model/changedFields';
import { columnsFor, type Labels } from '@/grid/entry/model/entryColumns';
import type { EntryRow } from '@/grid/entry/model/entryTypes';
import { clearingWrites, copyCells, filledFromEdge, pasteCells } from '@/grid/entry/model/fillCells';
import { filledContent } from '@/grid/entry/model/fillSeries';
import { draftOf, withDraft } from '@/grid/entry/model/gridDrafts';
import {
  selectCell,
  boxOf,
  inPart,
  isSelected,
  partOf,
  placesOf,
  type Selection,
} from '@/grid/entry/model/gridSelection';
import { changeRows, type GridState, rowsIn, selectCells, stateOf, stepHistory } from '@/grid/entry/model/gridState';
import { contentOfText, addTitle, readerOf, type Titles } from '@/grid/entry/model/readCells';
import { faultFinder, isUntouched } from '@/grid/entry/model/rowFaults';
import { assignOrder } from '@/grid/entry/model/rowOrder';
import { totalsOf } from '@/grid/entry/model/rowTotals';
import {
  applySave,
  applyConflicts,
  applyFaults,
  resolveConflict,
  applyDeletions,
} from '@/grid/entry/model/saveResults';
import { formatTsv, parseTsv } from '@/grid/entry/model/tsv';
import type { AnyRow } from '@contract/entity';
import { defineEntity } from '@contract/entity';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { date, decimal, dict, flag, integer, ref, text } from '@contract/field';

const entity = defineEntity({
  name: 'reading',
  path: 'api/reading',
  label: '读数',
  titleField: 'post',
  scope: 'organization',
  fields: {
    plan: ref('方案', { required: true, to: 'plan' }),
    rowSort: integer('排序', { min: 0, max: 9999 }),
    post: text('岗位', { required: true, max: 20 }),
    result: text('结果', { rule: 'valueOrBelowLimit' }),
    code: text('编号'),
    workers: integer('人数', { min: 0 }),
    flow: decimal('流量', { digits: 2, unit: 'L/min' }),
    day: date('日期'),
    mode: dict('方式', { dict: 'samplingMode', initial: 'area' }),
    hazard: ref('危害因素', { to: 'hazard' }),
    wet: flag('潮湿'),
    state: dict('状态', { dict: 'enabled', readonly: true }),
  },
});
const columns = columnsFor(entity, [
  { field: 'flow' },
  { field: 'post', pinned: true },
  { field: 'result' },
  { field: 'workers' },
  { field: 'day' },
  { field: 'mode' },
  { field: 'hazard' },
  { field: 'wet' },
  { key: 'double', title: '两倍', computed: (row) => String(Number(row.workers ?? 0) * 2) },
  { field: 'state' },
  { field: 'code', readonly: (row) => row.workers === 9 },
]);
const column = (name: string) => columns.findIndex((column) => column.key === name);
const labels: Labels = (_dict, value) => ({ area: '定点', personal: '个体' })[value] ?? value;
const titles: Titles = new Map();
addTitle(titles, 'hazard', '苯', 7);
const reader = readerOf(
  (name) =>
    name === 'samplingMode'
      ? [
          { value: 'area', label: '定点' },
          { value: 'personal', label: '个体' },
        ]
      : [],
  titles,
);
const blank = blankValues(entity, { plan: 1 });
const stored = (id: number, more: object = {}): AnyRow =>
  ({
    ...blank,
    id,
    organizationId: 1,
    version: 0,
    createBy: 1,
    createTime: '',
    updateBy: 1,
    updateTime: '',
    deleteTime: null,
    post: `岗位${id}`,
    state: '1',
    ...more,
  }) as AnyRow;
const state = (count = 3): GridState => stateOf(Array.from({ length: count }, (_, index) => stored(index + 1)));
const read = (field: Parameters<typeof contentOfText>[0], value: string) => contentOfText(field, value, reader);
const blankRow = (): EntryRow => ({ key: '', values: blank });
const untouched = (row: EntryRow) => isUntouched(columns, row, blank);
const changesOf = (one: GridState) => changeFinder(entity)(rowsIn(one), one.base, untouched);
let serial = 0;
const fresh = (more: object = {}): EntryRow => ({ key: `new${(serial += 1)}`, values: { ...blank, ...more } });

/** Pastes as the grid does, adding rows where the block needs them. */
function paste(before: GridState, selection: Selection, value: string): GridState {
  const { writes, rowsNeeded, range } = pasteCells(
    rowsIn(before),
    columns,
    selection,
    { texts: parseTsv(value) },
    read,
    blankRow,
  );
  const rows = withInserted(
    rowsIn(before),
    rowsIn(before).length,
    Array.from({ length: rowsNeeded }, () => fresh()),
  );
  return changeRows(before, withWrites(rows, writes), {
    anchor: { row: range.top, column: range.left },
    head: { row: range.bottom, column: range.right },
    others: [],
  });
}

describe('clipboard text', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('', '0012', '<0.6', 'a\tb', '两行\n文字', '"', '""', ' 空格 ', '\t', '\n'),
  );

  it('the clipboard text of any cells of the entry grid parses back to the same cells', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }).chain((width) =>
          fc.array(
            fc.array(
              cell.map((one) => one.replaceAll('\r', '')),
              { minLength: width, maxLength: width },
            ),
            { minLength: 1, maxLength: 6 },
          ),
        ),
        (rows) => {
          expect(parseTsv(formatTsv(rows))).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('the clipboard text follows Excel: a final line break starts no row, and cells with line breaks are quoted', () => {
    expect(parseTsv('a\tb\r\n1\t2\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(parseTsv('"第一行\r\n第二行"\t"他说""好"""\n')).toEqual([['第一行\n第二行', '他说"好"']]);
    expect(parseTsv('a\n\nb')).toEqual([['a'], [''], ['b']]);
    // The fast path and the one that handles quotes agree.
    for (const text of ['a', 'a\t', '\t', 'a\n\n', '\n', 'a\rb\r\nc', 'a\tb\n\tc\n', 'a\n1\n2\n3', 'a\n1\n2\n']) {
      for (const most of [1, 2, 3, undefined])
        expect(parseTsv(text, most), `${JSON.stringify(text)} ${most}`).toEqual(
          parseTsv(text.replace('a', '"a"'), most),
        );
    }
    expect(parseTsv('"没有收尾的引号\tb')).toEqual([['"没有收尾的引号', 'b']]);
    expect(formatTsv([['一格']])).toBe('一格');
  });
});

describe('undo history', () => {
  type Edit = {
    kind: 'write' | 'paste' | 'insert' | 'remove' | 'clear' | 'fill';
    row: number;
    column: number;
    text: string;
  };
  const edit: fc.Arbitrary<Edit> = fc.record({
    kind: fc.constantFrom('write', 'paste', 'insert', 'remove', 'clear', 'fill'),
    row: fc.nat(6),
    column: fc.nat(columns.length - 1),
    text: fc.constantFrom('甲\t1\n乙\t2\n丙\t3', '<0.6', '苯', '没有', '2024/5/1', '12', '1.234', '定点\t个体', '是'),
  });
  const run = (before: GridState, { kind, row, column: at0, text: value }: Edit): GridState => {
    const rows = rowsIn(before);
    const place: Selection = {
      anchor: { row: Math.min(row, Math.max(0, rows.length - 1)), column: at0 },
      head: { row: Math.min(row + 1, Math.max(0, rows.length - 1)), column: at0 },
      others: [],
    };
    if (kind === 'paste') return paste(before, place, value);
    if (kind === 'insert') return changeRows(before, withInserted(rows, Math.min(row, rows.length), [fresh()]));
    if (kind === 'remove') return changeRows(before, withoutRows(rows, [Math.min(row, rows.length - 1)]));
    if (kind === 'clear') return changeRows(before, withWrites(rows, clearingWrites(rows, columns, place)));
    if (kind === 'fill') return changeRows(before, withWrites(rows, filledFromEdge(rows, columns, place, 'down')));
    const one = columns[at0];
    return one?.field && one.name !== null
      ? changeRows(
          before,
          withWrites(rows, [{ row: place.anchor.row, name: one.name, content: read(one.field, value) }]),
        )
      : before;
  };

  it('the undo history of the entry grid returns to the start after as many undos as edits, and to the end after as many redos', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const start = state(4);
        let now = start;
        for (const edit of edits) now = run(now, edit);
        const end = rowsIn(now);
        const steps = now.history.past.length;
        for (let step = 0; step < steps; step += 1) now = stepHistory(now, 'undo', columns.length, 1);
        expect(rowsIn(now)).toEqual(rowsIn(start));
        for (let step = 0; step < steps; step += 1) now = stepHistory(now, 'redo', columns.length, 1);
        expect(rowsIn(now)).toEqual(end);
      }),
      { numRuns: 200 },
    );
  });

  it('the undo history of the entry grid counts a paste of any size, even 500 rows, as 1 step, and an edit without effect as none (PERF3)', () => {
    const before = state();
    const after = paste(
      before,
      selectCell(0, column('post')),
      Array.from({ length: 500 }, (_, row) => `岗${row}\t1.5`).join('\n'),
    );
    expect(rowsIn(after)).toHaveLength(500);
    expect(after.history.past).toHaveLength(1);
    expect(
      paste(after, after.history.present.selection, Array.from({ length: 500 }, (_, row) => `岗${row}\t1.5`).join('\n'))
        .history.past,
    ).toHaveLength(1);
    expect(rowsIn(stepHistory(after, 'undo', columns.length, 1))).toBe(rowsIn(before));
  });
});

describe('parsing a block of many rows', () => {
  it('reading a pasted block stops one row after the rows that fit', () => {
    const block = Array.from({ length: 100_000 }, (_, row) => `样品${row}\t1.5\t"两\n行"`).join('\r\n');
    expect(parseTsv(block, 2000)).toHaveLength(2001);
    expect(parseTsv(block, 100_000)).toHaveLength(100_000);
    expect(parseTsv(block, 2000)[1]).toEqual(['样品1', '1.5', '两\n行']);
  });
});

describe('pasting a block', () => {
  const values = (one: GridState, row: number) => rowsIn(one)[row]?.values ?? {};

  it('a pasted block keeps values below a limit and leading zeros, maps labels to values, and marks unreadable texts', () => {
    const after = paste(
      state(),
      selectCell(0, column('post')),
      '  喷漆工 \t1.50\t<0.6\t12\t2024/5/1\t个体\t苯\t是\t忽略\t忽略\t0012\n焊工\t1.234\t<<0.6\t一\t昨天\t没有\t没有\t好',
    );
    expect(values(after, 0)).toMatchObject({
      post: '喷漆工',
      flow: '1.50',
      result: '<0.6',
      workers: 12,
      day: '2024-05-01',
      mode: 'personal',
      hazard: 7,
      hazardName: '苯',
      wet: true,
      code: '0012',
      state: '1',
    });
    const { texts = {} } = rowsIn(after)[1] ?? {};
    expect(Object.keys(texts).sort()).toEqual(['day', 'flow', 'hazard', 'mode', 'result', 'wet', 'workers']);
    expect(texts.day).toEqual({ text: '昨天', message: '日期应为年-月-日，例如2024-05-01' });
    expect(texts.hazard?.message).toContain('没有名为“没有”');
    expect(faultFinder(entity, columns)(rowsIn(after)[1] as EntryRow)).toMatchObject({
      workers: { message: '只能填写非负整数' },
    });
  });

  it('a pasted block keeps a value that depends on a read-only value of its row', () => {
    const shown = columnsFor(outsideItem, [{ field: 'fullScore' }, { field: 'score' }]);
    const faultsOf = (score: string) =>
      faultFinder(outsideItem, shown)({ key: '1', values: { fullScore: '10.0', score } });
    expect([faultsOf('10.1'), faultsOf('10')]).toEqual([
      { score: { message: '得分不能超过分值', isMissing: false } },
      {},
    ]);
  });

  it('a pasted result with a full-width sign stays unchanged, and the message asks for the half-width sign', () => {
    for (const typed of ['＜0.05', '<０.０５', ' ＜ 0.05 '])
      expect(read(entity.fields.result, typed)).toEqual({
        text: typed.trim(),
        message: '格式有误，需填写固定值或小于检出限,请使用英文小于符号',
      });
    expect(['<0.05', ' < 0.05', '0.05', ''].map((typed) => read(entity.fields.result, typed))).toEqual([
      { value: '<0.05' },
      { value: '<0.05' },
      { value: '0.05' },
      { value: null },
    ]);
  });

  it('a pasted block changes no read-only or computed cell', () => {
    const before = stateOf([stored(1, { workers: 9, code: 'A1' }), stored(2)]);
    const after = paste(before, selectCell(0, column('double')), '9\t0\tX\n9\t0\tY');
    expect([values(after, 0), values(after, 1)]).toEqual([
      expect.objectContaining({ code: 'A1', state: '1' }),
      expect.objectContaining({ code: 'Y', state: '1' }),
    ]);
    const all: Selection = { anchor: { row: 0, column: 0 }, head: { row: 0, column: columns.length - 1 }, others: [] };
    const emptied = withWrites(rowsIn(before), clearingWrites(rowsIn(before), columns, all));
    expect(emptied[0]?.values).toMatchObject({ code: 'A1', state: '1', post: null });
  });

  it('a pasted block starts at the first selected cell, fills a selection that is a multiple of it, and ends at the last column', () => {
    const chosen: Selection = { anchor: { row: 3, column: 0 }, head: { row: 0, column: 0 }, others: [] };
    expect(rowsIn(paste(state(4), chosen, '甲\n乙')).map((row) => row.values.post)).toEqual(['甲', '乙', '甲', '乙']);
    expect(rowsIn(paste(state(4), chosen, '甲')).map((row) => row.values.post)).toEqual(['甲', '甲', '甲', '甲']);
    const last = columns.length - 1;
    const after = paste(state(2), selectCell(1, last), 'A\tB\tC');
    expect(values(after, 1).code).toBe('A');
    expect(after.history.present.selection.head.column).toBe(last);
  });

  it('a pasted block that reaches below the last row adds rows with their initial values', () => {
    const after = paste(state(2), selectCell(2, column('post')), '甲\n乙');
    expect(
      rowsIn(after)
        .slice(2)
        .map((row) => [row.values.post, row.values.mode, row.values.plan]),
    ).toEqual([
      ['甲', 'area', 1],
      ['乙', 'area', 1],
    ]);
  });
});

describe('copying cells', () => {
  it('copying several ranges of the entry grid leaves the cells between them empty', () => {
    const selection: Selection = { ...selectCell(2, 0), others: [boxOf({ row: 0, column: 0 }, { row: 0, column: 0 })] };
    expect(copyCells(rowsIn(state()), columns, selection, labels).texts).toEqual([['岗位1'], ['岗位3']]);
    const apart: Selection = {
      ...selectCell(1, column('workers')),
      others: [boxOf({ row: 0, column: 0 }, { row: 0, column: 0 })],
    };
    expect(copyCells(rowsIn(state()), columns, apart, labels).texts).toEqual([
      ['岗位1', ''],
      ['', ''],
    ]);
  });

  it('copying in the entry grid writes labels, and pasting them back restores the values', () => {
    const before = stateOf([
      stored(1, { mode: 'personal', hazard: 7, hazardName: '苯', wet: true, flow: '1.50' }),
      stored(2),
    ]);
    const { texts } = copyCells(
      rowsIn(before),
      columns,
      { anchor: { row: 0, column: 0 }, head: { row: 0, column: column('wet') }, others: [] },
      labels,
    );
    const after = paste(before, selectCell(1, 0), formatTsv(texts));
    const [first, second] = rowsIn(after);
    for (const name of ['post', 'mode', 'hazard', 'hazardName', 'wet', 'flow'])
      expect(second?.values[name]).toEqual(first?.values[name]);
  });
});

describe('filling cells', () => {
  const of = (...all: unknown[]) => all.map((value) => ({ value }));
  const next = (source: ReturnType<typeof of>, steps: number) =>
    Array.from(
      { length: steps },
      (_, step) => (filledContent(source, source.length + step) as { value: unknown }).value,
    );

  it('filling in the entry grid repeats one cell, continues series of numbers and dates, and repeats other cells in turn', () => {
    expect(next(of('喷漆'), 2)).toEqual(['喷漆', '喷漆']);
    expect(next(of(7), 2)).toEqual([7, 7]);
    expect(next(of(1, 2), 3)).toEqual([3, 4, 5]);
    expect(next(of('0.1', '0.2'), 2)).toEqual(['0.3', '0.4']);
    expect(next(of('2024-02-28', '2024-02-29'), 1)).toEqual(['2024-03-01']);
    expect(next(of(1, 2, 4), 2)).toEqual([1, 2]);
    expect(next(of('甲', '乙'), 3)).toEqual(['甲', '乙', '甲']);
    expect((filledContent(of(5, 6), -1) as { value: unknown }).value).toBe(4);
  });

  it('Ctrl+D with one selected row copies the row above, and never into another kind of field', () => {
    const rows = rowsIn(stateOf([stored(1, { post: '甲', workers: 4 }), stored(2)]));
    const down = withWrites(rows, filledFromEdge(rows, columns, selectCell(1, column('workers')), 'down'));
    expect(down[1]?.values.workers).toBe(4);
    expect(filledFromEdge(rows, columns, selectCell(0, column('workers')), 'down')).toEqual([]);
    expect(filledFromEdge(rows, columns, selectCell(0, column('day')), 'right')).toEqual([]);
  });
});

describe('keyboard of the entry grid', () => {
  const filledCells = new Set(['0,0', '1,0', '2,0', '5,0']);
  const bounds = {
    rows: 8,
    columns: 4,
    pageRows: 3,
    isFilled: ({ row, column: one }: { row: number; column: number }) => filledCells.has(`${row},${one}`),
    stops: ({ column: one }: { row: number; column: number }) => one !== 2,
  };
  const press = (from: Selection, key: string, more: { jump?: boolean; shift?: boolean } = {}) =>
    movedBy(from, { key, jump: false, shift: false, ...more }, bounds);

  it.each([
    ['ArrowDown', {}, [2, 1]],
    ['ArrowUp', {}, [0, 1]],
    ['ArrowLeft', {}, [1, 0]],
    ['ArrowRight', {}, [1, 2]],
    ['Home', {}, [1, 0]],
    ['End', {}, [1, 3]],
    ['PageDown', {}, [4, 1]],
    ['PageUp', {}, [0, 1]],
    ['Home', { jump: true }, [0, 0]],
    ['End', { jump: true }, [7, 3]],
  ] as const)(
    'the key %s with the modifiers %o moves the active cell of the entry grid to %o',
    (key, more, [row, one]) => {
      expect(press(selectCell(1, 1), key, more)?.anchor).toEqual({ row, column: one });
    },
  );

  it('Ctrl+arrow in the entry grid jumps to the end of a filled block, then across the gap', () => {
    const stops = [selectCell(0, 0)];
    for (let step = 0; step < 3; step += 1)
      stops.push(press(stops.at(-1) as Selection, 'ArrowDown', { jump: true }) as Selection);
    expect(stops.map(({ anchor }) => anchor.row)).toEqual([0, 2, 5, 7]);
  });

  it('Shift in the entry grid extends the range and keeps the active cell', () => {
    expect(press(selectCell(1, 1), 'ArrowDown', { shift: true })).toEqual({
      anchor: { row: 1, column: 1 },
      head: { row: 2, column: 1 },
      others: [],
    });
  });

  it('Tab in the entry grid skips computed cells, continues in the next row, and leaves the grid at the last cell', () => {
    expect(tabTarget({ row: 0, column: 1 }, false, bounds)).toEqual({ row: 0, column: 3 });
    expect(tabTarget({ row: 0, column: 3 }, false, bounds)).toEqual({ row: 1, column: 0 });
    expect(tabTarget({ row: 1, column: 0 }, true, bounds)).toEqual({ row: 0, column: 3 });
    expect(tabTarget({ row: 7, column: 3 }, false, bounds)).toBeNull();
    expect(tabTarget({ row: 0, column: 0 }, true, bounds)).toBeNull();
  });

  it('the keyboard of the entry grid ignores other keys', () => {
    expect(press(selectCell(0, 0), 'a')).toBeNull();
  });
});

it('the selection of the entry grid lists the selected cells, all together and by row', () => {
  const selection: Selection = {
    anchor: { row: 1, column: 1 },
    head: { row: 2, column: 3 },
    others: [boxOf({ row: 5, column: 0 }, { row: 5, column: 0 })],
  };
  expect(placesOf(selection)).toHaveLength(7);
  for (const place of placesOf(selection)) expect(inPart(partOf(selection, place.row), place.column)).toBe(true);
  expect(inPart(partOf(selection, 5), 1)).toBe(false);
  expect(isSelected(selection, { row: 5, column: 1 })).toBe(false);
});

describe('unsaved changes', () => {
  it('unsaved changes of the entry grid are the rows that differ; an untouched new row does not count and has no errors', () => {
    const before = state();
    const rows = withWrites(
      [...rowsIn(before), fresh(), fresh({ post: '新岗' })],
      [{ row: 0, name: 'workers', content: { value: 3 } }],
    );
    const after = changeRows(before, withoutRows(rows, [1]));
    const changes = changesOf(after);
    expect([changes.added.length, changes.changed.length, changes.removed]).toEqual([1, 1, ['#2']]);
    const { body } = requestFor(entity, rowsIn(after), after.base, changes);
    expect(body.rows[0]).toEqual({ id: 1, version: 0, workers: 3 });
    expect(body.rows[1]).toMatchObject({ post: '新岗', plan: 1, mode: 'area' });
    expect(body.rows[1]).not.toHaveProperty('state');
    expect(body.removed).toEqual([{ id: 2, version: 0 }]);
  });

  it('unsaved changes of the entry grid leave out values that were changed back', () => {
    const before = state();
    const there = changeRows(before, withWrites(rowsIn(before), [{ row: 0, name: 'workers', content: { value: 3 } }]));
    const back = changeRows(there, withWrites(rowsIn(there), [{ row: 0, name: 'workers', content: { value: null } }]));
    expect(changesOf(back)).toEqual({ added: [], changed: [], removed: [] });
  });

  it('after saving the entry grid, an undo counts as a change again, and values typed during the save stay', () => {
    const before = state(1);
    const typed = changeRows(before, withWrites(rowsIn(before), [{ row: 0, name: 'post', content: { value: '改' } }]));
    const request = requestFor(entity, rowsIn(typed), typed.base, changesOf(typed));
    const meanwhile = changeRows(typed, withWrites(rowsIn(typed), [{ row: 0, name: 'code', content: { value: 'X' } }]));
    const saved = applySave(meanwhile, request, [stored(1, { post: '改', version: 1, workers: 5 })]);
    expect(rowsIn(saved)[0]?.values).toMatchObject({ post: '改', code: 'X', workers: 5, version: 1 });
    expect(changesOf(saved).changed).toHaveLength(1);
    const undone = stepHistory(stepHistory(saved, 'undo', columns.length, 1), 'undo', columns.length, 1);
    expect(rowsIn(undone)[0]?.values.post).toBe('岗位1');
    expect(requestFor(entity, rowsIn(undone), undone.base, changesOf(undone)).body.rows[0]).toMatchObject({
      version: 1,
      post: '岗位1',
    });
  });

  it('unsaved changes of the entry grid get order numbers that follow the rows', () => {
    const rows = (...numbers: (number | null)[]) => numbers.map((rowSort) => fresh({ rowSort }));
    const numbers = (list: readonly EntryRow[]) => list.map((row) => row.values.rowSort);
    expect(numbers(assignOrder(rows(10, 20, null, null), 'rowSort', 9999))).toEqual([10, 20, 30, 40]);
    expect(numbers(assignOrder(rows(10, null, 20), 'rowSort', 9999))).toEqual([10, 15, 20]);
    expect(numbers(assignOrder(rows(10, null, null, 11), 'rowSort', 9999))).toEqual([10, 20, 30, 40]);
    expect(numbers(assignOrder(rows(20, 10), 'rowSort', 9999))).toEqual([10, 20]);
    expect(numbers(assignOrder(rows(9995, null), 'rowSort', 9999))).toEqual([10, 20]);
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 9999 })), { maxLength: 60 }), (given) => {
        const all = numbers(assignOrder(rows(...given), 'rowSort', 9999)) as number[];
        expect(
          all.every((number, index) => number <= 9999 && (index === 0 || number > (all[index - 1] as number))),
        ).toBe(true);
      }),
    );
  });
});

describe('a refused save', () => {
  const before = (() => {
    const start = state(2);
    return changeRows(
      start,
      withWrites([...rowsIn(start), fresh({ post: '新岗' })], [{ row: 0, name: 'post', content: { value: '改' } }]),
    );
  })();
  const request = requestFor(entity, rowsIn(before), before.base, changesOf(before));

  it('a refused save marks the entry grid’s cells that the server names', () => {
    const after = applyFaults(before, request, [
      { field: 'rows[1].code', message: '编号已存在' },
      { field: 'rows[0]', message: '整行有误' },
    ]);
    expect(after.serverFaults.get(rowsIn(before)[2]?.key ?? '')).toEqual({
      code: { message: '编号已存在', value: null },
    });
    expect(after.serverFaults.get('#1')).toEqual({ '': { message: '整行有误', value: undefined } });
  });

  it('a refused save turns rows deleted by others into new ones, and forgets removed rows that no longer exist', () => {
    const removed = changeRows(before, withoutRows(rowsIn(before), [1]));
    const all = requestFor(entity, rowsIn(removed), removed.base, changesOf(removed));
    const after = applyDeletions(removed, all, [
      { field: 'rows[0]', message: '' },
      { field: 'removed[0]', message: '' },
    ]);
    expect([...after.base.keys()]).toEqual([]);
    expect(changesOf(after).added).toHaveLength(2);
    expect([...after.gone]).toEqual(['#1']);
  });

  it('a refused save of an entry grid shows rows that another person changed, restores rows removed here, and applies the person’s choice', () => {
    const removed = changeRows(before, withoutRows(rowsIn(before), [1]));
    const after = applyConflicts(removed, [
      stored(1, { post: '他改', version: 3, workers: 8 }),
      stored(2, { version: 4 }),
    ]);
    expect(after.conflicts.size).toBe(2);
    expect(rowsIn(after).map(({ key }) => key)).toContain('#2');
    const done = resolveConflict(after, '#1', { post: '改', workers: 8 });
    expect(done.conflicts.size).toBe(1);
    expect(requestFor(entity, rowsIn(done), done.base, changesOf(done)).body.rows).toContainEqual({
      id: 1,
      version: 3,
      post: '改',
    });
  });
});

describe('a draft', () => {
  it('a restored draft of the entry grid puts added, changed and deleted rows back in their places, and one undo takes it back', () => {
    const start = state(3);
    const edited = changeRows(
      start,
      withoutRows(
        withWrites(withInserted(rowsIn(start), 1, [fresh({ post: '插入' })]), [
          { row: 0, name: 'post', content: { value: '改' } },
          { row: 2, name: 'workers', content: { text: 'x', message: '只能填写非负整数' } },
        ]),
        [3],
      ),
    );
    const draft = JSON.parse(
      JSON.stringify(draftOf(entity, rowsIn(edited), edited.base, changesOf(edited), 1)),
    ) as ReturnType<typeof draftOf>;
    const back = withDraft(state(3), draft);
    expect(rowsIn(back).map(({ values }) => values.post)).toEqual(['改', '插入', '岗位2']);
    expect(rowsIn(back)[2]?.texts).toEqual({ workers: { text: 'x', message: '只能填写非负整数' } });
    expect(rowsIn(stepHistory(back, 'undo', columns.length, 1)).map(({ values }) => values.post)).toEqual([
      '岗位1',
      '岗位2',
      '岗位3',
    ]);
  });

  it('a draft of the entry grid keeps its base version, so that another person’s later change is compared and not overwritten', () => {
    const start = state(1);
    const edited = changeRows(start, withWrites(rowsIn(start), [{ row: 0, name: 'post', content: { value: '改' } }]));
    const back = withDraft(
      stateOf([stored(1, { version: 5, workers: 8 })]),
      draftOf(entity, rowsIn(edited), edited.base, changesOf(edited), 1),
    );
    expect(requestFor(entity, rowsIn(back), back.base, changesOf(back)).body.rows).toEqual([
      { id: 1, version: 0, post: '改' },
    ]);
  });
});

it('the totals of selected cells add numbers exactly and skip other texts', () => {
  expect(totalsOf(['0.1', '0.2', '<0.6', '', '文字'])).toEqual({ count: 2, sum: '0.3', mean: '0.15' });
  expect(totalsOf(['0.001', '12.5', '-3', '1234567890123.5', '0.1', '0.2'])).toEqual({
    count: 6,
    sum: '1234567890133.301',
    mean: '205761320000',
  });
  expect(totalsOf(['1'])).toBeNull();
});

it('moving the selection of the entry grid adds no undo step', () => {
  const before = state();
  const after = selectCells(before, selectCell(2, 1));
  expect(rowsIn(after)).toBe(rowsIn(before));
  expect(after.history.past).toEqual([]);
});
