import { signatureStates } from '@contract/workflow/signatureTexts';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import type { Picture } from './printDocument';

interface SignatureOfMove {
  readonly name: string;
  /** Day of the signature, `YYYY-MM-DD`. */
  readonly on: string;
  /** Name of the person on whose behalf the signer signed. */
  readonly onBehalfName?: string;
  /** Specimen signature of the person at that time; absent where the signature is no longer valid. */
  readonly picture?: Picture;
}

/**
 * Returns the person who last made one of these moves; null where the row was returned since.
 * @param steps steps of the row, oldest first
 * @param moves keys of the moves that sign this place
 * @param specimens specimen signatures by file id
 */
export function signedBy(
  steps: readonly (Pick<TimelineStep, 'id' | 'move' | 'personName' | 'at'> &
    Partial<Pick<TimelineStep, 'signature' | 'onBehalfName'>>)[],
  moves: readonly string[],
  specimens: Readonly<Record<string, Picture>> = {},
): SignatureOfMove | null {
  const inTime = [...steps].sort((first, other) => first.at.localeCompare(other.at) || first.id - other.id);
  const stepsSince = inTime.slice(inTime.findLastIndex(({ move }) => move === 'return') + 1);
  const step = stepsSince.findLast(({ move }) => moves.includes(move));
  if (!step) return null;
  const { personName, onBehalfName, at, signature } = step;
  const signedOn = at.slice(0, 10);
  // A row altered after signing must not be printed with a valid signature.
  if (signature?.state === 'invalid')
    return { name: `${personName}（${signatureStates.invalid.label}）`, on: signedOn };
  const picture = signature?.picture ? specimens[signature.picture] : undefined;
  return { name: personName, on: signedOn, ...(onBehalfName ? { onBehalfName } : {}), ...(picture ? { picture } : {}) };
}
