import { type DragEvent, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { todayText } from '@/lib/dateTexts';
import { tripConflicts } from '@contract/features/vehicles/tripConflicts';
import { calendarCellKey, neighbourCell, placeOf, rowsOf } from './calendarCells';
import { dayName, coversDay, type Span } from './calendarDays';
import { ConflictList } from './ConflictList';
import { TripPlan } from './TripPlan';
import { type HoveredCell, type DraggedPlan, usePlanDrag } from './usePlanDrag';
import type { Board, PlanRow } from './vehicleCalls';
import styles from './vehicles.module.css';

interface CalendarProps {
  readonly board: Board;
  readonly span: Span;
  readonly days: readonly string[];
  readonly month: string;
  readonly mayMove: boolean;
  readonly onOpen: (row: PlanRow) => void;
  /** Absent without the permission. */
  readonly onAdd: ((day: string, vehicleId: number | null) => void) | undefined;
  readonly onMove: (row: PlanRow, to: DraggedPlan) => void;
}

interface CellProps {
  readonly id: string;
  readonly hovered: HoveredCell | null;
  readonly outside: boolean;
  readonly label: string;
  /** True for the cell with the tab stop. */
  readonly isTabStop: boolean;
  readonly onAdd: (() => void) | undefined;
  readonly onFocus: (cell: string) => void;
  readonly onKey: (event: KeyboardEvent, cell: string) => void;
  readonly onOver: (cell: string) => boolean;
  readonly onDrop: (cell: string) => void;
  readonly children: ReactNode;
}

function CalendarCell({
  id,
  hovered,
  outside,
  label,
  isTabStop,
  onAdd,
  onFocus,
  onKey,
  onOver,
  onDrop,
  children,
}: CellProps) {
  const cellHover = hovered?.cell === id ? hovered : null;
  const hoverClass = cellHover
    ? cellHover.conflicts.some(({ blocking }) => blocking)
      ? styles.barred
      : cellHover.conflicts.length
        ? styles.doubtful
        : styles.over
    : '';
  const handleDragOver = (event: DragEvent) => {
    if (onOver(id)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onDrop(id);
  };
  // The plan handles keys pressed inside it.
  const key = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && onAdd) {
      event.preventDefault();
      onAdd();
    } else onKey(event, id);
  };
  return (
    <div
      className={[styles.cell, outside ? styles.outside : '', hoverClass].filter(Boolean).join(' ')}
      data-cell={id}
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(id)}
      onKeyDown={key}
      onDoubleClick={onAdd}
      onDragEnter={handleDragOver}
      onDragOver={handleDragOver}
      onDrop={drop}
    >
      <span className={styles.spoken}>{label}</span>
      {children}
    </div>
  );
}

const columnHeading = (key: string, text: ReactNode, marked = false) => (
  <div key={key} role="columnheader" className={`${styles.head} ${marked ? styles.today : ''}`}>
    {text}
  </div>
);

/** Draws the cell of a day; `vehicle` is null in a month. */
type DrawCell = (
  day: string,
  vehicleId: number | null,
  label: string,
  outside: boolean,
  number?: ReactNode,
) => ReactNode;

interface WeekProps {
  readonly board: Board;
  readonly days: readonly string[];
  readonly cell: DrawCell;
}

/** Week with a row for each vehicle. */
function WeekGrid({ board, days, cell }: WeekProps) {
  const today = todayText();
  return (
    <div className={styles.week} role="grid" aria-label="用车日历">
      <div role="row" className={styles.row}>
        {columnHeading('head', '车辆')}
        {days.map((day) => columnHeading(day, `${dayName(day)}${day === today ? '（今天）' : ''}`, day === today))}
      </div>
      {board.vehicles.map((car) => (
        <div key={car.id} role="row" className={styles.row}>
          <div role="rowheader" className={styles.car}>
            <strong>{car.plateNo}</strong>
            <small>
              {car.seats}座{car.status === '1' ? '' : car.status === '2' ? '，维修' : '，停用'}
            </small>
          </div>
          {days.map((day) => cell(day, car.id, `${car.plateNo} ${day}`, car.status !== '1'))}
        </div>
      ))}
    </div>
  );
}

interface MonthProps {
  readonly rows: readonly (readonly string[])[];
  readonly month: string;
  readonly cell: DrawCell;
}

/** Month with a row for each week. */
function MonthGrid({ rows, month, cell }: MonthProps) {
  const today = todayText();
  return (
    <div className={styles.month} role="grid" aria-label="用车日历">
      <div role="row" className={styles.row}>
        {['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name) => columnHeading(name, name))}
      </div>
      {rows.map((week) => (
        <div key={week[0]} role="row" className={styles.row}>
          {week.map((day) =>
            cell(
              day,
              null,
              day,
              !day.startsWith(month),
              <span className={`${styles.number} ${day === today ? styles.today : ''}`}>
                {day.slice(8)}
                {day === today ? ' 今天' : ''}
              </span>,
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/**
 * Calendar of plans: a week has one row per vehicle, a month only days. While a plan is dragged or moved by keys, its
 * conflicts at the target are shown. Arrows move between cells, Enter creates a plan.
 */
export function VehicleCalendar({ board, span, days, month, mayMove, onOpen, onAdd, onMove }: CalendarProps) {
  const rows = useMemo(
    () => rowsOf(days, span === 'week' ? board.vehicles.map(({ id }) => id) : null),
    [days, span, board.vehicles],
  );
  const conflictsAtTarget = useMemo(
    () => new Map(board.trips.map((trip) => [trip.id, trip.state === 'planned' ? tripConflicts(trip, board) : []])),
    [board],
  );
  const { hovered, drag, over: hoverCell, drop, carry } = usePlanDrag(board, rows, onMove);
  const [at, setAt] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const today = todayText();
  const focusedCell = rows.some((row) => row.includes(at))
    ? at
    : (rows[0]?.find((cell) => placeOf(cell).day === today) ?? rows[0]?.[0]);

  const handleKey = (event: KeyboardEvent, cell: string) => {
    const next = neighbourCell(rows, cell, event.key);
    if (next === null || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    box.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  const plansOn = (day: string, vehicleId: number | null) =>
    board.rows
      .filter(
        (row) => coversDay(row, day) && row.state !== 'cancelled' && (vehicleId === null || row.vehicle === vehicleId),
      )
      .sort((a, b) => a.startAt.localeCompare(b.startAt))
      .map((row) => (
        <TripPlan
          key={row.id}
          row={row}
          day={day}
          conflicts={conflictsAtTarget.get(row.id) ?? []}
          movable={mayMove && row.state === 'planned'}
          showsVehicle={vehicleId === null}
          onOpen={onOpen}
          onDrag={drag}
          onKey={(event, plan) => carry(event, plan, calendarCellKey(day, vehicleId))}
        />
      ));
  const cell = (day: string, vehicleId: number | null, label: string, outside: boolean, number?: ReactNode) => {
    const id = calendarCellKey(day, vehicleId);
    return (
      <CalendarCell
        key={id}
        id={id}
        hovered={hovered}
        isTabStop={id === focusedCell}
        outside={outside}
        label={label}
        onAdd={onAdd && (() => onAdd(day, vehicleId))}
        onFocus={setAt}
        onKey={handleKey}
        onOver={hoverCell}
        onDrop={drop}
      >
        {number}
        {plansOn(day, vehicleId)}
      </CalendarCell>
    );
  };
  const nameOf = (id: string): string => {
    const { day, vehicle } = placeOf(id);
    return [board.vehicles.find((car) => car.id === vehicle)?.plateNo, dayName(day)].filter(Boolean).join(' ');
  };
  return (
    <>
      <div className={styles.scroll} ref={box}>
        {span === 'week' ? (
          <WeekGrid board={board} days={days} cell={cell} />
        ) : (
          <MonthGrid rows={rows} month={month} cell={cell} />
        )}
      </div>
      <div className={styles.status} role="status" aria-label="移动中的冲突">
        {hovered?.isHeldByKeys && (
          <div className={styles.where}>移到 {nameOf(hovered.cell)}：按Enter键放下，按Esc放回原处</div>
        )}
        {hovered && (hovered.conflicts.length ? <ConflictList conflicts={hovered.conflicts} /> : '可以安排')}
      </div>
    </>
  );
}
