import type { AnyRow } from '@contract/entity';
import type { HandMovement } from '@contract/features/stock/stockKinds';

/** State of the dialog: lots, preset movement, and the issue that a return reverses. */
export interface StockDialogState {
  readonly rows: readonly AnyRow[];
  readonly movement: HandMovement;
  readonly issue?: { readonly id: number; readonly movementNo: string } | undefined;
}
