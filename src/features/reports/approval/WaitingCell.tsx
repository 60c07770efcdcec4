import { missing } from '@/fields';
import { daysSince } from '@/lib/dates';
import type { CellProps } from '@/listEditor';

/** For how many days, and since when: what is waited for is seen where the column is narrow, too. */
export function WaitingCell({ row }: CellProps) {
  const { stageSince: since, state } = row;
  if (!since) return missing;
  const at = String(since).slice(0, 16);
  return <span>{state !== 'passed' && state !== 'unsubmitted' ? `${daysSince(at)}天　${at.slice(5)}` : at}</span>;
}
