import type { TimelineStep } from '../../workflow/wire';
import type { Signer } from '../document';
import type { PrintedRecord } from './recordParts';

export interface Signature {
  readonly name: string;
  /** `YYYY-MM-DD` */
  readonly on: string;
}

/** Who made one of these moves last; null where it was sent back since, and is to be made again. */
export function signedBy(steps: readonly Pick<TimelineStep, 'id' | 'move' | 'personName' | 'at'>[], moves: readonly string[]): Signature | null {
  const inTime = [...steps].sort((one, other) => one.at.localeCompare(other.at) || one.id - other.id);
  const since = inTime.slice(inTime.findLastIndex(({ move }) => move === 'return') + 1);
  const step = since.findLast(({ move }) => moves.includes(move));
  return step ? { name: step.personName, on: step.at.slice(0, 10) } : null;
}

const places = [
  { label: '检测人', move: 'submit' },
  { label: '复核人', move: 'review' },
  { label: '审核人', move: 'approve' },
] as const;

/** Below each page: the analyst by name from the start, a day only with a signature. */
export function signersOf(record: PrintedRecord | null): Signer[] {
  return places.map(({ label, move }) => {
    const signed = record ? signedBy(record.parts.steps, [move]) : null;
    const name = signed?.name ?? (move === 'submit' ? record?.work.sheet.analystName : null) ?? '';
    return { label, name, on: signed?.on ?? '' };
  });
}
