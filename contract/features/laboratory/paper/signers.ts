import { onBehalf } from '@contract/features/reports/delegation/delegation';
import type { TimelineStep } from '@contract/workflow/wire';
import { signatureStates } from '@contract/workflow/signing';
import type { Picture, Signer } from '@contract/print/document';
import type { PrintedRecord } from './recordParts';

export interface Signature {
  readonly name: string;
  /** `YYYY-MM-DD` */
  readonly on: string;
  /** In whose place it was given. */
  readonly onBehalfName?: string;
  /** The specimen signature that the person had then; none where the signature no longer stands. */
  readonly picture?: Picture;
}

/** Who made one of these moves last; null where it was sent back since, and is to be made again. */
export function signedBy(steps: readonly (Pick<TimelineStep, 'id' | 'move' | 'personName' | 'at'> & Partial<Pick<TimelineStep, 'signature' | 'onBehalfName'>>)[], moves: readonly string[], specimens: Readonly<Record<string, Picture>> = {}): Signature | null {
  const inTime = [...steps].sort((one, other) => one.at.localeCompare(other.at) || one.id - other.id);
  const since = inTime.slice(inTime.findLastIndex(({ move }) => move === 'return') + 1);
  const step = since.findLast(({ move }) => moves.includes(move));
  if (!step) return null;
  const { personName, onBehalfName, at, signature } = step;
  const on = at.slice(0, 10);
  // What was altered after it was signed must not go out under a signature.
  if (signature?.state === 'invalid') return { name: `${personName}（${signatureStates.invalid.label}）`, on };
  const picture = signature?.picture ? specimens[signature.picture] : undefined;
  return { name: personName, on, ...(onBehalfName ? { onBehalfName } : {}), ...(picture ? { picture } : {}) };
}

const places = [
  { label: '检测人', move: 'submit' },
  { label: '复核人', move: 'review' },
  { label: '审核人', move: 'approve' },
] as const;

/** Below each page: the analyst by name from the start, a day only with a signature. */
export function signersOf(record: PrintedRecord | null): Signer[] {
  return places.map(({ label, move }) => {
    const signed = record ? signedBy(record.parts.steps, [move], record.parts.specimens) : null;
    const name = signed?.name ?? (move === 'submit' ? record?.work.sheet.analystName : null) ?? '';
    // With the place rather than with the name, which the specimen is drawn over.
    return { label: `${label}${signed?.onBehalfName ? onBehalf(signed.onBehalfName) : ''}`, name, on: signed?.on ?? '', ...(signed?.picture ? { picture: signed.picture } : {}) };
  });
}
