import type { AnyRow, Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import type { GridColumn } from '../../gridLayout';

/** The fields of a row by name; beside the id of a reference stands its title as `<field>Name`. */
export type Values = Readonly<Record<string, unknown>>;

/** What was typed or pasted and could not be read: the text stays in its cell with the reason. */
export interface UnreadText {
  readonly text: string;
  readonly message: string;
}

/** A row as it stands in the grid. Its key stays through saving, so that the history holds. */
export interface EntryRow {
  readonly key: string;
  readonly values: Values;
  readonly texts?: Readonly<Record<string, UnreadText>>;
}

/** What one cell holds: a value with the title of a reference, or text that could not be read. */
export type CellContent = { readonly value: unknown; readonly label?: string } | UnreadText;

export const isUnread = (content: CellContent): content is UnreadText => 'text' in content;

/** The server's rows by the keys of the grid; a row without one is new. */
export type Base = ReadonlyMap<string, AnyRow>;

interface Common {
  readonly title?: string;
  /** px */
  readonly width?: number;
  /** Stays at the left while the others scroll. */
  readonly pinned?: boolean;
  readonly unit?: string;
  /** A word on what is shown: it stands in the cell's title, and colours it. */
  readonly mark?: (row: Values, derived: Values) => Mark | undefined;
}

export interface FieldColumn<Name extends string = string> extends Common {
  readonly field: Name;
  /** Shown, copied, never written: by keyboard, paste, fill or clearing. */
  readonly readonly?: boolean | ((row: Values) => boolean);
}

/** Worked out while typing from the row, and from what `derive` made of all rows; tinted, and skipped by Tab. */
export interface ComputedColumn extends Common {
  readonly key: string;
  readonly title: string;
  readonly computed: (row: Values, derived: Values) => string;
  readonly align?: 'left' | 'right';
}

/** What is wrong with a value or its row, worth a look, or as it should be. */
export interface Mark {
  readonly tone: 'bad' | 'warning' | 'good';
  readonly message: string;
}

type NamesOf<E> = E extends Entity<infer F> ? keyof F & string : never;

/** What a page says of a column; define the list at module scope or memoise it. */
export type EntryColumn<E extends Entity = Entity> = FieldColumn<NamesOf<E>> | ComputedColumn;

/** A column as the grid works with it. */
export interface Column extends GridColumn {
  readonly title: string;
  readonly unit: string | undefined;
  readonly align: 'left' | 'right';
  /** Null for computed columns. */
  readonly name: string | null;
  readonly field: Field | null;
  readonly computed: ((row: Values, derived: Values) => string) | null;
  readonly mark: ((row: Values, derived: Values) => Mark | undefined) | null;
  readonly isReadonly: (row: Values) => boolean;
}
