import type { Signer } from '@contract/print/document';
import { signedBy } from '@contract/print/signedBy';
import { onBehalf } from '@contract/workflow/signing';
import type { PrintedRecord } from './recordParts';

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
    return {
      label: `${label}${signed?.onBehalfName ? onBehalf(signed.onBehalfName) : ''}`,
      name,
      on: signed?.on ?? '',
      ...(signed?.picture ? { picture: signed.picture } : {}),
    };
  });
}
