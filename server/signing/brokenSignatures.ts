import { signedParts, signingTexts, type StepSignature } from '@contract/workflow/signatureTexts';
import { type Machine, mayEdit, movesFrom } from '@contract/workflow/stateMachine';
import type { workflowStepTable } from '@server/db/schema';
import type { StoredSignature } from './signRows';

type StoredStep = typeof workflowStepTable.$inferSelect;

export interface BrokenSignature {
  readonly name: string;
  /** Labels of the parts that changed since the signature. */
  readonly changed: readonly string[];
  /**
   * True if given in the current round, so that the next signature relies on it. After a return everything is signed
   * again.
   */
  readonly standing: boolean;
}

/**
 * Returns the signatures that no longer match the signed content.
 * @param verdicts result of `verifySignatures`
 * @param lostSignatures result of `signaturesWithoutStep`
 */
export function findBrokenSignatures(
  machine: Machine,
  storedSteps: readonly StoredStep[],
  verdicts: ReadonlyMap<number, StepSignature>,
  lostSignatures: readonly StoredSignature[],
): BrokenSignature[] {
  const openedStep = storedSteps.findLast(({ toState }) => mayEdit(machine, toState))?.id ?? 0;
  return [
    ...storedSteps.flatMap(({ id, personName: name }): BrokenSignature[] =>
      verdicts.get(id)?.state === 'invalid'
        ? [{ name, changed: verdicts.get(id)?.changed ?? [], standing: id > openedStep }]
        : [],
    ),
    ...lostSignatures.map(({ step, personName: name }): BrokenSignature => ({
      name,
      changed: [signedParts['step'] ?? ''],
      standing: step > openedStep,
    })),
  ];
}

/**
 * Returns why nobody may sign a row whose state is not the result of its last step; null if it is. No move of the
 * program produces such a state.
 */
export function unexplainedStateProblem(
  machine: Machine,
  state: string,
  steps: readonly Pick<StoredStep, 'toState'>[],
): string | null {
  const led = steps.at(-1)?.toState ?? state;
  const stateLabel = (key: string): string => machine.states[key]?.label ?? key;
  return led === state ? null : signingTexts.strayed(stateLabel(state), stateLabel(led));
}

const distinctTexts = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * Returns why nobody may sign after broken signatures, with the move that returns the row; null if nothing prevents a
 * signature.
 */
export function brokenSignatureProblem(
  machine: Machine,
  state: string,
  label: string,
  brokenAmongAll: readonly BrokenSignature[],
): string | null {
  const standingSignatures = brokenAmongAll.filter((signature) => signature.standing);
  // An open row has no signature that counts.
  if (!standingSignatures.length || mayEdit(machine, state)) return null;
  const returnLabel = movesFrom(machine, state).find(({ to }) => mayEdit(machine, to))?.label;
  return signingTexts.broken(
    distinctTexts(standingSignatures.map(({ name }) => name)),
    distinctTexts(standingSignatures.flatMap(({ changed }) => changed)),
    label,
    returnLabel ?? null,
  );
}
