import { missing, Tone } from '@/fields';
import { todayText } from '@/lib/dates';
import type { AnyRow } from '@contract/entity';

/** Shows the end of an archive's retention. An ended one is marked, because somebody must decide what happens to it. */
export function RetainCell({ row }: { readonly row: AnyRow }) {
  const until = row['retainUntil'];
  if (typeof until !== 'string' || until === '') return <span>{missing}</span>;
  return until < todayText() ? <Tone tone="waiting">{`${until} 已期满`}</Tone> : <span>{until}</span>;
}
