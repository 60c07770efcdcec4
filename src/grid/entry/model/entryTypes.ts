import type { AnyRow, Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import type { GridColumn } from '../../columnPlacement';

/** Values of a row by field. The title of a reference is beside its id as `<field>Name`. */
export type Values = Readonly<Record<string, unknown>>;

/** A typed or pasted text that could not be converted. The cell keeps it and shows the reason. */
export interface UnreadText {
  readonly text: string;
  readonly message: string;
}

/** A row of the grid. A save does not change its key, so the undo history stays valid. */
export interface EntryRow {
  readonly key: string;
  readonly values: Values;
  readonly texts?: Readonly<Record<string, UnreadText>>;
}

/** Content of a cell: a value with the title of a reference, or a text that could not be converted. */
export type CellContent = { readonly value: unknown; readonly label?: string } | UnreadText;

/** Checks whether a cell contains a text that could not be converted. */
export const isUnread = (content: CellContent): content is UnreadText => 'text' in content;

/** The server's rows by key of the grid. A row without an entry is new. */
export type Base = ReadonlyMap<string, AnyRow>;

interface CommonColumnOptions {
  readonly title?: string;
  /** Width in px. */
  readonly width?: number;
  /** True for a column that stays at the left while other columns scroll. */
  readonly pinned?: boolean;
  readonly unit?: string;
  /** Returns a remark on the value. It colours the cell and is its tooltip. */
  readonly mark?: (row: Values, derived: Values) => Mark | undefined;
}

interface FieldColumn<Name extends string = string> extends CommonColumnOptions {
  readonly field: Name;
  /** True: blocks keyboard, paste, fill and clearing. The cell can still be copied. */
  readonly readonly?: boolean | ((row: Values) => boolean);
}

/** A column computed from the row and from the result of `derive` for it. Tinted, and skipped by Tab. */
interface ComputedColumn extends CommonColumnOptions {
  readonly key: string;
  readonly title: string;
  readonly computed: (row: Values, derived: Values) => string;
  readonly align?: 'left' | 'right';
}

/** A remark: the value or its row is wrong, questionable, or passed. */
export interface Mark {
  readonly tone: 'bad' | 'warning' | 'good';
  readonly message: string;
}

type NamesOf<E> = E extends Entity<infer F> ? keyof F & string : never;

/** A column as the page describes it. Define the list at module scope or memoise it. */
export type EntryColumn<E extends Entity = Entity> = FieldColumn<NamesOf<E>> | ComputedColumn;

/** A column as the grid uses it. */
export interface Column extends GridColumn {
  readonly title: string;
  readonly unit: string | undefined;
  readonly align: 'left' | 'right';
  /** Field name; null for computed columns. */
  readonly name: string | null;
  readonly field: Field | null;
  /** Entity whose `offers` contain texts for the cell. Other texts may be typed. */
  readonly offeredBy: string | null;
  readonly computed: ((row: Values, derived: Values) => string) | null;
  readonly mark: ((row: Values, derived: Values) => Mark | undefined) | null;
  readonly isReadonly: (row: Values) => boolean;
}
