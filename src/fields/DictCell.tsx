import type { ReactNode } from 'react';
import { useDictionaryEntry } from '@/session/dictionaryStore';
import type { DictEntry } from '@contract/dictionaries';
import { missing } from './cellText';
import styles from './fields.module.css';

/** Shows a text after a dot in the colour of its tone (good, bad, waiting …). */
export function Tone({
  tone,
  children,
}: {
  readonly tone: NonNullable<DictEntry['tone']>;
  readonly children: ReactNode;
}) {
  return <span className={`${styles.tone} ${styles[tone]}`}>{children}</span>;
}

/**
 * Shows the label of a dictionary value, with a dot if the entry has a tone.
 * @param dict name of the dictionary
 * @param value stored value; a missing one shows `–`
 */
export function DictCell({ dict, value }: { dict: string; value: unknown }) {
  const entry = useDictionaryEntry(dict, value === null || value === undefined ? undefined : String(value));
  if (value === null || value === undefined || value === '') return <span>{missing}</span>;
  return entry?.tone ? <Tone tone={entry.tone}>{entry.label}</Tone> : <span>{entry?.label ?? String(value)}</span>;
}
