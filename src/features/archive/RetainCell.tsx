import { emptyCellText, Tone } from '@/fields';
import { todayText } from '@/lib/dateTexts';
import type { AnyRow } from '@contract/entity';

/** Shows the end of an archive's retention. An ended one is marked, because somebody must decide what happens to it. */
export function RetainCell({ row }: { readonly row: AnyRow }) {
  const retainUntil = row['retainUntil'];
  if (typeof retainUntil !== 'string' || retainUntil === '') return <span>{emptyCellText}</span>;
  return retainUntil < todayText() ? <Tone tone="waiting">{`${retainUntil} 已期满`}</Tone> : <span>{retainUntil}</span>;
}
