import type { AnyRow, Entity } from '@contract/entity';
import { maxRowsTogether, type SavedTogether } from '@contract/workbook/saveMany';
import type { Derived } from '../model/entryColumns';
import type { EntryColumn, EntryRow, Values } from '../model/entryTypes';

/** Largest number of rows in a grid. Longer tables need a list. */
export const maxRows = maxRowsTogether;

export interface DataGridOptions<E extends Entity = Entity> {
  readonly entity: E;
  /** Columns; define them at module scope or memoise them. */
  readonly columns: readonly EntryColumn<E>[];
  /** Values that all rows share, such as the parent's id. They filter the load and are part of every new row. */
  readonly fixedValues?: Values;
  /**
   * Integer field that stores the order of the rows (`rowSort`). Rows are numbered at each save and loaded in this
   * order.
   */
  readonly order?: string;
  /** Loads the rows instead of the list filtered by `fixedValues`. */
  readonly load?: (signal: AbortSignal) => Promise<readonly AnyRow[]>;
  /** Saves the rows instead of `saveAll`. Must return the saved rows in the order sent. */
  readonly save?: (request: SavedTogether, idempotencyKey: string) => Promise<readonly AnyRow[]>;
  /** Reason why nothing can be changed now, as a sentence; null when changes are possible. */
  readonly locked?: string | null;
  /** Operations that the page offers, before the person's permissions apply; all by default. */
  readonly can?: { readonly add?: boolean; readonly edit?: boolean; readonly remove?: boolean };
  /** True if rows are independent: valid rows are saved while invalid ones wait. */
  readonly savesRowsSeparately?: boolean;
  readonly onSaved?: (rows: readonly AnyRow[]) => void;
  /** Returns initial values of a new row, computed from the row above. */
  readonly newRow?: (above: Values | undefined) => Values;
  /**
   * Computes values that depend on all rows, such as a blank's mean or a rank, by row key. Called once per change.
   * Memoise, or define at module scope.
   */
  readonly derive?: (rows: readonly EntryRow[]) => Derived;
}
