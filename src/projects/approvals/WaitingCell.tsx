import { daysSince } from '@/lib/dates';
import type { CellProps } from '@/listEditor';
import { missing } from '@/fields';

/** Since when, and for how many days. */
export function WaitingCell({ row }: CellProps) {
  const { stageSince: since, state } = row;
  if (!since) return missing;
  const days = daysSince(String(since));
  return <span>{String(since).slice(0, 16)}{state !== 'passed' && state !== 'unsubmitted' ? `（${days}天）` : ''}</span>;
}
