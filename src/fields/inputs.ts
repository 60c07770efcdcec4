// Input of each kind of field. A kind without an input is a type error. Loaded with forms, after the list.
import type { Kind } from '@contract/field';
import { DictInput } from './choice';
import { DateInput, DateTimeInput } from './date';
import { FileInput } from './FileInput';
import { FlagInput } from './FlagInput';
import { KeyedInput } from './KeyedInput';
import type { FieldInput } from './kind';
import { DecimalInput, IntegerInput } from './number';
import { RefInput, RefsInput } from './reference';
import { RegionInput } from './region/RegionInput';
import { RichTextInput } from './richText/RichTextInput';
import { LongTextInput, SecretInput, TextInput } from './text';

const of = (Input: unknown): FieldInput => Input as FieldInput;

/**
 * Input component of each kind of field.
 * @example const Input = inputs[field.kind];
 */
export const inputs: Readonly<Record<Kind, FieldInput>> = {
  text: of(TextInput),
  longText: of(LongTextInput),
  richText: of(RichTextInput),
  integer: of(IntegerInput),
  decimal: of(DecimalInput),
  date: of(DateInput),
  dateTime: of(DateTimeInput),
  dict: of(DictInput),
  ref: of(RefInput),
  refs: of(RefsInput),
  flag: of(FlagInput),
  file: of(FileInput),
  region: of(RegionInput),
  keyed: of(KeyedInput),
  secret: of(SecretInput),
};
