import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDraft, type GridDraft, readDraft, writeDraft } from '@/grid/entry/model/gridDrafts';
import {
  selectCell,
  boxOf,
  columnsOf,
  containsCell,
  inPart,
  isSelected,
  isSingle,
  partOf,
  placesOf,
  rangeOf,
  rowsOf,
  type Selection,
  limitSelection,
} from '@/grid/entry/model/gridSelection';
import { startHistory, type History, pushStep, redoStep, undoStep } from '@/grid/entry/model/undoHistory';
import { draftName, draftLifetimeMs } from '@/outbox/draftTexts';

describe('history of an entry grid', () => {
  const typed = (...texts: string[]): History<string> =>
    texts.reduce((history, text) => pushStep(history, text), startHistory(''));

  it('the history of an entry grid moves back and forth step by step and stops at both ends', () => {
    const three = typed('a', 'b', 'c');
    const back = undoStep(three) as History<string>;
    expect([back.present, back.past, back.future]).toEqual(['b', ['', 'a'], ['c']]);
    const twice = undoStep(back) as History<string>;
    expect([twice.present, twice.past, twice.future]).toEqual(['a', [''], ['b', 'c']]);
    expect(redoStep(twice)).toEqual({ past: ['', 'a'], present: 'b', future: ['c'] });
    expect([undoStep(startHistory('x')), redoStep(three)]).toEqual([null, null]);
  });

  it('the history of an entry grid drops undone steps after a new edit, and adds no step for an unchanged state', () => {
    const other = pushStep(undoStep(typed('a', 'b')) as History<string>, 'z');
    expect(other).toEqual({ past: ['', 'a'], present: 'z', future: [] });
    expect(pushStep(other, 'z')).toBe(other);
  });

  it('the undo history of an entry grid keeps 200 steps', () => {
    const many = typed(...Array.from({ length: 250 }, (_, index) => String(index)));
    expect([many.past.length, many.past[0], many.present]).toEqual([200, '49', '249']);
  });
});

describe('selection of an entry grid', () => {
  const block: Selection = {
    anchor: { row: 3, column: 4 },
    head: { row: 1, column: 2 },
    others: [{ top: 5, left: 0, bottom: 5, right: 1 }],
  };

  it('the selection of an entry grid is the range between its corners in any order', () => {
    expect(rangeOf(block)).toEqual({ top: 1, left: 2, bottom: 3, right: 4 });
    expect(boxOf({ row: 1, column: 2 }, { row: 3, column: 4 })).toEqual(rangeOf(block));
    expect([
      isSingle(selectCell(2, 2)),
      isSingle(block),
      isSingle({ ...selectCell(2, 2), others: block.others }),
      isSingle({ ...selectCell(2, 2), head: { row: 2, column: 3 } }),
      isSingle({ ...selectCell(2, 2), head: { row: 3, column: 2 } }),
    ]).toEqual([true, false, false, false, false]);
  });

  it('the selection of an entry grid contains its edges and nothing beyond', () => {
    const range = rangeOf(block);
    for (const row of [1, 3]) for (const column of [2, 4]) expect(containsCell(range, { row, column })).toBe(true);
    for (const [row, column] of [
      [0, 3],
      [4, 3],
      [2, 1],
      [2, 5],
    ] as const)
      expect(containsCell(range, { row, column })).toBe(false);
    expect([isSelected(block, { row: 5, column: 1 }), isSelected(block, { row: 5, column: 2 })]).toEqual([true, false]);
  });

  it('the selection of an entry grid lists each row, column and cell of its ranges once', () => {
    const over: Selection = { ...selectCell(1, 1), others: [{ top: 0, left: 0, bottom: 1, right: 1 }] };
    expect([rowsOf(block), columnsOf(block)]).toEqual([
      [1, 2, 3, 5],
      [0, 1, 2, 3, 4],
    ]);
    expect(placesOf(over)).toEqual([
      { row: 0, column: 0 },
      { row: 0, column: 1 },
      { row: 1, column: 0 },
      { row: 1, column: 1 },
    ]);
    expect(placesOf(block)).toHaveLength(11);
  });

  it('the selection of an entry grid is reduced to a grid that has become smaller', () => {
    expect(limitSelection(block, 2, 3)).toEqual({
      anchor: { row: 1, column: 2 },
      head: { row: 1, column: 2 },
      others: [],
    });
    expect(limitSelection(block, 6, 5).others).toEqual(block.others);
    expect(limitSelection(block, 5, 5).others).toEqual([]);
    expect(limitSelection(block, 6, 1).others).toEqual([]);
    expect(limitSelection(selectCell(0, 0), 0, 0)).toEqual(selectCell(0, 0));
  });

  it('the selection of an entry grid lists the selected columns of a row', () => {
    expect([partOf(block, 2), partOf(block, 5), partOf(block, 4)]).toEqual(['2-4', '0-1', '']);
    expect([1, 2, 4, 5].map((column) => inPart('2-4', column))).toEqual([false, true, true, false]);
    expect([inPart('0-1,7-7', 7), inPart('', 0)]).toEqual([true, false]);
  });
});

describe('draft in the browser’s storage', () => {
  const draft: GridDraft = {
    at: 1_000_000,
    rows: [{ key: 'n1', after: null, base: null, values: { place: '喷漆' } }],
    removed: [],
  };
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  it('a draft of the entry grid belongs to one person and one grid, and stays until it is deleted', () => {
    expect(writeDraft(1, 'rows', draft)).toBe(true);
    expect(readDraft(1, 'rows', draft.at + 1)).toEqual(draft);
    expect([readDraft(2, 'rows', draft.at), readDraft(1, 'other', draft.at)]).toEqual([null, null]);
    dropDraft(1, 'rows');
    expect(readDraft(1, 'rows', draft.at)).toBeNull();
  });

  it('a draft of the entry grid is not offered after thirty days', () => {
    writeDraft(1, 'rows', draft);
    expect(readDraft(1, 'rows', draft.at + draftLifetimeMs - 1)).toEqual(draft);
    expect(readDraft(1, 'rows', draft.at + draftLifetimeMs)).toBeNull();
    expect(readDraft(1, 'rows', draft.at + draftLifetimeMs)).toBeNull();
  });

  it.each(['{', 'null', '[]', '{"rows":[],"removed":[]}', '{"at":1,"rows":{},"removed":[]}', '{"at":1,"rows":[]}'])(
    'a stored draft of the entry grid is ignored if it contains %s',
    (text) => {
      localStorage.setItem(draftName(1, 'rows'), text);
      expect(readDraft(1, 'rows', 2)).toBeNull();
    },
  );

  it('storing a draft of the entry grid reports that the browser’s storage is full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft(1, 'rows', draft)).toBe(false);
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new Error('denied');
    });
    expect(() => dropDraft(1, 'rows')).not.toThrow();
  });
});
