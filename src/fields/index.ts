// Exports for displaying values in lists. Inputs and rules (`@/fields/inputs`, `@/fields/formRules`) are separate, so
// that a list loads without them.
export { alignOf, cellText, headerWidth, emptyCellText, ownerText, widthOf } from './cellText';
export { filters } from './fieldFilters';
export { MenuIcon } from './icons/MenuIcon';
export { DictCell } from './cells/DictCell';
export { Tone } from './cells/Tone';
export { RichText } from './richText/RichText';
export { OwnerCell } from './cells/OwnerCell';
export type { FieldInputProps, FilterProps } from './fieldInputTypes';
