import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { daysLeft } from '@contract/features/equipment/equipmentRules';
import { authorisationState, type MatrixPerson } from '@contract/features/laboratory/tasks/labTasks';
import { cellsByPlace, type ChosenCell, type ItemCell, type ItemGroup, type ItemMatrix } from './authorisationMatrix';
import styles from './matrix.module.css';

interface MatrixTableProps {
  /** Name of the table. */
  readonly label: string;
  /** Head of the column of items. */
  readonly head: string;
  /** Returns the text that says how many items a group has. */
  readonly countText: (items: number) => string;
  readonly matrix: ItemMatrix;
  readonly groups: readonly ItemGroup[];
  readonly persons: readonly MatrixPerson[];
  readonly chosen: ChosenCell;
  readonly onChoose: (nextChosenCell: ChosenCell) => void;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function textOf(cell: ItemCell | undefined, today: string): readonly [text: string, title: string] {
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

const chooseGroupText = (title: string): string => `选择整组：${title}`;

const toggled = <K,>(selectedIds: ReadonlySet<K>, id: K): ReadonlySet<K> => {
  const next = new Set(selectedIds);
  if (!next.delete(id)) next.add(id);
  return next;
};

interface GroupHeadProps {
  readonly group: ItemGroup;
  readonly chosen: ChosenCell;
  readonly onChoose: (nextChosenCell: ChosenCell) => void;
}

/** Title of a group with a checkbox for all its items. */
function GroupHead({ group: { title, items }, chosen, onChoose }: GroupHeadProps) {
  const keys = items.map(({ key }) => key);
  const count = keys.filter((key) => chosen.items.has(key)).length;
  const choose = () => {
    const otherKeys = [...chosen.items].filter((key) => !keys.includes(key));
    onChoose({ ...chosen, items: new Set(count === keys.length ? otherKeys : [...otherKeys, ...keys]) });
  };
  return (
    <th scope="rowgroup">
      <label>
        <input
          type="checkbox"
          aria-label={chooseGroupText(title)}
          checked={count === keys.length}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && count < keys.length;
          }}
          onChange={choose}
        />
        <span>{title}</span>
      </label>
    </th>
  );
}

interface PersonsHeadProps {
  readonly head: string;
  readonly persons: readonly MatrixPerson[];
  readonly chosen: ChosenCell;
  readonly onChoose: (nextChosenCell: ChosenCell) => void;
}

/** People with a checkbox for their whole column. */
function PersonsHead({ head, persons, chosen, onChoose }: PersonsHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">{head}</th>
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
 * Table of items and people. A click selects one cell, checkboxes whole rows, groups and columns. One tab stop; arrows
 * move.
 */
export function MatrixTable({ label, head, countText, matrix, groups, persons, chosen, onChoose }: MatrixTableProps) {
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  const table = useRef<HTMLTableElement>(null);
  const cellAt = cellsByPlace(matrix.cells);
  const allItems = groups.flatMap(({ items }) => items);
  const rowOf = new Map(allItems.map(({ key }, row) => [key, row]));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || !(event.target instanceof HTMLElement) || !event.target.dataset.cell) return;
    event.preventDefault();
    const next = [
      Math.min(allItems.length - 1, Math.max(0, at[0] + step[0])),
      Math.min(persons.length - 1, Math.max(0, at[1] + step[1])),
    ] as const;
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.join()}"]`)?.focus();
  };
  const row = ({ key, title, note, fullTitle = title }: ItemGroup['items'][number]) => {
    const line = rowOf.get(key) ?? 0;
    return (
      <tr key={key}>
        <th scope="row" aria-label={fullTitle}>
          <label>
            <input
              type="checkbox"
              checked={chosen.items.has(key)}
              onChange={() => onChoose({ ...chosen, items: toggled(chosen.items, key) })}
            />
            <span>
              {title}
              {note && <small>{note}</small>}
            </span>
          </label>
        </th>
        {persons.map((person, column) => {
          const cell = cellAt(person.id, key);
          const [text, days] = textOf(cell, matrix.today);
          const isSelected = chosen.persons.has(person.id) && chosen.items.has(key);
          return (
            <td key={person.id} data-state={authorisationState(cell, matrix.today)}>
              <button
                type="button"
                data-cell={`${line},${column}`}
                data-state={authorisationState(cell, matrix.today)}
                aria-pressed={isSelected}
                aria-label={`${person.name} ${fullTitle}：${days}`}
                title={days}
                tabIndex={at[0] === line && at[1] === column ? 0 : -1}
                onFocus={() => setAt([line, column])}
                onClick={() => onChoose({ persons: new Set([person.id]), items: new Set([key]) })}
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
      <table ref={table} className={styles.matrix} aria-label={label} onKeyDown={onKeyDown}>
        <PersonsHead head={head} persons={persons} chosen={chosen} onChoose={onChoose} />
        <tbody>
          {groups.map((itemGroup) => (
            <Fragment key={itemGroup.key}>
              <tr className={styles.group}>
                <GroupHead group={itemGroup} chosen={chosen} onChoose={onChoose} />
                <td colSpan={persons.length}>{countText(itemGroup.items.length)}</td>
              </tr>
              {itemGroup.items.map(row)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
