import { type Machine, type Move, movesFrom } from './stateMachine';

// Who did which step in a row's current round, and who may take the next one (separation of duties).

/** A move that a person made on a row. */
export interface MadeStep {
  readonly move: string;
  readonly fromState: string;
  readonly toState: string;
  readonly personId: number;
  /** Id of the person on whose behalf it was made; null if the person acted in their own name. */
  readonly onBehalfOf: number | null;
}

/**
 * Returns the steps that still count. Returning a row to a state cancels the steps made since then, and the return
 * itself.
 * @param steps all steps of one row, oldest first
 * @returns the steps of the current round, oldest first
 */
export function standingSteps<S extends MadeStep>(steps: readonly S[]): S[] {
  const roundSteps: S[] = [];
  for (const step of steps) {
    const returnIndex = roundSteps.findIndex(({ fromState }) => fromState === step.toState);
    if (returnIndex >= 0) roundSteps.splice(returnIndex);
    else if (step.fromState !== step.toState) roundSteps.push(step);
  }
  return roundSteps;
}

/** Returns the steps of the current round that a person made, or that others made on their behalf. */
export const madeBy = <S extends MadeStep>(roundSteps: readonly S[], person: number): S[] =>
  roundSteps.filter(({ personId, onBehalfOf }) => personId === person || onBehalfOf === person);

/**
 * Returns the step of this round that excludes a person from a move; undefined where there is none.
 * @param move move that the person wants to make
 * @param roundSteps steps since the row was last returned
 * @param personId id of the person
 */
export const excludedByStep = <S extends MadeStep>(
  move: Pick<Move, 'separateFrom'>,
  roundSteps: readonly S[],
  personId: number,
): S | undefined => madeBy(roundSteps, personId).find((step) => (move.separateFrom ?? []).includes(step.move));

/** A person who may make a move, in their own name or on behalf of an authorised person. */
export interface EligibleSigner {
  readonly id: number;
  readonly name: string;
  /** Person on whose behalf the move is made; absent for a person who acts in their own name. */
  readonly principal?: { readonly id: number; readonly name: string };
}

/**
 * Returns the authorised people whom no step of this round excludes. The principal's steps also exclude a delegate.
 * @param move move to sign
 * @param roundSteps steps since the row was last returned
 * @param authorisedSigners people with the permission, and delegates with their principal
 */
const eligibleSigners = (
  move: Pick<Move, 'separateFrom'>,
  roundSteps: readonly MadeStep[],
  authorisedSigners: readonly EligibleSigner[],
): EligibleSigner[] =>
  authorisedSigners.filter(
    ({ id, principal }) =>
      !excludedByStep(move, roundSteps, id) && (!principal || !excludedByStep(move, roundSteps, principal.id)),
  );

/** Formats names, each person once: 周二审、孙一审（代周二审）. */
export const namesOf = (authorisedSigners: readonly EligibleSigner[]): string[] => {
  const ownIds = new Set(authorisedSigners.filter(({ principal }) => !principal).map(({ id }) => id));
  const signerNames = authorisedSigners
    .filter(({ id, principal }) => !principal || !ownIds.has(id))
    .map(({ name, principal }) => (principal ? `${name}（代${principal.name}）` : name));
  return [...new Set(signerNames)];
};

/** Returns the signing steps from a state: moves without a reason that require different people. */
export const dutiesFrom = (machine: Machine, state: string): Move[] =>
  movesFrom(machine, state).filter(({ needsReason, separateFrom }) => !needsReason && Boolean(separateFrom?.length));

const labelOf = (machine: Machine, key: string): string => machine.moves.find((move) => move.key === key)?.label ?? key;

export const eligibleSignerTexts = {
  /** A coming signature for which too few different people are authorised. */
  tooFew: (document: string, move: string): string =>
    `${document}的各步须由不同人员签字，没有人可以签“${move}”；请由管理员授权，或由有权的人委托他人`,
  /** To-do of an administrator. */
  authorise: (move: string): string => `没有人可以办理“${move}”，请授权`,
  /** Messages for an authorised person who may not make the move. */
  shut: (doneMove: string, move: string): string => `您已签过“${doneMove}”，“${move}”须由他人签字`,
  waits: (move: string, names: readonly string[]): string => `“${move}”现可由${names.join('、')}办理`,
  nobody: (move: string): string =>
    `没有其他人可以办理“${move}”；请由管理员授权，或由有权的人委托他人，也可退回后重新办理`,
  next: (move: string, names: readonly string[]): string => `签字后，“${move}”可由${names.join('、')}办理`,
  strands: (ownMove: string, next: string, replacements: readonly string[]): string =>
    `您签“${ownMove}”后，没有其他人可以办理“${next}”；${replacements.length > 0 ? `“${ownMove}”请由${replacements.join('、')}办理` : `请先由管理员为他人授权“${next}”`}`,
} as const;

/** Function that returns everybody who is authorised for a move today, in their own name or by delegation. */
export type SignersFor = (move: Move) => readonly EligibleSigner[];

/** Returns who could take the next separate step, before and after a person's signature. */
function signersAround(
  machine: Machine,
  move: Move,
  roundSteps: readonly MadeStep[],
  signer: EligibleSigner,
  signersFor: SignersFor,
): {
  readonly nextMove: Move | undefined;
  readonly signersBefore: readonly EligibleSigner[];
  readonly signersAfter: readonly EligibleSigner[];
} {
  const madeStep: MadeStep = {
    move: move.key,
    fromState: move.from[0] ?? '',
    toState: move.to,
    personId: signer.id,
    onBehalfOf: signer.principal?.id ?? null,
  };
  const duties = dutiesFrom(machine, move.to).filter(({ separateFrom = [] }) => separateFrom.includes(move.key));
  const remainingSigners = (steps: readonly MadeStep[]) =>
    duties.flatMap((duty) => eligibleSigners(duty, steps, signersFor(duty)));
  return {
    nextMove: duties[0],
    signersBefore: remainingSigners(roundSteps),
    signersAfter: remainingSigners([...roundSteps, madeStep]),
  };
}

/**
 * Returns whether a signature would leave nobody for the next step. If nobody could take that step before the
 * signature either, the result is false.
 */
function leavesNoSigner(
  machine: Machine,
  move: Move,
  roundSteps: readonly MadeStep[],
  signer: EligibleSigner,
  signersFor: SignersFor,
): boolean {
  const { nextMove, signersBefore, signersAfter } = signersAround(machine, move, roundSteps, signer, signersFor);
  return move.signs === true && nextMove !== undefined && signersAfter.length === 0 && signersBefore.length > 0;
}

/**
 * Returns whether an authorised person may make a move now: no step of this round excludes them, and their signature
 * would leave at least one person for the next step.
 * @param roundSteps steps since the row was last returned
 * @param signer the person who would sign, with the principal if any
 * @param signersFor returns the authorised people of a move
 */
export const isAbleSigner = (
  machine: Machine,
  move: Move,
  roundSteps: readonly MadeStep[],
  signer: EligibleSigner,
  signersFor: SignersFor,
): boolean =>
  eligibleSigners(move, roundSteps, [signer]).length > 0 &&
  !leavesNoSigner(machine, move, roundSteps, signer, signersFor);

/**
 * Returns everybody who may make a move and would leave at least one person for the next step.
 * @param roundSteps steps since the row was last returned
 * @param signersFor returns the authorised people of a move
 */
export const ableSigners = (
  machine: Machine,
  move: Move,
  roundSteps: readonly MadeStep[],
  signersFor: SignersFor,
): EligibleSigner[] =>
  signersFor(move).filter((candidate) => isAbleSigner(machine, move, roundSteps, candidate, signersFor));

/**
 * Describes the effect of a signature on the next step.
 * @param move move to sign
 * @param roundSteps steps since the row was last returned
 * @param signer the person who signs, with the principal if any
 * @param signersFor returns the authorised people of a move
 * @returns `next`: who can take the step; `refused`: a sentence if the signature would leave nobody; null if no signing
 * step follows
 */
export function effectOfSigning(
  machine: Machine,
  move: Move,
  roundSteps: readonly MadeStep[],
  signer: EligibleSigner,
  signersFor: SignersFor,
): { readonly next: string; readonly refused: string | null } | null {
  const { nextMove, signersAfter } = signersAround(machine, move, roundSteps, signer, signersFor);
  if (!nextMove) return null;
  if (signersAfter.length > 0)
    return { next: eligibleSignerTexts.next(nextMove.label, namesOf(signersAfter)), refused: null };
  if (!leavesNoSigner(machine, move, roundSteps, signer, signersFor)) return null;
  const replacements = ableSigners(machine, move, roundSteps, signersFor).filter(({ id }) => id !== signer.id);
  return { next: '', refused: eligibleSignerTexts.strands(move.label, nextMove.label, namesOf(replacements)) };
}

/** Returns the signing steps from a state, the author's own included. */
const signaturesFrom = (machine: Machine, state: string): Move[] =>
  movesFrom(machine, state).filter(({ needsReason, signs }) => !needsReason && signs);

/**
 * Returns the step that nobody could sign if different people signed the steps up to it; undefined where people can be
 * found for all coming signatures.
 * @param state state of the row
 * @param roundSteps steps since the row was last returned
 */
export function unsignableStep(
  machine: Machine,
  state: string,
  roundSteps: readonly MadeStep[],
  signersFor: SignersFor,
): Move | undefined {
  const moves = signaturesFrom(machine, state);
  let furthest: Move | undefined;
  for (const move of moves) {
    const signers = eligibleSigners(move, roundSteps, signersFor(move));
    if (!signers.length) furthest ??= move;
    for (const { id, principal } of signers) {
      const step = {
        move: move.key,
        fromState: state,
        toState: move.to,
        personId: id,
        onBehalfOf: principal?.id ?? null,
      };
      const later = unsignableStep(machine, move.to, [...roundSteps, step], signersFor);
      if (!later) return undefined;
      furthest = later;
    }
  }
  return furthest;
}

/** A step for which a row waits: who may take it now, and the reason why the viewer may not. */
export interface AwaitedStep {
  readonly key: string;
  readonly label: string;
  readonly names: readonly string[];
  /** Reason why the viewer, although authorised, may not take the step. */
  readonly why?: string;
}

/**
 * Returns the steps for which a row waits in its state.
 * @param state state of the row
 * @param roundSteps steps since the row was last returned
 * @param viewerId id of the person who looks
 * @param signersFor returns the authorised people of a move
 */
export function awaitedSteps(
  machine: Machine,
  state: string,
  roundSteps: readonly MadeStep[],
  viewerId: number,
  signersFor: SignersFor,
): AwaitedStep[] {
  // A draft waits for its author, not for a signature.
  const duties = state === machine.initial ? [] : dutiesFrom(machine, state);
  return duties.map((move) => {
    const authorisedSigners = signersFor(move);
    const blockingStep = authorisedSigners.some(({ id }) => id === viewerId)
      ? excludedByStep(move, roundSteps, viewerId)
      : undefined;
    return {
      key: move.key,
      label: move.label,
      names: namesOf(ableSigners(machine, move, roundSteps, signersFor)),
      ...(blockingStep ? { why: eligibleSignerTexts.shut(labelOf(machine, blockingStep.move), move.label) } : {}),
    };
  });
}
