import type { DictEntry } from '@contract/dictionaries';
import { type Entity, labelOf, type ListHints } from '@contract/entity';
import { dateTime, type Field, integer, ref } from '@contract/field';
import { plainNumber } from '@contract/fields/normalizeText';
import { plainText } from '@contract/fields/richText';
import type { SimilarLabel } from './similarLabels';

/** One cell of a workbook. */
export interface RawCell {
  readonly kind: 'text' | 'number' | 'date' | 'flag' | 'error' | 'empty' | 'formula' | 'merged';
  /** Displayed text; a date as `YYYY-MM-DD[ HH:mm:ss]`; a formula after `cellMarks.formula`. */
  readonly text: string;
  readonly value: string | number | boolean | null;
}

/** A sheet of a workbook that is not empty. */
export interface SheetChoice {
  readonly name: string;
  readonly hidden: boolean;
}

/** A merged range: Excel's row numbers and columns from 0, both inclusive. */
export interface Merge {
  readonly fromLine: number;
  readonly toLine: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

/** One sheet of a workbook, without empty rows. */
export interface SheetTable {
  readonly sheetName: string;
  /** Header cells, trimmed; '' for a column without one. */
  readonly header: readonly string[];
  readonly headerLine: number;
  /** Rows of the sheet; `line` is Excel's row number. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly RawCell[] }[];
  /** All sheets that are not empty, the current one included. */
  readonly sheets: readonly SheetChoice[];
  /** Merged ranges; only for a sheet that was read without its header. */
  readonly merges?: readonly Merge[];
}

/** Look-ups that the caller provides to the codec. */
export interface Lookups {
  dict(name: string): readonly DictEntry[];
  /** Returns the id of the undeleted row with that title; `ambiguous` where several rows have it. */
  ref(entityName: string, title: string): number | null | 'ambiguous';
  /** Returns the titles of the first rows that an ambiguous text may mean, where it is not the title of several. */
  candidates?(entityName: string, title: string): readonly string[];
  /** Returns whether 省, 省/市 or 省/市/区县 exists. Without this function any region is accepted. */
  region?(path: string): boolean;
  /** Returns titles of the entity that resemble an unknown title, best first. */
  near?(entityName: string, title: string): SimilarLabel;
  /** Returns whether the person may create a row of the entity from its title alone. */
  makes?(entityName: string): boolean;
  /** Whether a person mapped the columns of their own list; its cells are then parsed as people write them. */
  readonly loose?: true;
}

/**
 * Prefixes of cells that are not values. The prefix stays in the text, so the server refuses the row again until a
 * person corrects the cell.
 */
export const cellMarks = { formula: '公式：', merged: '（合并单元格）', date: '日期：', struck: '（删除线：' } as const;

/** Header of the column with the reasons in an error workbook; an import ignores the column. */
export const errorHeader = '错误';

const regionParts = ['省', '市', '区县'] as const;

/** One column of an entity's workbook; `part` numbers the three columns of a region. */
export interface SheetColumn {
  readonly header: string;
  readonly name: string;
  readonly field: Field;
  readonly part?: 0 | 1 | 2;
  /** Hints on how users' own lists contain the column. */
  readonly hints: ListHints;
}

const noHints: ListHints = {};
const columnsByEntity = new WeakMap<Entity, readonly SheetColumn[]>();

const readOnly = { readonly: true } as const;

/** Columns that every row has and lists may show, as fields. */
const housekeepingFields: Readonly<Record<string, (label: string) => Field>> = {
  id: (label) => integer(label, readOnly),
  organizationId: (label) => ref(label, { to: 'organization', ...readOnly }),
  createTime: (label) => dateTime(label, readOnly),
  updateTime: (label) => dateTime(label, readOnly),
  createBy: (label) => ref(label, { to: 'user', ...readOnly }),
  updateBy: (label) => ref(label, { to: 'user', ...readOnly }),
};

/** Returns the workbook's columns in order; empty for an entity without a workbook. */
export function sheetColumns(entity: Entity): readonly SheetColumn[] {
  const cachedColumns = columnsByEntity.get(entity);
  if (cachedColumns) return cachedColumns;
  const fields = (entity.sheet ?? []).flatMap((name) => {
    const field = entity.fields[name] ?? housekeepingFields[name]?.(labelOf(entity, name));
    return field ? [{ name, field }] : [];
  });
  const regions = fields.filter(({ field }) => field.kind === 'region').length;
  const columns = fields.flatMap(({ name, field }): SheetColumn[] =>
    field.kind === 'region'
      ? regionParts.map((part, index) => ({
          header: regions > 1 ? field.label + part : part,
          name,
          field,
          part: index as 0 | 1 | 2,
          hints: entity.lists?.[name] ?? noHints,
        }))
      : [{ header: field.label, name, field, hints: entity.lists?.[name] ?? noHints }],
  );
  columnsByEntity.set(entity, columns);
  return columns;
}

/** Kinds of fields that a workbook can't show. */
const hiddenKinds: ReadonlySet<Field['kind']> = new Set(['secret', 'file', 'keyed']);

/** Returns the entity with a workbook of all its fields, where it defines none. */
export const withSheet = (entity: Entity): Entity =>
  entity.sheet
    ? entity
    : {
        ...entity,
        sheet: Object.keys(entity.fields).filter((name) => !hiddenKinds.has(entity.fields[name]?.kind ?? 'secret')),
      };

/**
 * Returns the entity with a workbook of the named columns, as a person sees them in a list. Columns that a workbook
 * can't show are left out.
 */
export const withColumns = (entity: Entity, names: readonly string[]): Entity => ({
  ...entity,
  sheet: names.filter((name) =>
    Object.hasOwn(entity.fields, name)
      ? entity.fields[name]?.kind !== 'secret'
      : Object.hasOwn(housekeepingFields, name),
  ),
});

/** Returns the header row of an entity's workbook: labels, and 省 市 区县 for a region. */
export const headersOf = (entity: Entity): string[] => sheetColumns(entity).map(({ header }) => header);

/** Separator of the titles in a `refs` cell. */
const titleSeparator = '、';

/** Maximum number of characters in a workbook cell. */
const maxCellLength = 32_767;

/** Owner of a row that belongs to no organization. */
const commonOwner = '公共';

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join(titleSeparator) : String(value);

/**
 * Converts a row to workbook cells, in the order of `headersOf`: dictionary labels, references by `<field>Name`, flags
 * as 是/否, whole numbers as numbers. A decimal stays text with all its digits; the writer converts it to a numeric cell.
 * @param row stored row, as the API returns it
 * @param labels labels of the dictionaries
 */
export function rowToCells(
  entity: Entity,
  row: Readonly<Record<string, unknown>>,
  labels: Pick<Lookups, 'dict'>,
): (string | number | null)[] {
  return sheetColumns(entity).map(({ name, field, part }) => {
    const value = row[name];
    if (field.kind === 'refs') {
      const titles: unknown = row[`${name}Name`];
      return Array.isArray(titles) && titles.length ? titles.join(titleSeparator) : null;
    }
    if (name === 'organizationId' && value === null) return commonOwner;
    if (value === null || value === undefined || value === '') return null;
    switch (field.kind) {
      case 'integer':
        return Number(value);
      case 'decimal':
        return typeof value === 'number' ? plainNumber(value) : String(value);
      case 'flag':
        return value === true ? '是' : '否';
      case 'dict':
        return labels.dict(field.dict).find((entry) => entry.value === value)?.label ?? asText(value);
      case 'ref':
        return asText(row[`${name}Name`]) || null;
      case 'richText':
        return plainText(asText(value)).slice(0, maxCellLength) || null;
      case 'keyed':
        return Object.entries(value as Record<string, string>)
          .map(([key, text]) => `${key}：${text}`)
          .join('；');
      case 'file':
        return '已上传';
      case 'region':
        return asText(value).split('/')[part ?? 0] ?? null;
      default:
        return asText(value);
    }
  });
}

/**
 * Returns the displayed text of a numeric cell if it is the exact number (leading zeros, trailing decimals), else the
 * number's digits.
 */
function shownNumber(cell: RawCell): string {
  const value = Number(cell.value);
  // Excel keeps 15 digits. Further digits were lost when the cell became a number, so the number is shown in
  // exponential form.
  if (Math.abs(value) >= 1e15) return value.toExponential().replace('e', 'E');
  if (cell.text.endsWith('%')) return cell.text;
  return /^-?\d+(\.\d+)?$/.test(cell.text) && Number(cell.text) === value ? cell.text : plainNumber(value);
}

/**
 * Converts a cell to the string that the browser shows, corrects and sends back. Parsing that string again gives the
 * same result.
 */
export function cellText(cell: RawCell, field: Field): string {
  if (cell.kind === 'number') return shownNumber(cell);
  if (cell.kind === 'flag') return cell.value ? '是' : '否';
  if (cell.kind === 'merged') return cellMarks.merged;
  return cell.kind === 'date' && field.kind === 'text' ? cellMarks.date + cell.text : cell.text;
}
