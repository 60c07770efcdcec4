import type { Entity } from '@contract/entity';
import { defaultMax } from '@contract/field';
import { sheetColumns, type SheetColumn } from '@contract/workbook/sheetCells';

/** One column of a written workbook. */
export interface WrittenColumn {
  readonly header: string;
  /** Width in characters of standard width; a Chinese character counts as two. */
  readonly width: number;
  readonly kind: 'text' | 'number' | 'date';
}

/** Returns the width of a text in a spreadsheet column; a Chinese character counts as two. */
export const displayWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character >= '\u1100' ? 2 : 1), 0);

const kindOf = ({ field: { kind } }: SheetColumn): WrittenColumn['kind'] => {
  if (kind === 'integer' || kind === 'decimal') return 'number';
  return kind === 'date' || kind === 'dateTime' ? 'date' : 'text';
};

function widthOf({ header, field, part }: SheetColumn): number {
  const head = displayWidth(header) + 4;
  if (part !== undefined) return Math.max(head, 12);
  if (field.kind === 'text') return Math.max(head, Math.min(40, Math.ceil((field.max ?? defaultMax.text) * 0.6) + 8));
  const usualWidths = { longText: 40, richText: 60, date: 12, dateTime: 20, dict: 20, ref: 30, refs: 30 } as const;
  return Math.max(head, field.kind in usualWidths ? usualWidths[field.kind as keyof typeof usualWidths] : 10);
}

/** Returns the columns of an entity's workbook, for export, template and error workbook. */
export const columnsOf = (entity: Entity): WrittenColumn[] =>
  sheetColumns(entity).map((column) => ({ header: column.header, width: widthOf(column), kind: kindOf(column) }));
