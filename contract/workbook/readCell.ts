import type { z } from 'zod';
import type { DictEntry } from '@contract/dictionaries';
import { defaultMax, type Field } from '@contract/field';
import { convertMass, readBalanceLine } from '@contract/fields/balanceLine';
import {
  dropBlanks,
  halfWidth,
  halfWidthThroughout,
  isoDate,
  momentOfSerial,
  numberText,
  oneLine,
  trimBlanks,
  withoutNameSpacing,
} from '@contract/fields/normalizeText';
import { richTextOf } from '@contract/fields/richText';
import { fieldSchema, isDay } from '@contract/schema';
import { cellMarks, type Lookups, type RawCell } from './sheetCells';
import { sheetMessages } from './sheetMessages';
import { nearLabels } from './similarLabels';

/** What a person may have meant by a refused text. */
export interface CellSuggestion {
  /** Entries or titles that the person may mean, best first. */
  near?: readonly string[];
  /** The first entry of `near` is certain: it is the only one with that name. */
  sure?: true;
  /** Unknown title from which the person may create a row of the organization. */
  unknown?: string;
}

/** The value of a cell, or the reason why it is refused. */
export type CellOutcome = { value: unknown; notice?: string; to?: string } | ({ error: string } & CellSuggestion);

const errorValue = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/;
/** Pattern of a long code that Excel converted to a number. */
const scientificNotation = /^-?\d(\.\d+)?E\+\d{1,3}$/i;

/**
 * Returns the reason why no field accepts the cell, i.e. a formula, a merged cell, struck-through text or an Excel
 * error; null for other cells.
 */
export function refusalOf(text: string, kind: RawCell['kind']): string | null {
  if (kind === 'formula' || text.startsWith(`${cellMarks.formula}=`)) return sheetMessages.formula;
  if (text === cellMarks.merged) return sheetMessages.merged;
  if (text.includes(cellMarks.struck)) return sheetMessages.struck;
  return kind === 'error' || errorValue.test(text) ? sheetMessages.errorValue(text) : null;
}

const blanksIn = (text: string): number => text.length - dropBlanks(text).length;

/** Returns the name of what normalising changed: blanks or full-width characters. */
const blanksOrWidth = (from: string, to: string): string =>
  [
    ...(blanksIn(from) === blanksIn(to) && !/[\t\n\r]/.test(from) ? [] : [sheetMessages.trimmed]),
    ...(dropBlanks(from) === dropBlanks(to) ? [] : [sheetMessages.halfWidth]),
  ].join('，');

const changeNotice = (from: string, to: string): Pick<Extract<CellOutcome, { value: unknown }>, 'notice' | 'to'> =>
  from === to ? {} : { notice: blanksOrWidth(from, to), to };

/**
 * Returns whether a field contains a code or a number, where an inner blank is a mistake. Fields with a rule do,
 * except names and passwords.
 */
const isCode = (field: Field): boolean =>
  field.kind === 'text' && field.rule !== undefined && field.rule !== 'fileSafeName' && field.rule !== 'password';

function readText(field: Field, text: string): CellOutcome {
  if (text.startsWith(cellMarks.date) && isDay(text.slice(cellMarks.date.length, cellMarks.date.length + 10))) {
    return { error: sheetMessages.becameDate(text.slice(cellMarks.date.length)) };
  }
  if (scientificNotation.test(trimBlanks(text))) return { error: sheetMessages.becameNumber(trimBlanks(text)) };
  const value =
    field.kind === 'longText'
      ? trimBlanks(text)
      : isCode(field)
        ? dropBlanks(halfWidthThroughout(text))
        : halfWidth(oneLine(text));
  return { value, ...changeNotice(text, value) };
}

/** Converts a line of a balance to the value of a mass field; undefined for any other text or field. */
function readMass(field: Field, text: string): CellOutcome | undefined {
  if (field.kind !== 'decimal' || field.unit === undefined) return undefined;
  const balanceLine = readBalanceLine(text);
  if (balanceLine === null || convertMass({ value: '0', unit: 'g' }, field.unit) === null) return undefined;
  if ('fault' in balanceLine)
    return { error: sheetMessages[balanceLine.fault === 'range' ? 'balanceRange' : 'balanceUnstable'] };
  const value = convertMass(balanceLine, field.unit) ?? '';
  return { value, ...changeNotice(text, value) };
}

function readNumber(field: Field, text: string): CellOutcome {
  const mass = readMass(field, text);
  if (mass) return mass;
  const value = numberText(text);
  if (value.endsWith('%')) return { error: sheetMessages.percentage };
  if (field.kind === 'decimal') return { value, ...changeNotice(text, value) };
  // Anything but a whole number (约200, 1,234, 12.5) becomes NaN, so that the field's own rule refuses it with its
  // message.
  return { value: /^-?\d+(\.0+)?$/.test(value) ? Number(value) : Number.NaN, ...changeNotice(text, value) };
}

/** Returns the day that eight digits mean (20240501); Excel's serial numbers have at most seven. */
function compactDay(digits: string): string | null {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return /^\d{8}$/.test(digits) && isDay(day) ? day : null;
}

function readDate(kind: 'date' | 'dateTime', text: string, isReal: boolean): CellOutcome {
  const plainText = trimBlanks(halfWidthThroughout(text));
  const day = kind === 'date' ? compactDay(plainText) : null;
  if (day !== null) return { value: day, notice: sheetMessages.isoDate, to: day };
  // A bare number may be Excel's serial number, or no day at all.
  if (/^\d+(\.\d+)?$/.test(plainText))
    return { error: sheetMessages.numberForDate(plainText, momentOfSerial(Number(plainText))) };
  const value = isoDate(plainText, kind);
  if (value === text || isReal) return { value };
  return { value, notice: value === plainText ? blanksOrWidth(text, value) : sheetMessages.isoDate, to: value };
}

const flagWords: ReadonlyMap<string, boolean> = new Map([
  ['是', true],
  ['否', false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

const labelKey = (text: string): string => dropBlanks(halfWidthThroughout(text)).toLowerCase();

/** Returns the core of a text in a list: 维修中（已外送） and 已维修 are 维修. */
const coreKey = (text: string): string =>
  labelKey(text)
    .replace(/(.)\([^()]*\)/g, '$1')
    .replace(/^(?:已经|已|正在|正|现)(?=.{2})/, '')
    .replace(/(.{2})(?:状态|中|了)$/, '$1');

/**
 * Returns the entry whose code stands before the text, e.g. of the classification of industries: C34 通用设备制造业, C3411.
 */
function entryOfCode(entries: readonly DictEntry[], key: string): DictEntry | undefined {
  const code = /^[a-z]\d{2}/.exec(key)?.[0].toUpperCase();
  return code === undefined ? undefined : entries.find(({ value }) => value === code);
}

const labelMaps = new WeakMap<
  readonly DictEntry[],
  { exact: Map<string, string>; loose: Map<string, DictEntry | null>; core: Map<string, DictEntry | null> }
>();

function labelMapOf(dictEntries: readonly DictEntry[]) {
  let maps = labelMaps.get(dictEntries);
  if (!maps) {
    maps = { exact: new Map(), loose: new Map(), core: new Map() };
    const entryForName = (entry: DictEntry): DictEntry =>
      (entry.replacedBy === undefined ? undefined : dictEntries.find(({ value }) => value === entry.replacedBy)) ??
      entry;
    for (const dictEntry of dictEntries) {
      if (!maps.exact.has(dictEntry.label)) maps.exact.set(dictEntry.label, entryForName(dictEntry).value);
      const key = labelKey(dictEntry.label);
      maps.loose.set(
        key,
        maps.loose.has(key) && maps.loose.get(key) !== entryForName(dictEntry) ? null : entryForName(dictEntry),
      );
    }
    // The label of one entry is never treated as an alias of another entry.
    for (const entry of dictEntries)
      for (const key of (entry.also ?? []).map(labelKey))
        if (!maps.loose.has(key)) maps.loose.set(key, entryForName(entry));
    // A core that two entries have means neither.
    for (const dictEntry of dictEntries)
      for (const key of [dictEntry.label, ...(dictEntry.also ?? [])].map(coreKey)) {
        const knownEntry = maps.core.get(key);
        maps.core.set(
          key,
          knownEntry === undefined || knownEntry === entryForName(dictEntry) ? entryForName(dictEntry) : null,
        );
      }
    labelMaps.set(dictEntries, maps);
  }
  return maps;
}

/** Returns the entry of a text of several clauses: the one that is still to be done, else the last that is known. */
function entryOfClauses(text: string, entryOf: (clause: string) => DictEntry | null | undefined) {
  const clauses = text
    .split(/[，,；;。]/)
    .map(trimBlanks)
    .filter(Boolean);
  if (clauses.length < 2) return null;
  const knownClauses = clauses.flatMap((clause) => {
    const entry = entryOf(clause);
    return entry ? [{ clause, entry }] : [];
  });
  return (knownClauses.find(({ clause }) => /^[待未]/.test(clause)) ?? knownClauses.at(-1))?.entry ?? null;
}

function readDict(field: Field & { kind: 'dict' }, text: string, lookups: Lookups): CellOutcome {
  const dictEntries = lookups.dict(field.dict);
  const maps = labelMapOf(dictEntries);
  const exactMatch = maps.exact.get(text);
  if (exactMatch !== undefined) return { value: exactMatch };
  const entryOf = (clause: string): DictEntry | null | undefined =>
    maps.loose.get(labelKey(clause)) ??
    (lookups.loose ? (maps.core.get(coreKey(clause)) ?? entryOfCode(dictEntries, labelKey(clause))) : null);
  const looseMatch = entryOf(text) ?? (lookups.loose ? entryOfClauses(text, entryOf) : null);
  if (looseMatch)
    return {
      value: looseMatch.value,
      notice: dropBlanks(text) === looseMatch.label ? sheetMessages.trimmed : sheetMessages.matchedLabel,
      to: looseMatch.label,
    };
  const trimmedText = trimBlanks(text);
  const suggestions = nearLabels(
    trimmedText,
    dictEntries.map(({ label }) => label),
  );
  return { error: sheetMessages.unknownLabel(trimmedText, field.label, suggestions), near: suggestions };
}

type ReferenceField = Field & { kind: 'ref' | 'refs' };

/** Maximum number of separated parts in one title: 三氧化铬、铬酸盐、重铬酸盐(按Cr计) has three parts. */
const maxParts = 6;

/**
 * Splits a cell into titles: for each part the titles that may begin with it, the longest first, each with its number
 * of parts. A `ref` names one row; a title of `refs` may itself contain the separator.
 */
function namedIn(field: ReferenceField, writtenText: string): { title: string; parts: number }[][] {
  if (field.kind === 'ref') return writtenText ? [[{ title: writtenText, parts: 1 }]] : [];
  const separatedParts = writtenText.split(/([、,，;；])/);
  const count = Math.ceil(separatedParts.length / 2);
  return Array.from({ length: count }, (_item, from) =>
    Array.from({ length: Math.min(maxParts, count - from) }, (_part, index) => ({
      title: trimBlanks(separatedParts.slice(from * 2, (from + index) * 2 + 1).join('')),
      parts: index + 1,
    })).reverse(),
  );
}

/** Returns every title that parsing a cell will look up, so that the caller can load them beforehand. */
export const titlesToLookUp = (field: ReferenceField, text: string): string[] =>
  namedIn(field, lengthMessage(field, text) === null ? trimBlanks(text) : '')
    .flat()
    .flatMap(({ title }) => (title ? [...new Set([title, halfWidth(title), withoutNameSpacing(title)])] : []));

function readRefs(field: ReferenceField, text: string, lookups: Lookups): CellOutcome {
  const trimmedText = trimBlanks(text);
  const ids: number[] = [];
  const idOf = (title: string) =>
    lookups.ref(field.to, title) ?? (halfWidth(title) === title ? null : lookups.ref(field.to, halfWidth(title)));
  const namedGroups = namedIn(field, trimmedText);
  for (let index = 0; index < namedGroups.length;) {
    const shortestGroup = namedGroups[index]?.at(-1) ?? { title: '', parts: 1 };
    const { title, parts } =
      namedGroups[index]?.find((candidate) => candidate.title && idOf(candidate.title) !== null) ?? shortestGroup;
    index += parts;
    if (!title) continue;
    const id = idOf(title);
    if (id === null) {
      const { near, sure } = lookups.near?.(field.to, title) ?? { near: [], sure: false };
      return {
        error: sheetMessages.unknownRef(title, field.label, near),
        near,
        ...(sure ? { sure } : {}),
        ...(lookups.makes?.(field.to) ? { unknown: title } : {}),
      };
    }
    if (id === 'ambiguous') {
      const candidates = [title, halfWidth(title)].flatMap((text) => lookups.candidates?.(field.to, text) ?? []);
      const unique = [...new Set(candidates)];
      return {
        error: sheetMessages.ambiguousRef(title, field.label, unique),
        near: unique.length ? unique : (lookups.near?.(field.to, title).near ?? []),
      };
    }
    ids.push(id);
  }
  return { value: field.kind === 'ref' ? ids[0] : ids, ...changeNotice(text, trimmedText) };
}

function readCell(field: Field, text: string, cell: RawCell | string, lookups: Lookups): CellOutcome {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return readNumber(field, text);
    case 'date':
    case 'dateTime':
      return readDate(field.kind, text, typeof cell !== 'string' && cell.kind === 'date');
    case 'flag': {
      const value = flagWords.get(labelKey(text));
      return value === undefined ? { error: sheetMessages.notFlag(field.label) } : { value };
    }
    case 'dict':
      return readDict(field, text, lookups);
    case 'ref':
    case 'refs':
      return readRefs(field, text, lookups);
    case 'richText':
      return { value: richTextOf(text) };
    default:
      return readText(field, text);
  }
}

const schemaOfField = new WeakMap<Field, z.ZodType>();
const answersByField = new WeakMap<Field, Map<unknown, string | null>>();
/** Maximum number of cached messages; values repeat within a column. */
const maxCachedMessages = 2000;

/** Returns the message of a field's rules for a value; null for a valid value. Results are cached. */
export function fieldMessage(field: Field, value: unknown): string | null {
  let messageByText = answersByField.get(field);
  if (!messageByText) answersByField.set(field, (messageByText = new Map()));
  const knownAnswer = typeof value === 'object' && value !== null ? undefined : messageByText.get(value);
  if (knownAnswer !== undefined) return knownAnswer;
  let schema = schemaOfField.get(field);
  if (!schema) schemaOfField.set(field, (schema = fieldSchema(field)));
  const result = schema.safeParse(value);
  const message = result.success ? null : (result.error.issues[0]?.message ?? null);
  if (messageByText.size >= maxCachedMessages) messageByText.clear();
  if (typeof value !== 'object' || value === null) messageByText.set(value, message);
  return message;
}

/** Longest text of a cell of an import, of which the longest field takes less. */
export const maxCellLength = 5000;
/** Longest text that names a row, an entry, a number or a day. */
const maxNameLength = 300;

/** Returns the message for a text that is longer than its field takes by far; such a text is not normalised. */
function lengthMessage(field: Field, text: string): string | null {
  if (text.length <= maxNameLength || field.kind === 'refs') return null;
  if (field.kind !== 'text' && field.kind !== 'longText' && field.kind !== 'richText')
    return sheetMessages.tooLong(field.label, maxNameLength);
  const max = field.max ?? defaultMax[field.kind];
  // Blanks at the ends do not count.
  return text.length > 2 * Math.max(max, maxNameLength) ? sheetMessages.tooLong(field.label, max) : null;
}

/**
 * Reads a cell by its field: refuses, normalises, looks up, and checks the field's rule. A blank cell is empty.
 * @param text text of the cell
 * @param cell the cell with its kind, or a text from the browser
 * @param lookups ids by title, and dictionary values by label
 */
export function outcomeOf(field: Field, text: string, cell: RawCell | string, lookups: Lookups): CellOutcome {
  const refusal = refusalOf(text, typeof cell === 'string' ? 'text' : cell.kind) ?? lengthMessage(field, text);
  if (refusal) return { error: refusal };
  const outcome: CellOutcome =
    trimBlanks(text) === '' ? { value: field.kind === 'refs' ? [] : null } : readCell(field, text, cell, lookups);
  if ('error' in outcome) return outcome;
  const message = fieldMessage(field, outcome.value);
  return message ? { error: message } : outcome;
}

/**
 * Parses one typed or pasted cell like a workbook cell: normalises, looks up, validates by the field's rule. A blank
 * text counts as empty, also for a required field.
 * @param field field that the value is for
 * @param text typed or pasted text
 * @param lookups ids by title, and dictionary values by label
 */
export function valueOfText(field: Field, text: string, lookups: Lookups): { value: unknown } | { error: string } {
  if (trimBlanks(text) === '') return { value: field.kind === 'refs' ? [] : field.kind === 'flag' ? false : null };
  return outcomeOf(field, text, text, lookups);
}
