import { type Machine, type Move, movesFrom } from './machine';

// Who has done what on a thing in its current round, and who may take its next step (separation of duties).

/** A move that was made with a thing. */
export interface MadeStep {
  readonly move: string;
  readonly fromState: string;
  readonly toState: string;
  readonly personId: number;
  /** In whose place; null where in their own. */
  readonly onBehalfOf: number | null;
}

/**
 * The steps that still stand: what led from a state to which the thing was sent back is undone, the way back with it.
 * @param steps all that were made with one thing, oldest first
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

/** The steps of the current round that somebody made, in person or by another in their place. */
export const madeBy = <S extends MadeStep>(standing: readonly S[], person: number): S[] =>
  standing.filter(({ personId, onBehalfOf }) => personId === person || onBehalfOf === person);

/** The step of this round by which somebody has shut themselves out of a move; undefined where none has. */
export const shutOutBy = <S extends MadeStep>(
  move: Pick<Move, 'separateFrom'>,
  standing: readonly S[],
  person: number,
): S | undefined => madeBy(standing, person).find((step) => (move.separateFrom ?? []).includes(step.move));

/** A person who may make a move: in person, or in the place of somebody who may. */
export interface Hand {
  readonly id: number;
  readonly name: string;
  /** In whose place; absent where in their own. */
  readonly principal?: { readonly id: number; readonly name: string };
}

/** Of those who are authorised, whoever this round's steps do not shut out; a delegate stands for both. */
export const openHands = (
  move: Pick<Move, 'separateFrom'>,
  standing: readonly MadeStep[],
  hands: readonly Hand[],
): Hand[] =>
  hands.filter(
    ({ id, principal }) => !shutOutBy(move, standing, id) && (!principal || !shutOutBy(move, standing, principal.id)),
  );

/** Names of hands, each person once: 周二审、孙一审（代周二审）. */
export const namesOf = (hands: readonly Hand[]): string[] => {
  const own = new Set(hands.filter(({ principal }) => !principal).map(({ id }) => id));
  const told = hands
    .filter(({ id, principal }) => !principal || !own.has(id))
    .map(({ name, principal }) => (principal ? `${name}（代${principal.name}）` : name));
  return [...new Set(told)];
};

/** The moves that go on from a state, and are not everybody's after the others. */
export const dutiesFrom = (machine: Machine, state: string): Move[] =>
  movesFrom(machine, state).filter(({ needsReason, separateFrom }) => !needsReason && Boolean(separateFrom?.length));

const labelOf = (machine: Machine, key: string): string => machine.moves.find((one) => one.key === key)?.label ?? key;

export const handTexts = {
  /** Why somebody who is authorised has no button. */
  shut: (done: string, move: string): string => `您已签过“${done}”，“${move}”须由他人签字`,
  waits: (move: string, names: readonly string[]): string => `“${move}”现可由${names.join('、')}办理`,
  nobody: (move: string): string =>
    `没有其他人可以办理“${move}”；请由管理员授权，或由有权的人委托他人，也可退回后重新办理`,
  next: (move: string, names: readonly string[]): string => `签字后，“${move}”可由${names.join('、')}办理`,
  strands: (own: string, next: string, instead: readonly string[]): string =>
    `您签“${own}”后，没有其他人可以办理“${next}”；${instead.length > 0 ? `“${own}”请由${instead.join('、')}办理` : `请先由管理员为他人授权“${next}”`}`,
} as const;

/** Everybody who is authorised for a move today, in person or by delegation. */
export type HandsFor = (move: Move) => readonly Hand[];

/** What somebody's signature leaves of the steps that come after it and have to be another's. */
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
 * Whether a signature would leave nobody for the step after it. Where nobody was there for it before, it strands
 * nothing.
 */
function strands(machine: Machine, move: Move, standing: readonly MadeStep[], by: Hand, handsFor: HandsFor): boolean {
  const { first, before, after } = leftBy(machine, move, standing, by, handsFor);
  return move.signs === true && first !== undefined && after.length === 0 && before.length > 0;
}

/** Everybody who may make a move and would leave it somebody to go on with. */
const ableHands = (machine: Machine, move: Move, standing: readonly MadeStep[], handsFor: HandsFor): Hand[] =>
  openHands(move, standing, handsFor(move)).filter((hand) => !strands(machine, move, standing, hand, handsFor));

/**
 * What a signature would do to the step that comes after it.
 * @returns `next`, who remains for it; `refused`, a sentence where the signature itself would leave nobody; null where
 * no duty follows
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

/** A step that a thing waits for: who may take it now without stranding it, and why the viewer may not. */
export interface AwaitedStep {
  readonly key: string;
  readonly label: string;
  readonly names: readonly string[];
  /** Why the viewer has no button for it though they are authorised. */
  readonly why?: string;
}

/** The steps that a thing waits for, by the state that it stands in. */
export function awaitedSteps(
  machine: Machine,
  state: string,
  standing: readonly MadeStep[],
  viewer: number,
  handsFor: HandsFor,
): AwaitedStep[] {
  // What is drafted waits for its author, not for a signature.
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
