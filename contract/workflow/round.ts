import { type Machine, type Move, movesFrom } from './machine';

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
  const standing: S[] = [];
  for (const step of steps) {
    const back = standing.findIndex(({ fromState }) => fromState === step.toState);
    if (back >= 0) standing.splice(back);
    else if (step.fromState !== step.toState) standing.push(step);
  }
  return standing;
}

/** Returns the steps of the current round that a person made, or that others made on their behalf. */
export const madeBy = <S extends MadeStep>(standing: readonly S[], person: number): S[] =>
  standing.filter(({ personId, onBehalfOf }) => personId === person || onBehalfOf === person);

/** Returns the step of this round that excludes a person from a move; undefined where there is none. */
export const shutOutBy = <S extends MadeStep>(
  move: Pick<Move, 'separateFrom'>,
  standing: readonly S[],
  person: number,
): S | undefined => madeBy(standing, person).find((step) => (move.separateFrom ?? []).includes(step.move));

/** A person who may make a move, in their own name or on behalf of an authorised person. */
export interface Hand {
  readonly id: number;
  readonly name: string;
  /** Person on whose behalf the move is made; absent for a person who acts in their own name. */
  readonly principal?: { readonly id: number; readonly name: string };
}

/**
 * Returns the authorised people whom no step of this round excludes. The principal's steps also exclude a delegate.
 */
export const openHands = (
  move: Pick<Move, 'separateFrom'>,
  standing: readonly MadeStep[],
  hands: readonly Hand[],
): Hand[] =>
  hands.filter(
    ({ id, principal }) => !shutOutBy(move, standing, id) && (!principal || !shutOutBy(move, standing, principal.id)),
  );

/** Formats names, each person once: 周二审、孙一审（代周二审）. */
export const namesOf = (hands: readonly Hand[]): string[] => {
  const own = new Set(hands.filter(({ principal }) => !principal).map(({ id }) => id));
  const told = hands
    .filter(({ id, principal }) => !principal || !own.has(id))
    .map(({ name, principal }) => (principal ? `${name}（代${principal.name}）` : name));
  return [...new Set(told)];
};

/** Returns the signing steps from a state: moves without a reason that require different people. */
export const dutiesFrom = (machine: Machine, state: string): Move[] =>
  movesFrom(machine, state).filter(({ needsReason, separateFrom }) => !needsReason && Boolean(separateFrom?.length));

const labelOf = (machine: Machine, key: string): string => machine.moves.find((one) => one.key === key)?.label ?? key;

export const handTexts = {
  /** Messages for an authorised person who may not make the move. */
  shut: (done: string, move: string): string => `您已签过“${done}”，“${move}”须由他人签字`,
  waits: (move: string, names: readonly string[]): string => `“${move}”现可由${names.join('、')}办理`,
  nobody: (move: string): string =>
    `没有其他人可以办理“${move}”；请由管理员授权，或由有权的人委托他人，也可退回后重新办理`,
  next: (move: string, names: readonly string[]): string => `签字后，“${move}”可由${names.join('、')}办理`,
  strands: (own: string, next: string, instead: readonly string[]): string =>
    `您签“${own}”后，没有其他人可以办理“${next}”；${instead.length > 0 ? `“${own}”请由${instead.join('、')}办理` : `请先由管理员为他人授权“${next}”`}`,
} as const;

/** Function that returns everybody who is authorised for a move today, in their own name or by delegation. */
export type HandsFor = (move: Move) => readonly Hand[];

/** Returns who could take the next separate step, before and after a person's signature. */
function leftBy(
  machine: Machine,
  move: Move,
  standing: readonly MadeStep[],
  by: Hand,
  handsFor: HandsFor,
): { readonly first: Move | undefined; readonly before: readonly Hand[]; readonly after: readonly Hand[] } {
  const step: MadeStep = {
    move: move.key,
    fromState: move.from[0] ?? '',
    toState: move.to,
    personId: by.id,
    onBehalfOf: by.principal?.id ?? null,
  };
  const duties = dutiesFrom(machine, move.to).filter(({ separateFrom = [] }) => separateFrom.includes(move.key));
  const remaining = (steps: readonly MadeStep[]) => duties.flatMap((duty) => openHands(duty, steps, handsFor(duty)));
  return { first: duties[0], before: remaining(standing), after: remaining([...standing, step]) };
}

/**
 * Returns whether a signature would leave nobody for the next step. If nobody could take that step before the
 * signature either, the result is false.
 */
function strands(machine: Machine, move: Move, standing: readonly MadeStep[], by: Hand, handsFor: HandsFor): boolean {
  const { first, before, after } = leftBy(machine, move, standing, by, handsFor);
  return move.signs === true && first !== undefined && after.length === 0 && before.length > 0;
}

/** Returns everybody who may make a move and would leave at least one person for the next step. */
const ableHands = (machine: Machine, move: Move, standing: readonly MadeStep[], handsFor: HandsFor): Hand[] =>
  openHands(move, standing, handsFor(move)).filter((hand) => !strands(machine, move, standing, hand, handsFor));

/**
 * Describes the effect of a signature on the next step.
 * @returns `next`: who can take the step; `refused`: a sentence if the signature would leave nobody; null if no
 * signing step follows
 */
export function afterSigning(
  machine: Machine,
  move: Move,
  standing: readonly MadeStep[],
  by: Hand,
  handsFor: HandsFor,
): { readonly next: string; readonly refused: string | null } | null {
  const { first, after } = leftBy(machine, move, standing, by, handsFor);
  if (!first) return null;
  if (after.length > 0) return { next: handTexts.next(first.label, namesOf(after)), refused: null };
  if (!strands(machine, move, standing, by, handsFor)) return null;
  const instead = ableHands(machine, move, standing, handsFor).filter(({ id }) => id !== by.id);
  return { next: '', refused: handTexts.strands(move.label, first.label, namesOf(instead)) };
}

/** A step for which a row waits: who may take it now, and the reason why the viewer may not. */
export interface AwaitedStep {
  readonly key: string;
  readonly label: string;
  readonly names: readonly string[];
  /** Reason why the viewer, although authorised, may not take the step. */
  readonly why?: string;
}

/** Returns the steps for which a row waits in its state. */
export function awaitedSteps(
  machine: Machine,
  state: string,
  standing: readonly MadeStep[],
  viewer: number,
  handsFor: HandsFor,
): AwaitedStep[] {
  // A draft waits for its author, not for a signature.
  const duties = state === machine.initial ? [] : dutiesFrom(machine, state);
  return duties.map((move) => {
    const hands = handsFor(move);
    const shut = hands.some(({ id }) => id === viewer) ? shutOutBy(move, standing, viewer) : undefined;
    return {
      key: move.key,
      label: move.label,
      names: namesOf(ableHands(machine, move, standing, handsFor)),
      ...(shut ? { why: handTexts.shut(labelOf(machine, shut.move), move.label) } : {}),
    };
  });
}
