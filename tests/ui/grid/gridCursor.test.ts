import { describe, expect, it } from 'vitest';
import { moveCursor } from '@/grid/gridCursor';

const bounds = { rows: 3, columns: 4, pageRows: 2 };
const moved = (row: number, column: number, key: string, jump = false) =>
  moveCursor({ row, column }, { key, jump } as never, bounds);

describe('the cursor of a table', () => {
  it('the cursor of a table stays between the row itself and its last column', () => {
    expect(moved(1, 3, 'ArrowRight')).toEqual({ row: 1, column: 3 });
    expect(moved(1, 2, 'ArrowRight')).toEqual({ row: 1, column: 3 });
    expect(moved(1, 0, 'ArrowLeft')).toEqual({ row: 1, column: -1 });
    expect(moved(1, -1, 'ArrowLeft')).toEqual({ row: 1, column: -1 });
    expect(moved(1, 1, 'End')).toEqual({ row: 1, column: 3 });
    expect(moved(1, 1, 'Home')).toEqual({ row: 1, column: 0 });
  });

  it('the cursor of a table stays within the rows, moves by pages and jumps to the ends', () => {
    expect(moved(2, 1, 'ArrowDown')).toEqual({ row: 2, column: 1 });
    expect(moved(0, 1, 'ArrowUp')).toEqual({ row: 0, column: 1 });
    expect([moved(0, 1, 'PageDown'), moved(1, 1, 'PageDown'), moved(1, 1, 'PageUp')]).toEqual([
      { row: 2, column: 1 },
      { row: 2, column: 1 },
      { row: 0, column: 1 },
    ]);
    expect([moved(1, 1, 'ArrowDown', true), moved(1, 1, 'ArrowUp', true), moved(1, 2, 'End', true)]).toEqual([
      { row: 2, column: 1 },
      { row: 0, column: 1 },
      { row: 2, column: 2 },
    ]);
    expect(moved(2, -1, 'Home')).toEqual({ row: 0, column: -1 });
    expect(moved(1, 1, 'a')).toBeNull();
  });
});
