// Public exports of what lists show. Inputs and rules (`@/fields/inputs`, `@/fields/rules`) are separate, so that a
// list loads without them.
export { alignOf, cellText, missing, ownerText, widthOf } from './cellText';
export { filters } from './filters';
export { MenuIcon } from './icons/MenuIcon';
export { DictCell, Tone } from './DictCell';
export { RichText } from './richText/RichText';
export { OwnerCell } from './OwnerCell';
export type { FieldInputProps, FilterProps } from './kind';
