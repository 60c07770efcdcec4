import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { calendarDays } from '@contract/arithmetic/numbers/days';
import { conflictsOf, movedTrip, type TripConflict } from '@contract/features/vehicles/conflicts';
import { neighbour, placeOf } from './calendarCells';
import type { Taken } from './Plan';
import type { Board, PlanRow } from './vehicleCalls';

export interface Moved {
  readonly vehicle: number;
  readonly startAt: string;
  readonly endAt: string;
}

export interface Hovered {
  readonly cell: string;
  readonly conflicts: readonly TripConflict[];
  /** True if moved by keys: the plan waits for Enter. */
  readonly held: boolean;
}

/** State of a plan that is dragged or moved by keys, with its conflicts at the target. */
export function useMoving(
  board: Board,
  rows: readonly (readonly string[])[],
  onMove: (row: PlanRow, to: Moved) => void,
) {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const trips = useMemo(() => new Map(board.trips.map((trip) => [trip.id, trip])), [board]);
  const taken = useRef<Taken | null>(null);
  const landed = useRef<number | null>(null);

  /** Returns the plan's place and time if it were dropped on the cell. */
  const targetOf = (cell: string) => {
    const trip = taken.current && trips.get(taken.current.row.id);
    if (!taken.current || !trip) return null;
    const { day, vehicle } = placeOf(cell);
    return {
      row: taken.current.row,
      trip,
      moved: movedTrip(trip, calendarDays(taken.current.day, day), vehicle ?? trip.vehicle),
    };
  };
  const drag = (next: Taken | null) => {
    taken.current = next;
    if (!next) setHovered(null);
  };
  const over = (cell: string, held = false): boolean => {
    const target = targetOf(cell);
    if (target && hovered?.cell !== cell) setHovered({ cell, conflicts: conflictsOf(target.moved, board), held });
    return target !== null;
  };
  const drop = (cell: string) => {
    const target = targetOf(cell);
    drag(null);
    if (target && (target.trip.startAt !== target.moved.startAt || target.trip.vehicle !== target.moved.vehicle))
      onMove(target.row, target.moved);
  };
  /** Keys on a plan: Shift + arrow grabs it, arrows move it, Enter drops it, Escape cancels. */
  const carry = (event: KeyboardEvent, plan: Taken, cell: string) => {
    const held = hovered?.held ? hovered : null;
    if (!held && !(event.shiftKey && event.key.startsWith('Arrow'))) return;
    const next = neighbour(rows, held?.cell ?? cell, event.key);
    if (next === null && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) {
      taken.current = plan;
      over(next, true);
    } else if (held && event.key === 'Enter') {
      landed.current = plan.row.id;
      drop(held.cell);
    } else drag(null);
  };
  // A plan dropped in another cell is rendered again, so the focus has to follow it.
  useEffect(() => {
    if (landed.current === null) return;
    const plan = document.querySelector<HTMLElement>(`[data-plan="${landed.current}"]`);
    if (document.activeElement === document.body) plan?.focus();
    landed.current = null;
  }, [board]);
  return { hovered, drag, over, drop, carry };
}
