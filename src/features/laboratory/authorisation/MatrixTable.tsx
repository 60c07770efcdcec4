import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { daysLeft } from '@contract/features/equipment/equipmentRules';
import {
  authorisationState,
  type AuthorisationMatrix,
  type MatrixCell,
  type MatrixMethod,
  type MatrixPerson,
} from '@contract/features/laboratory/tasks/labTasks';
import { cellsByPlace, type MethodGroup } from './authorisationMatrix';
import styles from './matrix.module.css';

export interface ChosenCell {
  readonly persons: ReadonlySet<number>;
  readonly methods: ReadonlySet<number>;
}

interface MatrixTableProps {
  readonly matrix: AuthorisationMatrix;
  readonly groups: readonly MethodGroup[];
  readonly persons: readonly MatrixPerson[];
  readonly chosen: ChosenCell;
  readonly onChoose: (next: ChosenCell) => void;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function textOf(cell: MatrixCell | undefined, today: string): readonly [text: string, title: string] {
  if (!cell) return ['', '未授权'];
  const days = `${cell.validFrom}至${cell.validUntil}${cell.certificateNo ? `，${cell.certificateNo}` : ''}`;
  const shortDate = cell.validUntil.slice(2);
  switch (authorisationState(cell, today)) {
    case 'expired':
      return [`${shortDate} 过期`, `已过期：${days}`];
    case 'soon':
      return [`${shortDate} 余${daysLeft(cell.validUntil, today)}天`, `即将到期：${days}`];
    case 'coming':
      return [`${cell.validFrom.slice(2)} 起`, `尚未生效：${days}`];
    default:
      return [shortDate, `有效：${days}`];
  }
}

const toggled = (selectedIds: ReadonlySet<number>, id: number): ReadonlySet<number> => {
  const next = new Set(selectedIds);
  if (!next.delete(id)) next.add(id);
  return next;
};

interface PersonsHeadProps {
  readonly persons: readonly MatrixPerson[];
  readonly chosen: ChosenCell;
  readonly onChoose: (next: ChosenCell) => void;
}

/** People with a checkbox for their whole column. */
function PersonsHead({ persons, chosen, onChoose }: PersonsHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">检测方法</th>
        {persons.map((person) => (
          <th key={person.id} scope="col" aria-label={person.name}>
            <label>
              <input
                type="checkbox"
                checked={chosen.persons.has(person.id)}
                onChange={() => onChoose({ ...chosen, persons: toggled(chosen.persons, person.id) })}
              />
              <span>
                {person.name}
                <small>{person.enabled ? (person.analyst ? '检测员' : person.userName) : '已停用'}</small>
              </span>
            </label>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/**
 * Table of methods and people. A click selects one cell, checkboxes whole rows and columns. One tab stop; arrows move.
 */
export function MatrixTable({ matrix, groups, persons, chosen, onChoose }: MatrixTableProps) {
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);
  const cellAt = cellsByPlace(matrix.cells);
  const allMethods = groups.flatMap(({ methods }) => methods);
  const rowOf = new Map(allMethods.map(({ id }, row) => [id, row]));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || !(event.target instanceof HTMLElement) || !event.target.dataset.cell) return;
    event.preventDefault();
    const next = [
      Math.min(allMethods.length - 1, Math.max(0, at[0] + step[0])),
      Math.min(persons.length - 1, Math.max(0, at[1] + step[1])),
    ] as const;
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.join()}"]`)?.focus();
  };
  const row = (method: MatrixMethod) => {
    const line = rowOf.get(method.id) ?? 0;
    return (
      <tr key={method.id}>
        <th scope="row" aria-label={method.title}>
          <label>
            <input
              type="checkbox"
              checked={chosen.methods.has(method.id)}
              onChange={() => onChoose({ ...chosen, methods: toggled(chosen.methods, method.id) })}
            />
            <span>
              {method.title}
              <small>
                {method.standardNo}
                {method.inForce ? '' : '　已停用'}
              </small>
            </span>
          </label>
        </th>
        {persons.map((person, column) => {
          const cell = cellAt(person.id, method.id);
          const [text, title] = textOf(cell, matrix.today);
          const isSelected = chosen.persons.has(person.id) && chosen.methods.has(method.id);
          return (
            <td key={person.id} data-state={authorisationState(cell, matrix.today)}>
              <button
                type="button"
                data-cell={`${line},${column}`}
                data-state={authorisationState(cell, matrix.today)}
                aria-pressed={isSelected}
                aria-label={`${person.name} ${method.title}：${title}`}
                title={title}
                tabIndex={at[0] === line && at[1] === column ? 0 : -1}
                onFocus={() => setAt([line, column])}
                onClick={() => onChoose({ persons: new Set([person.id]), methods: new Set([method.id]) })}
              >
                {text}
              </button>
            </td>
          );
        })}
      </tr>
    );
  };
  return (
    <div className={styles.scroll}>
      <table ref={table} className={styles.matrix} aria-label="检测授权" onKeyDown={onKeyDown}>
        <PersonsHead persons={persons} chosen={chosen} onChoose={onChoose} />
        <tbody>
          {groups.map(({ key, title, methods }) => (
            <Fragment key={key}>
              <tr className={styles.group}>
                <th scope="rowgroup">{title}</th>
                <td colSpan={persons.length}>{methods.length}个方法</td>
              </tr>
              {methods.map(row)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
