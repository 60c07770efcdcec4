import { conflictsOf, movedTrip, type TripConflict } from '@contract/vehicles/conflicts';
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { todayText } from '@/lib/dates';
import type { Board, PlanRow } from './calls';
import { ConflictList } from './ConflictList';
import { dayName, daysBetween, isOn, type Span } from './days';
import { Plan, type Taken } from './Plan';
import styles from './vehicles.module.css';

interface CalendarProps {
  readonly board: Board;
  readonly span: Span;
  readonly days: readonly string[];
  readonly month: string;
  readonly mayMove: boolean;
  readonly onOpen: (row: PlanRow) => void;
  readonly onAdd: (day: string, vehicle: number | null) => void;
  readonly onMove: (row: PlanRow, to: { readonly vehicle: number; readonly startAt: string; readonly endAt: string }) => void;
}

interface Hovered {
  readonly cell: string;
  readonly conflicts: readonly TripConflict[];
}

interface CellProps {
  readonly id: string;
  readonly hovered: Hovered | null;
  readonly outside: boolean;
  readonly label: string;
  readonly onAdd: (() => void) | undefined;
  readonly onOver: (cell: string) => boolean;
  readonly onDrop: (cell: string) => void;
  readonly children: ReactNode;
}

function Cell({ id, hovered, outside, label, onAdd, onOver, onDrop, children }: CellProps) {
  const here = hovered?.cell === id ? hovered : null;
  const mark = here ? (here.conflicts.some(({ blocking }) => blocking) ? styles.barred : here.conflicts.length ? styles.doubtful : styles.over) : '';
  const over = (event: DragEvent) => {
    if (onOver(id)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onDrop(id);
  };
  return <div className={[styles.cell, outside ? styles.outside : '', mark].filter(Boolean).join(' ')} data-cell={id} role="group" aria-label={label} onDoubleClick={onAdd} onDragEnter={over} onDragOver={over} onDrop={drop}>{children}</div>;
}

/** Plans by day: a week has a row for each vehicle, a month its days alone. What stands against a plan is shown where it is dragged to, before it is let go. */
export function Calendar({ board, span, days, month, mayMove, onOpen, onAdd, onMove }: CalendarProps) {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const trips = useMemo(() => new Map(board.trips.map((trip) => [trip.id, trip])), [board]);
  const against = useMemo(() => new Map(board.trips.map((trip) => [trip.id, trip.state === 'planned' ? conflictsOf(trip, board) : []])), [board]);
  const today = todayText();

  const taken = useRef<Taken | null>(null);
  /** Where the plan that is dragged would be, if it were let go over the cell. */
  const targetOf = (cell: string) => {
    const trip = taken.current && trips.get(taken.current.row.id);
    if (!taken.current || !trip) return null;
    const [to = '', vehicle] = cell.split('|');
    return { row: taken.current.row, trip, moved: movedTrip(trip, daysBetween(taken.current.day, to), vehicle ? Number(vehicle) : trip.vehicle) };
  };
  const drag = (next: Taken | null) => {
    taken.current = next;
    if (!next) setHovered(null);
  };
  const over = (cell: string): boolean => {
    const target = targetOf(cell);
    if (target && hovered?.cell !== cell) setHovered({ cell, conflicts: conflictsOf(target.moved, board) });
    return target !== null;
  };
  const drop = (cell: string) => {
    const target = targetOf(cell);
    drag(null);
    if (target && (target.trip.startAt !== target.moved.startAt || target.trip.vehicle !== target.moved.vehicle)) onMove(target.row, target.moved);
  };
  const plansOn = (day: string, vehicle: number | null) =>
    board.rows
      .filter((row) => isOn(row, day) && row.state !== 'cancelled' && (vehicle === null || row.vehicle === vehicle))
      .sort((a, b) => a.startAt.localeCompare(b.startAt))
      .map((row) => <Plan key={row.id} row={row} day={day} conflicts={against.get(row.id) ?? []} movable={mayMove && row.state === 'planned'} named={vehicle === null} onOpen={onOpen} onDrag={drag} />);
  const add = (day: string, vehicle: number | null) => (mayMove ? () => onAdd(day, vehicle) : undefined);
  const head = (day: string) => <div key={`head${day}`} className={`${styles.head} ${day === today ? styles.today : ''}`}>{dayName(day)}{day === today ? '（今天）' : ''}</div>;
  return (
    <>
      <div className={styles.scroll} role="group" aria-label="用车日历">
        {span === 'week' ? (
          <div className={styles.week}>
            <div className={styles.head}>车辆</div>
            {days.map(head)}
            {board.vehicles.map((car) => [
              <div key={car.id} className={styles.car}><strong>{car.plateNo}</strong><small>{car.seats}座{car.status === '1' ? '' : car.status === '2' ? '，维修' : '，停用'}</small></div>,
              ...days.map((day) => <Cell key={`${day}|${car.id}`} id={`${day}|${car.id}`} hovered={hovered} onOver={over} onDrop={drop} outside={car.status !== '1'} label={`${car.plateNo} ${day}`} onAdd={add(day, car.id)}>{plansOn(day, car.id)}</Cell>),
            ])}
          </div>
        ) : (
          <div className={styles.month}>
            {['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name) => <div key={name} className={styles.head}>{name}</div>)}
            {days.map((day) => <Cell key={day} id={day} hovered={hovered} onOver={over} onDrop={drop} outside={!day.startsWith(month)} label={day} onAdd={add(day, null)}><span className={`${styles.number} ${day === today ? styles.today : ''}`}>{day.slice(8)}{day === today ? ' 今天' : ''}</span>{plansOn(day, null)}</Cell>)}
          </div>
        )}
      </div>
      <div className={styles.status} role="status" aria-label="拖动中的冲突">{hovered && (hovered.conflicts.length ? <ConflictList conflicts={hovered.conflicts} /> : '可以安排')}</div>
    </>
  );
}
