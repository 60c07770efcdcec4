import { useDictionaryEntry } from '@/session/dictionaryStore';
import { emptyCellText } from '../cellText';
import { Tone } from './Tone';

/**
 * Shows the label of a dictionary value, with a dot if the entry has a tone.
 * @param dict name of the dictionary
 * @param value stored value; a missing one shows `–`
 */
export function DictCell({ dict, value }: { dict: string; value: unknown }) {
  const dictEntry = useDictionaryEntry(dict, value === null || value === undefined ? undefined : String(value));
  if (value === null || value === undefined || value === '') return <span>{emptyCellText}</span>;
  return dictEntry?.tone ? (
    <Tone tone={dictEntry.tone}>{dictEntry.label}</Tone>
  ) : (
    <span>{dictEntry?.label ?? String(value)}</span>
  );
}
