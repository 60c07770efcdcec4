import type { Signer } from '@contract/print/printDocument';
import { signedBy } from '@contract/print/signedBy';
import { onBehalf } from '@contract/workflow/signatureTexts';
import type { PrintedRecord } from './recordParts';

const places = [
  { label: '检测人', move: 'submit' },
  { label: '复核人', move: 'review' },
  { label: '审核人', move: 'approve' },
] as const;

/** Returns the signers below each page. The analyst's name is always printed, the date only with a signature. */
export function recordSignersOf(record: PrintedRecord | null): Signer[] {
  return places.map(({ label, move }) => {
    const signed = record ? signedBy(record.parts.steps, [move], record.parts.specimens) : null;
    const name = signed?.name ?? (move === 'submit' ? record?.work.sheet.analystName : null) ?? '';
    // The note about a delegate is part of the label, because the specimen signature covers the name.
    return {
      label: `${label}${signed?.onBehalfName ? onBehalf(signed.onBehalfName) : ''}`,
      name,
      on: signed?.on ?? '',
      ...(signed?.picture ? { picture: signed.picture } : {}),
    };
  });
}
