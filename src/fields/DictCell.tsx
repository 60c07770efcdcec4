import type { ReactNode } from 'react';
import { useDictionaryEntry } from '@/session/dictionaryStore';
import type { DictEntry } from '@contract/dictionaries';
import { missing } from './cellText';
import styles from './fields.module.css';

/** A word with a dot in the colour of what it means. */
export function Tone({
  tone,
  children,
}: {
  readonly tone: NonNullable<DictEntry['tone']>;
  readonly children: ReactNode;
}) {
  return <span className={`${styles.tone} ${styles[tone]}`}>{children}</span>;
}

/** A dictionary value: its word, and a dot in the colour of what it means. */
export function DictCell({ dict, value }: { dict: string; value: unknown }) {
  const entry = useDictionaryEntry(dict, value === null || value === undefined ? undefined : String(value));
  if (value === null || value === undefined || value === '') return <span>{missing}</span>;
  return entry?.tone ? <Tone tone={entry.tone}>{entry.label}</Tone> : <span>{entry?.label ?? String(value)}</span>;
}
