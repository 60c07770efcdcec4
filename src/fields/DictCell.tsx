import { useDictionaryEntry } from '@/session/dictionaryStore';
import { missing } from './cellText';
import styles from './fields.module.css';

/** A dictionary value: its word, and a dot in the colour of what it means. */
export function DictCell({ dict, value }: { dict: string; value: unknown }) {
  const entry = useDictionaryEntry(dict, value === null || value === undefined ? undefined : String(value));
  if (value === null || value === undefined || value === '') return <span>{missing}</span>;
  return entry?.tone ? <span className={`${styles.tone} ${styles[entry.tone]}`}>{entry.label}</span> : <span>{entry?.label ?? String(value)}</span>;
}
