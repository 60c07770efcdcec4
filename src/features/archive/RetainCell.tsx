import { missing, Tone } from '@/fields';
import { todayText } from '@/lib/dates';
import type { AnyRow } from '@contract/entity';

/** Until when an archive is kept; what has come to its end waits for somebody to decide about it. */
export function RetainCell({ row }: { readonly row: AnyRow }) {
  const until = row['retainUntil'];
  if (typeof until !== 'string' || until === '') return <span>{missing}</span>;
  return until < todayText() ? <Tone tone="waiting">{`${until} 已期满`}</Tone> : <span>{until}</span>;
}
