import type { AnyRow } from '@contract/entity';
import dayjs from 'dayjs';
import { missing, Tone } from '@/fields';

/** Until when an archive is kept; what has come to its end waits for somebody to decide about it. */
export function RetainCell({ row }: { readonly row: AnyRow }) {
  const until = row['retainUntil'];
  if (typeof until !== 'string' || until === '') return <span>{missing}</span>;
  return dayjs(until).isBefore(dayjs().startOf('day')) ? <Tone tone="waiting">{`${until} 已期满`}</Tone> : <span>{until}</span>;
}
