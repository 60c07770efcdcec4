// The public face: which components show and take a value of each kind. A kind without its pair does not compile.
import type { Kind } from '@contract/field';
import { DictFilter, DictInput, FlagFilter, FlagInput } from './choice';
import { DateInput, DateRangeFilter, DateTimeInput } from './date';
import { FileInput } from './FileInput';
import type { FieldFilter, FieldInput } from './kind';
import { DecimalInput, IntegerInput, NumberRangeFilter } from './number';
import { RefFilter, RefInput, RefsInput } from './reference';
import { RegionFilter, RegionInput } from './region/RegionInput';
import { LongTextInput, SecretInput, TextFilter, TextInput } from './text';

interface Renderers {
  readonly Input: FieldInput;
  /** Kinds that nobody can search by have none. */
  readonly Filter: FieldFilter | null;
}

const pair = (Input: unknown, Filter: FieldFilter | null): Renderers => ({ Input: Input as FieldInput, Filter });

export const fields: Readonly<Record<Kind, Renderers>> = {
  text: pair(TextInput, TextFilter),
  longText: pair(LongTextInput, TextFilter),
  integer: pair(IntegerInput, NumberRangeFilter),
  decimal: pair(DecimalInput, NumberRangeFilter),
  date: pair(DateInput, DateRangeFilter),
  dateTime: pair(DateTimeInput, DateRangeFilter),
  dict: pair(DictInput, DictFilter),
  ref: pair(RefInput, RefFilter),
  refs: pair(RefsInput, RefFilter),
  flag: pair(FlagInput, FlagFilter),
  file: pair(FileInput, null),
  region: pair(RegionInput, RegionFilter),
  secret: pair(SecretInput, null),
};

export { alignOf, cellText, missing, widthOf } from './cellText';
export { IconPicker } from './icons/IconPicker';
export { MenuIcon } from './icons/MenuIcon';
export { DictCell } from './DictCell';
export { OwnerCell } from './OwnerCell';
export { formRules } from './rules';
export type { FieldInputProps, FilterProps } from './kind';
