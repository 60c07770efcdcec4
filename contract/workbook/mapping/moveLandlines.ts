import type { Entity } from '@contract/entity';
import { sheetColumns, type SheetTable } from '../sheetCells';
import { telephonesOf } from './cellReaders';
import { mappingTexts } from './columnMapping';
import { plainCell } from './rawSheet';
import { textCell } from './tableBuildContext';

/** Returns the headers of the columns for a mobile and for the landline beside it; null for an entity without both. */
function telephoneHeaders(entity: Entity): { readonly mobile: string; readonly landline: string } | null {
  const columns = sheetColumns(entity);
  const landline = columns.find(
    ({ field, hints }) => hints.restOf !== undefined && field.kind === 'text' && field.rule === 'telephone',
  );
  const mobile = columns.find(({ name }) => name === landline?.hints.restOf);
  return landline && mobile ? { mobile: mobile.header, landline: landline.header } : null;
}

/**
 * Moves landlines that a list has in its column for mobiles (手机) to the column for landlines where that is blank. The
 * column is added if the list lacks it.
 * @param messages gets a sentence with the number of moved landlines
 */
export function moveLandlines(entity: Entity, table: SheetTable, messages: string[]): SheetTable {
  const headers = telephoneHeaders(entity);
  const mobileAt = headers ? table.header.indexOf(headers.mobile) : -1;
  if (!headers || mobileAt < 0) return table;
  const landlineIndex = table.header.indexOf(headers.landline);
  const landlineAt = landlineIndex < 0 ? table.header.length : landlineIndex;
  let count = 0;
  const rows = table.rows.map((row) => {
    const text = plainCell(row.cells[mobileAt]);
    if (text === '' || plainCell(row.cells[landlineAt]) !== '') return row;
    const { mobile, landline, rest } = telephonesOf(text);
    if (landline === '') return row;
    count += 1;
    const cells = [...row.cells];
    cells[mobileAt] = textCell([mobile, ...rest].filter(Boolean).join('、'));
    cells[landlineAt] = textCell(landline);
    return { ...row, cells };
  });
  if (count === 0) return table;
  messages.push(mappingTexts.landlines(headers.mobile, headers.landline, count));
  return { ...table, header: landlineIndex < 0 ? [...table.header, headers.landline] : table.header, rows };
}
