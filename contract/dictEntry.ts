export interface DictEntry {
  readonly value: string;
  readonly label: string;
  /** The entry is disabled: forms no longer offer it, and rows that contain it still show its label. */
  readonly isDisabled?: true;
  /** Value of the entry that is chosen instead. */
  readonly replacedBy?: string;
  /** Other spellings that an import accepts for the label. */
  readonly also?: readonly string[];
  /** Meaning of the tag's colour. The colour is never shown without the label. */
  readonly tone?: 'good' | 'bad' | 'waiting' | 'active' | 'quiet';
}

/** Declares the entries of a dictionary and keeps the literal type of each value. */
export const entries = <const E extends readonly DictEntry[]>(list: E): E => list;
