// Input of each kind of field. A kind without an input is a type error. Loaded with forms, after the list.
import type { Kind } from '@contract/field';
import { DictInput } from './choiceInputs';
import { DateInput, DateTimeInput } from './dateInputs';
import type { FieldInput } from './fieldInputTypes';
import { FlagInput } from './FlagInput';
import { KeyedInput } from './KeyedInput';
import { DecimalInput, IntegerInput } from './numberInputs';
import { RefInput, RefsInput } from './referenceInputs';
import { RegionInput } from './region/RegionInput';
import { RichTextInput } from './richText/RichTextInput';
import { LongTextInput, SecretInput, TextInput } from './textInputs';
import { FileInput } from './upload/FileInput';

const asFieldInput = (Input: unknown): FieldInput => Input as FieldInput;

/**
 * Input component of each kind of field.
 * @example const Input = inputs[field.kind];
 */
export const inputs: Readonly<Record<Kind, FieldInput>> = {
  text: asFieldInput(TextInput),
  longText: asFieldInput(LongTextInput),
  richText: asFieldInput(RichTextInput),
  integer: asFieldInput(IntegerInput),
  decimal: asFieldInput(DecimalInput),
  date: asFieldInput(DateInput),
  dateTime: asFieldInput(DateTimeInput),
  dict: asFieldInput(DictInput),
  ref: asFieldInput(RefInput),
  refs: asFieldInput(RefsInput),
  flag: asFieldInput(FlagInput),
  file: asFieldInput(FileInput),
  region: asFieldInput(RegionInput),
  keyed: asFieldInput(KeyedInput),
  secret: asFieldInput(SecretInput),
};
