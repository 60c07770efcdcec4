import { type KeyboardEvent, useState } from 'react';
import { fixedDictionaries } from '@contract/dictionaries';
import type { TripConflict } from '@contract/features/vehicles/tripConflicts';
import type { PlanRow } from './vehicleCalls';
import styles from './vehicles.module.css';

const stateLabels = new Map<string, string>(
  fixedDictionaries.vehiclePlanState.map(({ value, label }) => [value, label]),
);

/** A dragged plan, and the day at which it was grabbed. */
export interface GrabbedPlan {
  readonly row: PlanRow;
  readonly day: string;
}

interface PlanProps {
  readonly row: PlanRow;
  /** Day of this element; a plan is shown on each of its days. */
  readonly day: string;
  readonly conflicts: readonly TripConflict[];
  readonly movable: boolean;
  /** True if the vehicle is shown; a month has no row for it. */
  readonly showsVehicle: boolean;
  readonly onOpen: (row: PlanRow) => void;
  /** Called with the plan when it is grabbed, and with null when it is released. */
  readonly onDrag: (grabbedPlan: GrabbedPlan | null) => void;
  readonly onKey: (event: KeyboardEvent, grabbedPlan: GrabbedPlan) => void;
}

function classesOf(movable: boolean, lifted: boolean, row: PlanRow, conflicts: PlanProps['conflicts']) {
  return [
    styles.plan,
    movable ? styles.movable : '',
    lifted ? styles.lifted : '',
    row.state === 'out' ? styles.out : '',
    row.state === 'done' || row.state === 'cancelled' ? styles.quiet : '',
    conflicts.length ? styles.warned : '',
  ];
}

/** One plan on one day. It is dragged or moved by keys, and opened by a click or Enter. */
export function TripPlan({ row, day, conflicts, movable, showsVehicle, onOpen, onDrag, onKey }: PlanProps) {
  const [lifted, setLifted] = useState(false);
  const drag = (isTaken: boolean) => {
    setLifted(isTaken);
    onDrag(isTaken ? { row, day } : null);
  };
  const [startsToday, endsToday] = [row.startAt.startsWith(day), row.endAt.startsWith(day)];
  const time = `${startsToday ? row.startAt.slice(11, 16) : '…'}–${endsToday ? row.endAt.slice(11, 16) : '…'}`;
  const [vehicle, state] = [String(row.vehicleName ?? ''), stateLabels.get(String(row.state)) ?? ''];
  const words = [
    `${vehicle} ${time} ${row.destination}`,
    `驾驶人${String(row.driverName ?? '')}`,
    state,
    ...conflicts.map(({ message }) => message),
  ];
  const vehicleText = `${showsVehicle ? vehicle : ''}${row.state === 'planned' ? '' : `（${state}）`}`;
  const people = [row.driverName, ...(Array.isArray(row.peopleName) ? row.peopleName : [])].join('、');
  // The accessible name starts with the visible text (WCAG 2.5.3).
  const accessibleName = [
    `${time} ${vehicleText} ${row.destination} ${people}`,
    ...(showsVehicle ? [] : [vehicle]),
    ...(row.state === 'planned' ? [state] : []),
    ...conflicts.map(({ message }) => message),
  ];
  const classes = classesOf(movable, lifted, row, conflicts);
  return (
    <button
      type="button"
      data-plan={row.id}
      draggable={movable}
      className={classes.filter(Boolean).join(' ')}
      title={words.join('\n')}
      aria-label={accessibleName.join('，')}
      aria-keyshortcuts={movable ? 'Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight' : undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(row.planNo));
        drag(true);
      }}
      onDragEnd={() => drag(false)}
      onClick={() => onOpen(row)}
      onKeyDown={movable ? (event) => onKey(event, { row, day }) : undefined}
      onBlur={movable ? () => onDrag(null) : undefined}
    >
      <span>
        <strong>{time}</strong> {vehicleText}
      </span>
      <span>{row.destination}</span>
      <span>
        {people}
        {conflicts.length > 0 && <span aria-hidden> ⚠{conflicts.length}</span>}
      </span>
    </button>
  );
}
