import type { RuleName } from './rules';

/** What every field may say about itself. Plain data: a field survives JSON.stringify. */
interface Common {
  readonly label: string;
  readonly required?: boolean;
  /** No two living rows of one organisation (or of the whole installation) share the value. */
  readonly unique?: true | 'everywhere';
  /** One sentence below the input. */
  readonly hint?: string;
  /** Written by the server alone; a client's value is ignored. */
  readonly readonly?: boolean;
  /** What a new row starts with. */
  readonly initial?: string | number | boolean;
  /** Behind the number in forms and in the column header, e.g. 人, mg/m³. */
  readonly unit?: string;
}

export interface TextField extends Common {
  readonly kind: 'text';
  readonly rule?: RuleName;
  /** Most characters; 200 unless told. */
  readonly max?: number;
}
export interface LongTextField extends Common {
  readonly kind: 'longText';
  /** Most characters; 2,000 unless told. */
  readonly max?: number;
}
/** Formatted text as HTML of `richText.ts`'s allow-list; the server cleans it at each save. */
export interface RichTextField extends Common {
  readonly kind: 'richText';
  /** Most characters with their marks; 100,000 unless told. */
  readonly max?: number;
}
export interface IntegerField extends Common {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
}
/** A decimal number, carried as text so that no digit is lost or invented. */
export interface DecimalField extends Common {
  readonly kind: 'decimal';
  /** Most digits behind the point. */
  readonly digits?: number;
  readonly min?: string;
  readonly max?: string;
}
/** `YYYY-MM-DD`, a calendar day without a zone. */
export interface DateField extends Common {
  readonly kind: 'date';
}
/** `YYYY-MM-DD HH:mm:ss` in the organisation's zone (SPEC §9). */
export interface DateTimeField extends Common {
  readonly kind: 'dateTime';
}
/** The value of an entry of a dictionary, fixed in the contract or managed by the users. */
export interface DictField extends Common {
  readonly kind: 'dict';
  readonly dict: string;
}
/** The id of a row of another entity; the server adds its title as `<field>Name`. */
export interface RefField extends Common {
  readonly kind: 'ref';
  readonly to: string;
}
/** Ids of rows of another entity, kept in a join table; the server adds their titles as `<field>Name`. */
export interface RefsField extends Common {
  readonly kind: 'refs';
  readonly to: string;
}
export interface FlagField extends Common {
  readonly kind: 'flag';
}
/** The id of an uploaded file. */
export interface FileField extends Common {
  readonly kind: 'file';
  readonly accept: FileClass;
}
/** 省/市/区县 in one text, e.g. 浙江省/杭州市/西湖区; three columns in a workbook. */
export interface RegionField extends Common {
  readonly kind: 'region';
}
/**
 * Texts by key, where the keys are not the entity's own: what a method reads, its settings. Empty ones are left out.
 */
export interface KeyedField extends Common {
  readonly kind: 'keyed';
}
/** Typed in, never read back and never stored as typed (passwords). */
export interface SecretField extends Common {
  readonly kind: 'secret';
  readonly rule?: RuleName;
}

/** QUALITY IN9: which size and which contents an upload may have. `print`: what paper can carry. */
export type FileClass = 'image' | 'print' | 'media' | 'document' | 'apk';

export type Field =
  | TextField
  | LongTextField
  | RichTextField
  | IntegerField
  | DecimalField
  | DateField
  | DateTimeField
  | DictField
  | RefField
  | RefsField
  | FlagField
  | FileField
  | RegionField
  | KeyedField
  | SecretField;

export type Kind = Field['kind'];
export type FieldMap = Readonly<Record<string, Field>>;

interface ValueByKind {
  text: string;
  longText: string;
  richText: string;
  integer: number;
  decimal: string;
  date: string;
  dateTime: string;
  dict: string;
  ref: number;
  refs: number[];
  flag: boolean;
  file: string;
  region: string;
  keyed: Readonly<Record<string, string>>;
  secret: string;
}

/** The value on the wire; null when the field may be empty. */
export type ValueOf<F extends Field> = F extends { kind: 'refs' }
  ? number[]
  : F extends { required: true }
    ? ValueByKind[F['kind']]
    : ValueByKind[F['kind']] | null;

type Options<F extends Field> = Omit<F, 'kind' | 'label'>;

const make =
  <F extends Field>(kind: F['kind']) =>
  <const O extends Options<F>>(label: string, options?: O): F & O =>
    ({ kind, label, ...options }) as unknown as F & O;

/** For the kinds that can't do without their options. */
const makeWith =
  <F extends Field>(kind: F['kind']) =>
  <const O extends Options<F>>(label: string, options: O): F & O =>
    ({ kind, label, ...options }) as unknown as F & O;

export const text = make<TextField>('text');
export const longText = make<LongTextField>('longText');
export const richText = make<RichTextField>('richText');
export const integer = make<IntegerField>('integer');
export const decimal = make<DecimalField>('decimal');
export const date = make<DateField>('date');
export const dateTime = make<DateTimeField>('dateTime');
export const dict = makeWith<DictField>('dict');
export const ref = makeWith<RefField>('ref');
export const refs = makeWith<RefsField>('refs');
export const flag = make<FlagField>('flag');
export const file = makeWith<FileField>('file');
export const region = make<RegionField>('region');
export const keyed = make<KeyedField>('keyed');
export const secret = make<SecretField>('secret');

export const defaultMax = { text: 200, longText: 2000, richText: 100_000 } as const;

/** How a list may be narrowed by a field of this kind; one table for the filter bar and for the server's query. */
export const filterOf: Readonly<Record<Kind, 'contains' | 'anyOf' | 'range' | 'is' | 'startsWith' | 'none'>> = {
  text: 'contains',
  longText: 'contains',
  richText: 'none',
  integer: 'range',
  decimal: 'range',
  date: 'range',
  dateTime: 'range',
  dict: 'anyOf',
  ref: 'anyOf',
  refs: 'anyOf',
  flag: 'is',
  file: 'none',
  region: 'startsWith',
  keyed: 'none',
  secret: 'none',
};
