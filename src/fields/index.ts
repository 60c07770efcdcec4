// The public face of what lists show. What forms take (`@/fields/inputs`, `@/fields/rules`) stands apart: a list opens
// without it.
export { alignOf, cellText, missing, ownerText, widthOf } from './cellText';
export { filters } from './filters';
export { MenuIcon } from './icons/MenuIcon';
export { DictCell, Tone } from './DictCell';
export { RichText } from './richText/RichText';
export { OwnerCell } from './OwnerCell';
export type { FieldInputProps, FilterProps } from './kind';
