import type { LibraryLimit } from './libraryHazards';
import type { LibraryItem } from './libraryMethods';

// Keys of built-in rows of the library. A key does not change when its row is renamed or gets another date.

/** Returns the key of a built-in hazard, which uses the first name that the product gave it. */
export const keyOfHazard = (name: string): string => `hazard:${name}`;
/** Returns the key of a built-in method. */
export const keyOfLabMethod = (title: string): string => `labMethod:${title}`;
/** Returns the key of a built-in limit. */
export const keyOfLimit = ({ hazard, kind, condition, effectiveFrom, keyDay }: LibraryLimit): string =>
  `hazardLimit:${hazard}/${kind}/${condition ?? ''}/${keyDay ?? effectiveFrom}`;
/** Returns the key of a hazard that a built-in method measures. */
export const keyOfItem = ({ method, hazard }: LibraryItem): string => `labMethodItem:${method}/${hazard}`;
