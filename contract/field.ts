import type { RuleName } from './rules';

/** Options that every kind of field has. They are plain data, so JSON.stringify keeps a field unchanged. */
interface CommonOptions {
  readonly label: string;
  readonly required?: boolean;
  /** The value is unique among the undeleted rows of one organization, or of the installation (`everywhere`). */
  readonly unique?: true | 'everywhere';
  /** One sentence shown below the input. */
  readonly hint?: string;
  /** Only the server writes the field; a client's value is ignored. */
  readonly readonly?: boolean;
  /** Default of a new row. */
  readonly initial?: string | number | boolean;
  /** Unit behind the number in forms and in the column header, e.g. 人, mg/m³. */
  readonly unit?: string;
}

export interface TextField extends CommonOptions {
  readonly kind: 'text';
  readonly rule?: RuleName;
  /** Maximum number of characters; by default 200. */
  readonly max?: number;
}
export interface LongTextField extends CommonOptions {
  readonly kind: 'longText';
  /** Maximum number of characters; by default 2,000. */
  readonly max?: number;
}
/** Formatted text as HTML of the allow-list in `richText.ts`. The server sanitises it at each save. */
export interface RichTextField extends CommonOptions {
  readonly kind: 'richText';
  /** Maximum number of characters, markup included; by default 100,000. */
  readonly max?: number;
}
export interface IntegerField extends CommonOptions {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
}
/** A decimal number. It is sent as text, so that no digit changes. */
export interface DecimalField extends CommonOptions {
  readonly kind: 'decimal';
  /** Maximum number of digits after the decimal point. */
  readonly digits?: number;
  readonly min?: string;
  readonly max?: string;
}
/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export interface DateField extends CommonOptions {
  readonly kind: 'date';
}
/** A moment, `YYYY-MM-DD HH:mm:ss`, in the organization's time zone (SPEC §9). */
export interface DateTimeField extends CommonOptions {
  readonly kind: 'dateTime';
}
/** The value of a dictionary entry. The dictionary is fixed in `contract`, or users manage it. */
export interface DictField extends CommonOptions {
  readonly kind: 'dict';
  readonly dict: string;
}
/** The id of a row of another entity. The server adds its title as `<field>Name`. */
export interface RefField extends CommonOptions {
  readonly kind: 'ref';
  readonly to: string;
}
/** Ids of rows of another entity, stored in a join table. The server adds their titles as `<field>Name`. */
export interface RefsField extends CommonOptions {
  readonly kind: 'refs';
  readonly to: string;
}
export interface FlagField extends CommonOptions {
  readonly kind: 'flag';
}
/** The id of an uploaded file. */
export interface FileField extends CommonOptions {
  readonly kind: 'file';
  readonly accept: FileClass;
}
/** 省/市/区县 in one text, e.g. 浙江省/杭州市/西湖区; a workbook has three columns for it. */
export interface RegionField extends CommonOptions {
  readonly kind: 'region';
}
/**
 * Texts by keys that the entity does not define, e.g. the readings or the settings of a method. Empty texts are
 * omitted.
 */
export interface KeyedField extends CommonOptions {
  readonly kind: 'keyed';
}
/** A password: never sent back and stored only as a hash. */
export interface SecretField extends CommonOptions {
  readonly kind: 'secret';
  readonly rule?: RuleName;
  /** Maximum number of characters; by default that of a password. */
  readonly max?: number;
}

/**
 * Classes of uploads, which determine allowed size and content (QUALITY IN9). `print`: pictures that the printer can
 * embed.
 */
export type FileClass = 'image' | 'print' | 'media' | 'document' | 'layout' | 'apk';

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

/** Type of the field's value in JSON; null where the field may be empty. */
export type ValueOf<F extends Field> = F extends { kind: 'refs' }
  ? number[]
  : F extends { required: true }
    ? ValueByKind[F['kind']]
    : ValueByKind[F['kind']] | null;

type FieldOptions<F extends Field> = Omit<F, 'kind' | 'label'>;

const fieldMaker =
  <F extends Field>(kind: F['kind']) =>
  <const O extends FieldOptions<F>>(label: string, options?: O): F & O =>
    ({ kind, label, ...options }) as unknown as F & O;

/** Returns a function that creates fields of a kind with required options. */
const makeWith =
  <F extends Field>(kind: F['kind']) =>
  <const O extends FieldOptions<F>>(label: string, options: O): F & O =>
    ({ kind, label, ...options }) as unknown as F & O;

export const text = fieldMaker<TextField>('text');
export const longText = fieldMaker<LongTextField>('longText');
export const richText = fieldMaker<RichTextField>('richText');
export const integer = fieldMaker<IntegerField>('integer');
export const decimal = fieldMaker<DecimalField>('decimal');
export const date = fieldMaker<DateField>('date');
export const dateTime = fieldMaker<DateTimeField>('dateTime');
export const dict = makeWith<DictField>('dict');
export const ref = makeWith<RefField>('ref');
export const refs = makeWith<RefsField>('refs');
export const flag = fieldMaker<FlagField>('flag');
export const file = makeWith<FileField>('file');
export const region = fieldMaker<RegionField>('region');
export const keyed = fieldMaker<KeyedField>('keyed');
export const secret = fieldMaker<SecretField>('secret');

export const defaultMax = { text: 200, longText: 2000, richText: 100_000 } as const;

/** How a list filters by a field of each kind. The filter bar and the server's query both use this table. */
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
