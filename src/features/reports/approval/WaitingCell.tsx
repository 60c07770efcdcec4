import { emptyCellText } from '@/fields';
import { daysSince } from '@/lib/dateTexts';
import type { CellProps } from '@/listEditor';

/** Shows the days of waiting first, then since when, so that a narrow column shows the days. */
export function WaitingCell({ row }: CellProps) {
  const { stageSince: since, state } = row;
  if (!since) return emptyCellText;
  const at = String(since).slice(0, 16);
  return <span>{state !== 'passed' && state !== 'unsubmitted' ? `${daysSince(at)}天　${at.slice(5)}` : at}</span>;
}
