import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { focusedNow, focusNear } from '@/lib/focusFirst';
import type { Entity } from '@contract/entity';
import type { Timeline } from '@contract/workflow/workflowWire';
import { Awaited } from './Awaited';
import { MoveDialog, type OfferedMove } from './MoveDialog';

interface MoveButtonsProps {
  readonly entity: Pick<Entity, 'path'>;
  readonly row: { readonly id: number; readonly version: number };
  readonly timeline: Timeline | undefined;
  /** Of the moves that may be made, those that this page offers; all unless told. */
  readonly only?: readonly string[];
  /** A sentence above the question of a move. */
  readonly notes?: Readonly<Record<string, string | undefined>>;
  /** A reason that a move of this row asks for, by its label. */
  readonly asks?: Readonly<Record<string, string | undefined>>;
  /** Why a move can't be made yet; it is shown on the button, which does nothing then. */
  readonly blocked?: Readonly<Record<string, string | undefined>>;
  /** The row is being read anew: what is moved is what is seen. */
  readonly waiting?: boolean;
  readonly onMoved: () => void;
}

/**
 * What can be done next with a thing that a machine moves: the way forward is the one primary button, returns and ends
 * are quiet ones.
 */
export function MoveButtons({
  entity,
  row,
  timeline,
  only,
  notes,
  asks,
  blocked,
  waiting = false,
  onMoved,
}: MoveButtonsProps) {
  const [move, setMove] = useState<OfferedMove | null>(null);
  const moves = (timeline?.moves ?? []).filter(({ key }) => !only || only.includes(key));
  // The dialog gives the focus back to its button, which goes with the move once the timeline is there: whoever works
  // by keyboard goes on beside it.
  const came = useRef<readonly Element[]>([]);
  const offered = moves.map(({ key }) => key).join();
  useEffect(() => focusNear(came.current), [offered, waiting]);
  const ask = (one: OfferedMove) => {
    came.current = focusedNow();
    setMove(one);
  };
  const back = moves.filter(({ needsReason }) => needsReason);
  const forward = moves.filter(({ needsReason }) => !needsReason);
  const whyNot = (one: OfferedMove): string | undefined => one.blocked ?? blocked?.[one.key];
  const button = (one: OfferedMove, primary: boolean) => (
    <Button
      key={one.key}
      {...(primary ? { type: 'primary' as const } : {})}
      danger={one.key === 'terminate' || one.key === 'void'}
      disabled={waiting || Boolean(whyNot(one))}
      title={whyNot(one) ?? ''}
      onClick={() => ask(one)}
    >
      {one.label}
    </Button>
  );
  const awaited = (timeline?.awaited ?? []).filter(({ key }) => !only || only.includes(key));
  return (
    <>
      <Awaited steps={awaited} refused={forward.flatMap((one) => one.blocked ?? [])} />
      {back.map((one) => button(one, false))}
      {forward.map((one, at) => button(one, at === forward.length - 1))}
      <MoveDialog
        entity={entity}
        row={row}
        move={move}
        note={move ? notes?.[move.key] : undefined}
        asks={move ? asks?.[move.key] : undefined}
        onClose={() => setMove(null)}
        onMoved={onMoved}
      />
    </>
  );
}
