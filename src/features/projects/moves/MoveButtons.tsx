import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { deferredPart } from '@/lib/deferredPart';
import { focusedNow, focusNear } from '@/lib/focusFirst';
import type { Entity } from '@contract/entity';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { SeenRow, Timeline } from '@contract/workflow/workflowWire';
import { FirstGap } from '../missing/FirstGap';
import { useMayOpen } from '../nextPages/useNextPages';
import { AwaitedSteps } from './AwaitedSteps';
import type { OfferedMove } from './MoveDialog';
import { useSeenRows } from './useSeenRows';

/** Dialog of a move, loaded with the first move that somebody makes. */
const MoveDialog = deferredPart(async () => (await import('./MoveDialog')).MoveDialog);
const noRows: readonly SeenRow[] = [];

interface MoveButtonsProps {
  readonly entity: Pick<Entity, 'path'>;
  readonly row: { readonly id: number; readonly version: number };
  readonly timeline: Timeline | undefined;
  /** Fingerprint of the content that the page shows; by default of the content when the timeline was loaded. */
  readonly asSeen?: SeenFingerprint | null | undefined;
  /** Moves that this page offers; all by default. */
  readonly onlyMoves?: readonly string[];
  /** Text above the question of a move, by move. */
  readonly notes?: Readonly<Record<string, string | undefined>>;
  /** Label of a reason that a move of this row requires, by move. */
  readonly reasonLabels?: Readonly<Record<string, string | undefined>>;
  /** Reason why a move can't be made yet, by move. It is the tooltip of the disabled button. */
  readonly blocked?: Readonly<Record<string, string | undefined>>;
  /**
   * Missing items by move. While the person may open the page of any, the next action is not the move but the first of
   * them. While they are being loaded (undefined), no button is primary.
   */
  readonly missing?: Readonly<Record<string, readonly ProjectGap[] | undefined>>;
  /** True where another button of the page is the next action, so that none of these is primary. */
  readonly nextIsElsewhere?: boolean;
  /** All rows of a document of several rows, this one among them: they move together. */
  readonly batchRows?: readonly SeenRow[] | undefined;
  /** True while the row is being reloaded. Buttons are disabled, so that only the displayed version is moved. */
  readonly waiting?: boolean;
  /** Called with the key of the move that was made; without it if the page is outdated. */
  readonly onMoved: (madeMove?: string) => void;
}

/** Returns the fingerprints that the dialog sends: of the row, or of all rows of a document of several. */
function useSeenContent(
  entity: Pick<Entity, 'path'>,
  id: number,
  batchRows: readonly SeenRow[] | undefined,
  ownSeen: SeenFingerprint | undefined,
) {
  const { rows, waiting } = useSeenRows(
    entity,
    (batchRows ?? noRows).map((row) => (row.id === id && ownSeen ? { ...row, asSeen: ownSeen } : row)),
  );
  return batchRows ? { batchRows: rows, waiting } : { asSeen: ownSeen };
}

interface MoveButtonProps {
  readonly move: OfferedMove;
  readonly isPrimary: boolean;
  /** Reason why the move can't be made; undefined where it can. */
  readonly whyNot: string | undefined;
  readonly waiting: boolean;
  readonly onOpen: (move: OfferedMove) => void;
}

function MoveButton({ move, isPrimary, whyNot, waiting, onOpen }: MoveButtonProps) {
  return (
    <Button
      {...(isPrimary ? { type: 'primary' as const } : {})}
      danger={move.key === 'terminate' || move.key === 'void'}
      disabled={waiting || Boolean(whyNot)}
      title={whyNot ?? ''}
      onClick={() => onOpen(move)}
    >
      {move.label}
    </Button>
  );
}

/**
 * Focuses a nearby control once the moves have changed: the dialog returns the focus to its button, which disappears
 * after the move. Returns the function that remembers the focused control before the dialog opens.
 */
function useFocusAfterMove(offeredKeys: string, waiting: boolean): () => void {
  const focusedBefore = useRef<readonly Element[]>([]);
  useEffect(() => focusNear(focusedBefore.current), [offeredKeys, waiting]);
  return () => void (focusedBefore.current = focusedNow());
}

/** Returns the address of the first missing item whose page the person may open; null if there is none. */
function useOpenablePath(gaps: readonly ProjectGap[]): string | null {
  const mayOpen = useMayOpen();
  return gaps.find(({ path }) => path && mayOpen(path.split('?')[0] ?? ''))?.path ?? null;
}

/**
 * Buttons for the next moves of a row with a state machine. The forward move is primary; returns and terminations are
 * not.
 */
export function MoveButtons({
  entity,
  row,
  timeline,
  asSeen,
  onlyMoves,
  notes,
  reasonLabels,
  blocked,
  missing,
  nextIsElsewhere = false,
  batchRows,
  waiting = false,
  onMoved,
}: MoveButtonsProps) {
  const seenProps = useSeenContent(entity, row.id, batchRows, asSeen ?? timeline?.asSeen);
  const [move, setMove] = useState<OfferedMove | null>(null);
  const offeredMoves = (timeline?.moves ?? []).filter(({ key }) => !onlyMoves || onlyMoves.includes(key));
  const rememberFocus = useFocusAfterMove(offeredMoves.map(({ key }) => key).join(), waiting);
  const openDialog = (offeredMove: OfferedMove) => {
    rememberFocus();
    setMove(offeredMove);
  };
  const forwardMoves = offeredMoves.filter(({ needsReason }) => !needsReason);
  const nextMove = forwardMoves.at(-1);
  const gaps = (nextMove && missing?.[nextMove.key]) ?? [];
  const isLoadingGaps = Boolean(nextMove && missing && nextMove.key in missing && !missing[nextMove.key]);
  const gapPath = useOpenablePath(nextIsElsewhere ? [] : gaps);
  const buttonOf = (offeredMove: OfferedMove) => (
    <MoveButton
      key={offeredMove.key}
      move={offeredMove}
      isPrimary={offeredMove === nextMove && gapPath === null && !nextIsElsewhere && !isLoadingGaps}
      whyNot={offeredMove.blocked ?? blocked?.[offeredMove.key]}
      waiting={waiting}
      onOpen={openDialog}
    />
  );
  const awaitedSteps = (timeline?.awaited ?? []).filter(({ key }) => !onlyMoves || onlyMoves.includes(key));
  return (
    <>
      <AwaitedSteps steps={awaitedSteps} refusals={forwardMoves.flatMap((offeredMove) => offeredMove.blocked ?? [])} />
      {offeredMoves.filter(({ needsReason }) => needsReason).map(buttonOf)}
      {forwardMoves.map(buttonOf)}
      {gapPath !== null && <FirstGap gaps={gaps} path={gapPath} />}
      <MoveDialog
        wanted={move !== null}
        entity={entity}
        row={row}
        {...seenProps}
        move={move}
        note={move ? notes?.[move.key] : undefined}
        reasonLabel={move ? reasonLabels?.[move.key] : undefined}
        onClose={() => setMove(null)}
        onMoved={onMoved}
      />
    </>
  );
}
