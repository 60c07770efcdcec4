import type { ReactNode } from 'react';
import { alignOf, cellText, DictCell, headerWidth, emptyCellText, ownerText, widthOf } from '@/fields';
import type { DataTableColumn } from '@/grid/DataTable';
import type { CellSpace } from '@/grid/dataTableColumn';
import { cutMiddle } from '@/grid/text/CutMiddle';
import { codeFit, type Fit } from '@/grid/text/textFit';
import type { useLabels } from '@/session/dictionaryStore';
import { fieldOf, labelOf, type AnyRow } from '@contract/entity';
import { dateTime, type Field } from '@contract/field';
import { returnText, returnedTexts, type ReturnDetails } from '@contract/workflow/returnedWork';
import type { arrangeColumns } from '../columns/columnWidthsAndOrder';
import { LockMark } from '../form/LockMark';
import type { ListEditorModel } from '../useListEditor';
import styles from '../listEditor.module.css';

// A column of a list: title, width, alignment and cells, from the description of its field.

const housekeepingFields: Readonly<Record<string, Field>> = {
  createTime: dateTime('创建时间'),
  updateTime: dateTime('修改时间'),
};
/** Kinds of field that cannot be sorted by. */
const unsortableKinds = new Set<Field['kind'] | undefined>(['refs', 'longText', 'file']);
const personFields = new Set(['createBy', 'updateBy']);
/** Width in px of a date column with a custom cell, which also shows the remaining time. */
const dateCellWidth = 154;
const codeRules = new Set(['unifiedCode', 'mobile', 'phone', 'ip', 'userName']);

/**
 * Checks whether a field contains numbers of samples, records, reports or projects, which differ in their last
 * digits.
 */
const isNumber = (name: string, field: Field | undefined): boolean =>
  field?.kind === 'text' && /(No|[cC]ode)$/.test(name) && !codeRules.has(field.rule ?? '');

/** Largest width in px of a column of names. */
const maxNameWidth = 260;
/** Width in px of the dot before a dictionary's value. */
const dotWidth = 24;
/** Width in px of the lock of a row that can't be edited, with its distance. */
const lockWidth = 16;
const namedKinds = new Set<Field['kind']>(['text', 'ref', 'dict']);

/**
 * Returns the limits for the initial width of a column by its content; undefined for columns of fixed width.
 * @param lock width of the lock beside the text, in px
 */
function fitOf(code: boolean, field: Field | undefined, pinnedOnPhone: boolean, lock: number): Fit | undefined {
  if (pinnedOnPhone) return undefined;
  if (code) return { ...codeFit, extraWidth: lock };
  if (!field || !namedKinds.has(field.kind) || (field.kind === 'text' && codeRules.has(field.rule ?? '')))
    return undefined;
  return {
    minWidth: headerWidth(field),
    maxWidth: maxNameWidth,
    extraWidth: lock + (field.kind === 'dict' ? dotWidth : 0),
  };
}

interface ColumnOptions {
  readonly page: ListEditorModel['page'];
  readonly labels: ReturnType<typeof useLabels>;
  readonly isNarrow: boolean;
  readonly onOpen: (row: AnyRow) => void;
  /** Returns why a row can't be edited, or null. */
  readonly whyLocked: (row: AnyRow) => string | null;
  /** True if rows may carry a lock. */
  readonly showsLocks: boolean;
}

type ArrangedColumn = ReturnType<typeof arrangeColumns>[number];

/** Returns the default width of a column in px. */
function usualWidth({ page: { entity, cells }, isNarrow }: ColumnOptions, name: string): number {
  const field = fieldOf(entity, name) ?? housekeepingFields[name];
  if (name === entity.titleField) return isNarrow ? 150 : 220;
  if (field) return Math.max(widthOf(field), cells?.[name] && field.kind === 'date' ? dateCellWidth : 0);
  return name === 'organizationId' ? 150 : 110;
}

/** Returns the text of a cell. */
function textIn({ page: { entity }, labels }: ColumnOptions, name: string, row: AnyRow): string {
  const field = fieldOf(entity, name) ?? housekeepingFields[name];
  if (personFields.has(name)) return String(row[`${name}Name`] ?? emptyCellText);
  if (name === 'organizationId') return ownerText(row);
  return field ? cellText(field, row[name], row, name, labels) : String(row[name] ?? emptyCellText);
}

/** Title of a row: a link to its form, with a lock if the row can't be edited, and the page's own mark. */
function titleCell(row: AnyRow, name: string, options: ColumnOptions, { width, fontSize }: CellSpace) {
  const { page, onOpen, whyLocked } = options;
  const Cell = page.cells?.[name];
  const lockReason = whyLocked(row);
  const text = textIn(options, name, row);
  const isCode = isNumber(name, fieldOf(page.entity, name));
  const cellContent = Cell ? (
    <Cell row={row} />
  ) : (
    <button type="button" className={styles.titleCell} onClick={() => onOpen(row)}>
      {isCode ? cutMiddle(text, width - (lockReason === null ? 0 : lockWidth), { fontSize }) : text}
    </button>
  );
  const Mark = page.slots?.titleMark;
  return lockReason === null && !Mark ? (
    cellContent
  ) : (
    <span className={styles.locked}>
      {lockReason !== null && <LockMark reason={lockReason} />}
      {Mark && <Mark row={row} />}
      {cellContent}
    </span>
  );
}

/** A state with the mark 被退回. A card shows by whom, when and why; a table shows this in a tooltip. */
function returnedCell(cell: ReactNode, row: AnyRow, { width }: CellSpace): ReactNode {
  const returned = row['returned'] as ReturnDetails | undefined;
  if (!returned) return cell;
  const line = returnText(returned);
  return (
    <>
      {cell}{' '}
      <b className={styles.returned} title={line}>
        {returnedTexts.mark}
        {width === Infinity && `：${line}`}
      </b>
    </>
  );
}

/** Returns the column of a field as the person arranged it. */
export function listColumnOf({ name, pin, width }: ArrangedColumn, options: ColumnOptions): DataTableColumn<AnyRow> {
  const { page } = options;
  const { entity } = page;
  const field = fieldOf(entity, name) ?? housekeepingFields[name];
  const Cell = page.cells?.[name];
  const isState = name === entity.stateMachine?.stateField;
  // The width by content includes the mark 被退回 beside a state.
  const text = (row: AnyRow) =>
    `${textIn(options, name, row)}${isState && row['returned'] ? ` ${returnedTexts.mark}` : ''}`;
  const title = name === entity.titleField;
  const code = isNumber(name, field);
  return {
    key: name,
    title: labelOf(entity, name),
    unit: field?.unit,
    width: width ?? (title && options.isNarrow ? undefined : page.widths?.[name]) ?? usualWidth(options, name),
    fixed: pin === undefined ? (title ? 'left' : undefined) : (pin ?? undefined),
    align: name === 'id' ? 'right' : field ? alignOf(field) : 'left',
    fit:
      width === undefined && (code || !(Cell ?? page.widths?.[name]))
        ? fitOf(code, field, title && options.isNarrow, title && options.showsLocks ? lockWidth : 0)
        : undefined,
    code,
    mono: field?.kind === 'text' && codeRules.has(field.rule ?? ''),
    sortable: !personFields.has(name) && !unsortableKinds.has(field?.kind),
    text,
    reuse: !Cell,
    render: (row, space) => {
      if (title) return titleCell(row, name, options, space);
      const cell = Cell ? (
        <Cell row={row} />
      ) : field?.kind === 'dict' ? (
        <DictCell dict={field.dict} value={row[name]} />
      ) : (
        textIn(options, name, row)
      );
      return isState ? returnedCell(cell, row, space) : cell;
    },
  };
}
