import type { Signer } from '@contract/print/printDocument';
import { signedBy } from '@contract/print/signedBy';
import { onBehalf } from '@contract/workflow/signatureTexts';
import type { PrintedRecord } from './recordParts';

const signerPlaces = [
  { label: '检测人', move: 'submit' },
  { label: '复核人', move: 'review' },
  { label: '审核人', move: 'approve' },
] as const;

/** Returns the signers below each page. The analyst's name is always printed, the date only with a signature. */
export function recordSignersOf(record: PrintedRecord | null): Signer[] {
  return signerPlaces.map(({ label, move }) => {
    const signature = record ? signedBy(record.parts.steps, [move], record.parts.specimens) : null;
    const name = signature?.name ?? (move === 'submit' ? record?.work.sheet.analystName : null) ?? '';
    // The note about a delegate is part of the label, because the specimen signature covers the name.
    return {
      label: `${label}${signature?.onBehalfName ? onBehalf(signature.onBehalfName) : ''}`,
      name,
      on: signature?.on ?? '',
      ...(signature?.picture ? { picture: signature.picture } : {}),
    };
  });
}
