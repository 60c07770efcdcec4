// Lists often have several people of a unit in one cell, with their telephones beside them or in the next cell.
import type { ListHints } from '@contract/entity';
import { type NamedPerson, peopleIn, peopleOfCells, peopleText } from '@contract/fields/peopleInCell';
import type { SheetColumn } from '../sheetCells';
import { meansEmpty } from './cellReaders';
import type { ColumnMapping } from './columnMapping';
import { plainCell, type RawRow } from './rawSheet';

/** Returns the part of a row's people that a column takes: a part of the first person, or all others. */
function personPart(people: readonly NamedPerson[], part: NonNullable<ListHints['person']>): string {
  const [firstNamedPerson, ...namedPersons] = people;
  if (part === 'others') return peopleText(namedPersons);
  return part === 'more' ? (firstNamedPerson?.morePhones ?? []).join('、') : (firstNamedPerson?.[part] ?? '');
}

/**
 * Returns what a column takes of a row's people; null where it takes its own cell. A list with several people in a cell
 * may have the unit's landline in a column of its own.
 * @param hasOwnCells whether no other column uses the column's cells
 */
export function textOfPeople(
  people: readonly NamedPerson[] | null,
  part: ListHints['person'],
  hasOwnCells: boolean,
): string | null {
  if (!people || part === undefined) return null;
  const text = personPart(people, part);
  return text === '' && part === 'landline' && hasOwnCells ? null : text;
}

/**
 * Returns the index of the sheet's column for a part of the people.
 * @param mapping how columns become fields
 * @param part part of the people: names or telephones
 * @returns the 0-based index; undefined where no column has this part
 */
export function placeOfPeople(
  columns: readonly SheetColumn[],
  mapping: ColumnMapping,
  part: NonNullable<ListHints['person']>,
): number | undefined {
  const header = columns.find(({ hints }) => hints.person === part)?.header;
  return header === undefined ? undefined : mapping.columns[header];
}

/**
 * Returns a function that parses the people of a row. It returns null for a row with one person, whose cells stay
 * unchanged.
 */
export function peopleReader(
  columns: readonly SheetColumn[],
  mapping: ColumnMapping,
): (row: RawRow) => readonly NamedPerson[] | null {
  const [name, mobile, others] = (['name', 'mobile', 'others'] as const).map((part) =>
    placeOfPeople(columns, mapping, part),
  );
  if (name === undefined) return () => null;
  const othersHeader = columns.find(({ hints }) => hints.person === 'others')?.header;
  const phones = othersHeader === undefined ? undefined : mapping.joined?.[othersHeader];
  const text = (row: RawRow, at: number | undefined): string => {
    const cellText = at === undefined ? '' : plainCell(row.cells[at]);
    return meansEmpty(cellText) ? '' : cellText;
  };
  return (row) => {
    const people = peopleOfCells(text(row, name), text(row, mobile));
    if (others === undefined || others === name || !people) return people;
    return [...people, ...peopleIn([text(row, others), text(row, phones)].filter(Boolean).join(' '))];
  };
}

/** Returns whether a cell for a name contains several people, or a person with a telephone. */
export const containsPeople = (text: string): boolean => peopleOfCells(text, '') !== null;

/** Returns whether a cell for a name also contains a telephone. */
export const containsPhone = (text: string): boolean =>
  peopleIn(text).some(({ mobile, landline }) => mobile !== '' || landline !== '');
