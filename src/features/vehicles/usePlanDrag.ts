import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { calendarDays } from '@contract/arithmetic/numbers/dayCounts';
import { tripConflicts, movedTrip, type TripConflict } from '@contract/features/vehicles/tripConflicts';
import { neighbourCell, placeOf } from './calendarCells';
import type { GrabbedPlan } from './TripPlan';
import type { Board, PlanRow } from './vehicleCalls';

export interface DraggedPlan {
  readonly vehicle: number;
  readonly startAt: string;
  readonly endAt: string;
}

export interface HoveredCell {
  readonly cell: string;
  readonly conflicts: readonly TripConflict[];
  /** True if moved by keys: the plan waits for Enter. */
  readonly isHeldByKeys: boolean;
}

/** State of a plan that is dragged or moved by keys, with its conflicts at the target. */
export function usePlanDrag(
  board: Board,
  rows: readonly (readonly string[])[],
  onMove: (row: PlanRow, to: DraggedPlan) => void,
) {
  const [hovered, setHovered] = useState<HoveredCell | null>(null);
  const trips = useMemo(() => new Map(board.trips.map((trip) => [trip.id, trip])), [board]);
  const takenPlan = useRef<GrabbedPlan | null>(null);
  const landed = useRef<number | null>(null);

  /** Returns the plan's place and time if it were dropped on the cell. */
  const targetOf = (cell: string) => {
    const trip = takenPlan.current && trips.get(takenPlan.current.row.id);
    if (!takenPlan.current || !trip) return null;
    const { day, vehicle } = placeOf(cell);
    return {
      row: takenPlan.current.row,
      trip,
      moved: movedTrip(trip, calendarDays(takenPlan.current.day, day), vehicle ?? trip.vehicle),
    };
  };
  const drag = (nextGrabbedPlan: GrabbedPlan | null) => {
    takenPlan.current = nextGrabbedPlan;
    if (!nextGrabbedPlan) setHovered(null);
  };
  const hoverCell = (cell: string, isHeld = false): boolean => {
    const target = targetOf(cell);
    if (target && hovered?.cell !== cell)
      setHovered({ cell, conflicts: tripConflicts(target.moved, board), isHeldByKeys: isHeld });
    return target !== null;
  };
  const drop = (cell: string) => {
    const target = targetOf(cell);
    drag(null);
    if (target && (target.trip.startAt !== target.moved.startAt || target.trip.vehicle !== target.moved.vehicle))
      onMove(target.row, target.moved);
  };
  /** Keys on a plan: Shift + arrow grabs it, arrows move it, Enter drops it, Escape cancels. */
  const moveByKey = (event: KeyboardEvent, plan: GrabbedPlan, cell: string) => {
    const heldHover = hovered?.isHeldByKeys ? hovered : null;
    if (!heldHover && !(event.shiftKey && event.key.startsWith('Arrow'))) return;
    const next = neighbourCell(rows, heldHover?.cell ?? cell, event.key);
    if (next === null && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) {
      takenPlan.current = plan;
      hoverCell(next, true);
    } else if (heldHover && event.key === 'Enter') {
      landed.current = plan.row.id;
      drop(heldHover.cell);
    } else drag(null);
  };
  // A plan dropped in another cell is rendered again, so the focus has to follow it.
  useEffect(() => {
    if (landed.current === null) return;
    const plan = document.querySelector<HTMLElement>(`[data-plan="${landed.current}"]`);
    if (document.activeElement === document.body) plan?.focus();
    landed.current = null;
  }, [board]);
  return { hovered, drag, over: hoverCell, drop, carry: moveByKey };
}
