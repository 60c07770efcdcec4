import { type Machine, mayEdit, movesFrom } from '@contract/workflow/machine';
import { signedParts, signingTexts, type StepSignature } from '@contract/workflow/signing';
import type { workflowStepTable } from '../db/schema';
import type { StoredSignature } from './sign';

type StoredStep = typeof workflowStepTable.$inferSelect;

export interface BrokenSignature {
  readonly name: string;
  /** What is not as it was signed, by its names for people. */
  readonly changed: readonly string[];
  /** Given since the thing was last open, so that the next one would stand on it. What was sent back is signed anew. */
  readonly standing: boolean;
}

/**
 * Signatures that no longer stand for what they were put under.
 * @param verdicts of `verifySignatures`
 * @param lost of `signaturesWithoutStep`
 */
export function brokenAmong(
  machine: Machine,
  steps: readonly StoredStep[],
  verdicts: ReadonlyMap<number, StepSignature>,
  lost: readonly StoredSignature[],
): BrokenSignature[] {
  const opened = steps.findLast(({ toState }) => mayEdit(machine, toState))?.id ?? 0;
  return [
    ...steps.flatMap(({ id, personName: name }): BrokenSignature[] =>
      verdicts.get(id)?.state === 'invalid'
        ? [{ name, changed: verdicts.get(id)?.changed ?? [], standing: id > opened }]
        : [],
    ),
    ...lost.map(({ step, personName: name }): BrokenSignature => ({
      name,
      changed: [signedParts['step'] ?? ''],
      standing: step > opened,
    })),
  ];
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * Why nobody signs on top of these, with the move by which it goes back to who mends it; null where nothing stands in
 * the way.
 */
export function notOnTop(
  machine: Machine,
  state: string,
  label: string,
  broken: readonly BrokenSignature[],
): string | null {
  const standing = broken.filter((one) => one.standing);
  // What is open has no signature that counts.
  if (!standing.length || mayEdit(machine, state)) return null;
  const back = movesFrom(machine, state).find(({ to }) => mayEdit(machine, to))?.label;
  return signingTexts.broken(
    distinct(standing.map(({ name }) => name)),
    distinct(standing.flatMap(({ changed }) => changed)),
    label,
    back ?? null,
  );
}
