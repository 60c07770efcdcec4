import type { Entity } from '@contract/entity';
import { type Lookups, type SheetChoice, sheetColumns, type SheetColumn } from '../sheetCells';
import type { ColumnMapping, SheetView, TargetColumn } from './columnMapping';

/** Returns the header of the column whose cells may also contain a column. */
export function partnerOf({ name, hints, part }: SheetColumn, columns: readonly SheetColumn[]): string | undefined {
  if (part !== undefined)
    return part === 0 ? undefined : columns.find((column) => column.name === name && column.part === 0)?.header;
  const partnerName = hints.unitOf ?? hints.restOf ?? hints.monthsOf ?? hints.relativeTo ?? hints.spanOf ?? hints.from;
  return partnerName === undefined ? undefined : columns.find((column) => column.name === partnerName)?.header;
}

/** Returns the entity's columns as displayed in the mapping. */
export function targetsOf(entity: Entity, lookups: Pick<Lookups, 'dict'>): TargetColumn[] {
  const columns = sheetColumns(entity);
  return columns.map((column) => {
    const { header, field, hints } = column;
    const initialText =
      field.initial === undefined
        ? ''
        : field.kind === 'dict'
          ? (lookups.dict(field.dict).find(({ value }) => value === field.initial)?.label ?? '')
          : String(field.initial);
    const partner = partnerOf(column, columns);
    return {
      header,
      required: (field.required === true && !entity.completed?.includes(column.name)) || header === columns[0]?.header,
      initial: initialText,
      ...(partner === undefined ? {} : { with: partner }),
      ...(hints.entryByWords ? { guessed: true as const } : {}),
    };
  });
}

/** Returns the required columns for which a mapping has neither a column, a text, a default nor a guess. */
export const missingOf = (
  targets: readonly TargetColumn[],
  { columns, fixed }: Pick<ColumnMapping, 'columns' | 'fixed'>,
) =>
  targets
    .filter(({ header, required, initial, guessed }) => {
      const isGiven = header in columns || (fixed[header] ?? '') !== '';
      return required && !isGiven && initial === '' && !guessed;
    })
    .map(({ header }) => header);

/** Most sheets of a workbook that are looked at. */
const maxSheets = 12;

/**
 * Returns the visible sheets of a workbook in the order in which a list is sought: first the one that is named like it.
 */
export function sheetsInSearchOrder(label: string, sheets: readonly SheetChoice[]): string[] {
  const visibleNames = sheets.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const likelyName = sheetNamedLike(label, sheets);
  return [...new Set([...(likelyName === undefined ? [] : [likelyName]), ...visibleNames])].slice(0, maxSheets);
}

/** Scores how well a sheet holds a list: the columns that were found, less the required ones that were not. */
export const fitOfSheet = ({ mapping, missing }: Pick<SheetView, 'mapping' | 'missing'>): number =>
  new Set(Object.values(mapping.columns)).size - missing.length * 3;

/** Returns the sheet of a workbook whose name resembles a list, e.g. 试剂 in 标准物质与试剂台账; undefined for none. */
export const sheetNamedLike = (label: string, sheets: readonly SheetChoice[]): string | undefined =>
  sheets.find(({ name, hidden }) => !hidden && name.length > 1 && (name.includes(label) || label.includes(name)))?.name;
