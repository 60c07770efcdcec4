import { signatureStates } from '@contract/workflow/signing';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import type { Picture } from './document';

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
  // What was altered after it was signed must not go out under a signature.
  if (signature?.state === 'invalid') return { name: `${personName}（${signatureStates.invalid.label}）`, on };
  const picture = signature?.picture ? specimens[signature.picture] : undefined;
  return { name: personName, on, ...(onBehalfName ? { onBehalfName } : {}), ...(picture ? { picture } : {}) };
}
