// Lists often have several people of a unit in one cell, with their telephones beside them or in the next cell.
import type { ListHints } from '@contract/entity';
import { type NamedPerson, peopleIn, peopleOfCells, peopleText } from '@contract/fields/people';
import type { SheetColumn } from '@contract/workbook/cells';
import type { Mapping } from './mapping';
import { plainCell, type RawRow } from './rawSheet';
import { meansNothing } from './readers';

/** Returns what a column takes of the people of a row: a part of the first one, or all others. */
export function personPart(people: readonly NamedPerson[], part: NonNullable<ListHints['person']>): string {
  const [first, ...others] = people;
  if (part === 'others') return peopleText(others);
  return part === 'more' ? (first?.more ?? []).join('、') : (first?.[part] ?? '');
}

/** Returns the place of the sheet's column for a part of people. */
export function placeOfPeople(
  columns: readonly SheetColumn[],
  mapping: Mapping,
  part: NonNullable<ListHints['person']>,
): number | undefined {
  const header = columns.find(({ hints }) => hints.person === part)?.header;
  return header === undefined ? undefined : mapping.columns[header];
}

/** Returns a reader of the people of a row; it returns null where the row has one, as its cells stand. */
export function peopleReader(
  columns: readonly SheetColumn[],
  mapping: Mapping,
): (row: RawRow) => readonly NamedPerson[] | null {
  const [name, mobile, others] = (['name', 'mobile', 'others'] as const).map((part) =>
    placeOfPeople(columns, mapping, part),
  );
  if (name === undefined) return () => null;
  const othersHeader = columns.find(({ hints }) => hints.person === 'others')?.header;
  const phones = othersHeader === undefined ? undefined : mapping.joined?.[othersHeader];
  const text = (row: RawRow, at: number | undefined): string => {
    const found = at === undefined ? '' : plainCell(row.cells[at]);
    return meansNothing(found) ? '' : found;
  };
  return (row) => {
    const people = peopleOfCells(text(row, name), text(row, mobile));
    if (others === undefined || others === name || !people) return people;
    return [...people, ...peopleIn([text(row, others), text(row, phones)].filter(Boolean).join(' '))];
  };
}

/** Tells whether a cell for a name holds several people, or a person with a telephone. */
export const holdsPeople = (text: string): boolean => peopleOfCells(text, '') !== null;

/** Tells whether a cell for a name holds a telephone as well. */
export const holdsPhone = (text: string): boolean =>
  peopleIn(text).some(({ mobile, landline }) => mobile !== '' || landline !== '');
