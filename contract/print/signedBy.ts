import { signatureStates } from '@contract/workflow/signing';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import type { Picture } from './document';

interface Signature {
  readonly name: string;
  /** Day of the signature, `YYYY-MM-DD`. */
  readonly on: string;
  /** Name of the person on whose behalf the signer signed. */
  readonly onBehalfName?: string;
  /** Specimen signature of the person at that time; absent where the signature is no longer valid. */
  readonly picture?: Picture;
}

/** Returns the person who last made one of these moves; null where the row was returned since. */
export function signedBy(
  steps: readonly (Pick<TimelineStep, 'id' | 'move' | 'personName' | 'at'> &
    Partial<Pick<TimelineStep, 'signature' | 'onBehalfName'>>)[],
  moves: readonly string[],
  specimens: Readonly<Record<string, Picture>> = {},
): Signature | null {
  const inTime = [...steps].sort((one, other) => one.at.localeCompare(other.at) || one.id - other.id);
  const since = inTime.slice(inTime.findLastIndex(({ move }) => move === 'return') + 1);
  const step = since.findLast(({ move }) => moves.includes(move));
  if (!step) return null;
  const { personName, onBehalfName, at, signature } = step;
  const on = at.slice(0, 10);
  // A row altered after signing must not be printed with a valid signature.
  if (signature?.state === 'invalid') return { name: `${personName}（${signatureStates.invalid.label}）`, on };
  const picture = signature?.picture ? specimens[signature.picture] : undefined;
  return { name: personName, on, ...(onBehalfName ? { onBehalfName } : {}), ...(picture ? { picture } : {}) };
}
