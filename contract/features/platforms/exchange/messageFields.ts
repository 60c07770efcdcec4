import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import type { Place } from '../platformFields';
import { type CodeTable, leftOut, type PlatformCode } from './codeTables';

// Field tables of the adapters, and how a table is filled. Our value is looked up and converted by a code table. A
// missing value or a value without a code is noted, with the page on which it is entered.

/** An element of a platform's message. */
export interface MessageField {
  /** Name of the element on the platform. */
  readonly name: string;
  readonly label: string;
  /** Path of our value in the part from which the table is filled. */
  readonly sourcePath: string;
  readonly isRequired?: true;
  readonly table?: CodeTable;
  /** The day is written as `yyyyMMdd`. */
  readonly compactDay?: true;
  /** The platform's name of the code is sent instead of the code. */
  readonly sendsName?: true;
  /** A value without a code is sent unchanged. */
  readonly mayStayUncoded?: true;
  /** Required format of the sent text. */
  readonly form?: { readonly pattern: RegExp; readonly description: string };
  readonly place: Place | 'connector';
  /** Field of the form on that page. */
  readonly filledAs?: string;
}

/** A reason why a message can't be sent. */
export interface MessageFault {
  readonly kind: 'missing' | 'unmapped' | 'malformed';
  /** Element of the message, e.g. `empInfo.areaCode`, `detectionPoint[2].checkItemCode`. */
  readonly path: string;
  readonly label: string;
  readonly message: string;
  readonly place: Place | 'connector' | 'codes';
  readonly filledAs?: string;
  /** Code table, and the value that it lacks. */
  readonly table?: CodeTable;
  readonly own?: string;
}

/** A line for display: the sent text, and our value where it was converted. */
export interface ShownCell {
  readonly sentText: string;
  readonly ourText: string | null;
}

/** A group or list of the message for display. */
export interface ShownPart {
  readonly title: string;
  readonly columns: readonly { readonly name: string; readonly label: string }[];
  readonly rows: readonly (readonly ShownCell[])[];
}

/** Input for filling a message, and the notes about it. */
export interface MessageContext {
  readonly codes: ReadonlyMap<string, PlatformCode>;
  readonly faults: MessageFault[];
  /** Sentences about data that are left out on purpose. */
  readonly notes: string[];
}

const keyOf = (table: CodeTable, ownValue: string): string => `${table}\u0000${ownValue}`;

/** Starts a message with the code tables of a connector. */
export const messageContextOf = (codes: readonly PlatformCode[]): MessageContext => ({
  codes: new Map(codes.map((code) => [keyOf(code.table, code.own), code])),
  faults: [],
  notes: [],
});

/**
 * Returns the code of one of our values; undefined where the table has none.
 * @param table code table of the platform
 * @param ownValue our value
 */
export const codeOf = (
  { codes }: Pick<MessageContext, 'codes'>,
  table: CodeTable,
  ownValue: string,
): PlatformCode | undefined => codes.get(keyOf(table, ownValue));

/**
 * Notes a value without a code, once for each value.
 * @param table code table that lacks the value
 * @param ownValue our value
 * @param label our name of the field
 * @param path path of the element in the message
 */
export function noteUnmapped(
  { faults }: MessageContext,
  table: CodeTable,
  ownValue: string,
  label: string,
  path: string,
): void {
  if (faults.some((fault) => fault.kind === 'unmapped' && fault.table === table && fault.own === ownValue)) return;
  faults.push({
    kind: 'unmapped',
    path,
    label,
    message: `${label}“${ownValue}”没有对照的平台代码`,
    place: 'codes',
    table,
    own: ownValue,
  });
}

/**
 * Multiplies a printed number by a factor. A leading `<` stays; a text that is not a number stays unchanged.
 * @param text number as printed, e.g. `<0.5`
 * @param factor factor between the units; null or undefined leaves the number unchanged
 */
export function scaledNumber(text: string, factor: string | null | undefined): string {
  const parts = /^(<?)\s*(\d+(?:\.\d+)?)$/.exec(text);
  if (!factor || !parts) return text;
  return `${parts[1] ?? ''}${new Decimal(parts[2] ?? '0').times(factor).toString()}`;
}

const valueAt = (source: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | null | undefined)?.[name], source);

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());

/** Returns the text of a field in the message. */
function cellOf(
  field: MessageField,
  source: unknown,
  path: string,
  labelPrefix: string,
  context: MessageContext,
): ShownCell {
  const ourValue = textOf(valueAt(source, field.sourcePath));
  const label = `${labelPrefix}${field.label}`;
  const { place, filledAs, form } = field;
  const fault = (kind: MessageFault['kind'], message: string) =>
    context.faults.push({ kind, path, label, message, place, ...(filledAs ? { filledAs } : {}) });
  if (ourValue === '') {
    if (field.isRequired) fault('missing', `缺少${label}`);
    return { sentText: '', ourText: null };
  }
  let sentValue = field.compactDay ? ourValue.replaceAll('-', '') : ourValue;
  if (field.table) {
    const platformCode = codeOf(context, field.table, ourValue);
    if (!platformCode && field.mayStayUncoded) return { sentText: ourValue, ourText: null };
    if (!platformCode) {
      noteUnmapped(context, field.table, ourValue, field.label, path);
      return { sentText: '', ourText: ourValue };
    }
    sentValue = field.sendsName ? (platformCode.name ?? ourValue) : platformCode.code;
  }
  if (form && !form.pattern.test(sentValue)) fault('malformed', `${label}“${sentValue}”应为${form.description}`);
  return { sentText: sentValue, ourText: sentValue === ourValue ? null : ourValue };
}

/** A filled table: the values by the platform's names without empty ones, and the cells for display. */
export interface FilledTable {
  readonly values: Readonly<Record<string, string>>;
  readonly cells: readonly ShownCell[];
}

/**
 * Fills one line of a table.
 * @param path path of the group in the message
 * @param before prefix of a label, e.g. 检测点第2行：
 */
export function filledLine(
  fields: readonly MessageField[],
  source: unknown,
  path: string,
  before: string,
  context: MessageContext,
): FilledTable {
  const cells = fields.map((field) => cellOf(field, source, `${path}.${field.name}`, before, context));
  return {
    cells,
    values: Object.fromEntries(
      fields.flatMap(({ name }, index) => {
        const sentValue = cells[index]?.sentText ?? '';
        return sentValue === '' ? [] : [[name, sentValue]];
      }),
    ),
  };
}

/**
 * Returns a group of single fields for display.
 * @param title heading of the group
 * @param fields fields of the message, in the order of the cells
 */
export const shownGroup = (title: string, fields: readonly MessageField[], { cells }: FilledTable): ShownPart => ({
  title,
  columns: [
    { name: 'name', label: '平台字段' },
    { name: 'label', label: '含义' },
    { name: 'value', label: '发送内容' },
  ],
  rows: fields.map(({ name, label }, index) => [
    { sentText: name, ourText: null },
    { sentText: label, ourText: null },
    cells[index] ?? { sentText: '', ourText: null },
  ]),
});

/** Returns whether the code of a value excludes it from the message. */
export const isLeftOut = ({ code }: PlatformCode): boolean => code === leftOut;
