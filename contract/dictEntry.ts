export interface DictEntry {
  readonly value: string;
  readonly label: string;
  /** Disabled: forms no longer offer the entry; rows that hold it still show its label. */
  readonly off?: true;
  /** Other spellings that an import accepts for the label. */
  readonly also?: readonly string[];
  /** Meaning of the tag's colour. A colour never stands without the label. */
  readonly tone?: 'good' | 'bad' | 'waiting' | 'active' | 'quiet';
}

/** Declares the entries of a dictionary and keeps each value's literal type. */
export const entries = <const E extends readonly DictEntry[]>(list: E): E => list;
