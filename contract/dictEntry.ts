export interface DictEntry {
  readonly value: string;
  readonly label: string;
  /** Switched off: forms offer it no more, rows that have it keep its name. */
  readonly off?: true;
  /** What else people write for it in their own sheets. */
  readonly also?: readonly string[];
  /** LOOK.md: what the colour means, never the colour alone. */
  readonly tone?: 'good' | 'bad' | 'waiting' | 'active' | 'quiet';
}

/** Keeps each value as its own type. */
export const entries = <const E extends readonly DictEntry[]>(list: E): E => list;
