import type { AnyRow } from '@contract/entity';
import type { HandMovement } from '@contract/features/stock/kinds';

/** What the dialog is opened for: lots, a first guess of the movement, and the issue that a return undoes. */
export interface Moving {
  readonly rows: readonly AnyRow[];
  readonly movement: HandMovement;
  readonly issue?: { readonly id: number; readonly movementNo: string } | undefined;
}
