import type { DictEntry } from '@contract/dictionaries';

/** Parties that make moves (PRODUCT §1); `system` is the background worker. */
export type Role =
  | 'admin'
  | 'sales'
  | 'field'
  | 'keeper'
  | 'analyst'
  | 'reviewer'
  | 'approver'
  | 'quality'
  | 'reporter'
  | 'enterprise'
  | 'auditor'
  | 'outside'
  | 'system';

interface MachineState {
  readonly label: string;
  readonly tone?: DictEntry['tone'];
  /** Whether the row is signed, approved or submitted; an edit is then answered with 409 (PRODUCT §2). */
  readonly locked?: boolean;
  /** Whether no work remains. Only a move with a reason leaves the state. */
  readonly final?: boolean;
}

export interface Move<S extends string = string, M extends string = string> {
  readonly key: M;
  readonly label: string;
  readonly from: readonly S[];
  readonly to: S;
  readonly by: readonly Role[];
  readonly needsReason?: boolean;
  /** Keys of moves; a person who made one of them may not make this move, so that nobody signs a row twice. */
  readonly separateFrom?: readonly M[];
  /** Whether the move requires the password and stores a signature. */
  readonly signs?: boolean;
  /**
   * Whether the move refuses the work of the last person without returning the row to its former state. That person
   * is notified, or the author of a row without moves.
   */
  readonly refuses?: boolean;
  /** Whether the row stays unchanged and a new version of it starts in the initial state. */
  readonly opensVersion?: boolean;
}

/** A state machine as plain data, so that JSON.stringify keeps it unchanged. */
export interface Machine<S extends string = string, M extends string = string> {
  readonly name: string;
  readonly label: string;
  readonly initial: S;
  readonly states: Readonly<Record<S, MachineState>>;
  readonly moves: readonly Move<S, M>[];
}

/** A past move of a row, from the audit trail. */
export interface Step {
  readonly move: string;
  readonly person: number;
}

/** The person of a move, its reason, and the earlier moves of the row. */
export interface MoveCircumstances {
  readonly person: number;
  readonly reason?: string;
  readonly earlier: readonly Step[];
}

type RefusalCode = 'unknownState' | 'unknownMove' | 'wrongState' | 'reasonMissing' | 'samePerson';

/** Error for a move that is not allowed; its message is for people. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Declares a machine and keeps its literal states and moves, so that a misspelt name does not compile.
 * @throws Error at import for a machine in which checkMachine finds a fault
 */
export function defineMachine<const S extends string, const M extends string>(machine: {
  readonly name: string;
  readonly label: string;
  readonly initial: NoInfer<S>;
  readonly states: Readonly<Record<S, MachineState>>;
  readonly moves: readonly (Omit<Move<NoInfer<S>, M>, 'separateFrom'> & {
    readonly separateFrom?: readonly NoInfer<M>[];
  })[];
}): Machine<S, M> {
  const faults = checkMachine(machine);
  if (faults.length > 0) throw new Error(`${machine.name}: ${faults.join('; ')}`);
  return machine;
}

const stateOf = (machine: Machine, state: string): MachineState | undefined =>
  Object.hasOwn(machine.states, state) ? machine.states[state] : undefined;

/** Returns the moves from a state; none for an unknown state. */
export function movesFrom<S extends string, M extends string>(machine: Machine<S, M>, state: string): Move<S, M>[] {
  return machine.moves.filter(({ from }) => (from as readonly string[]).includes(state));
}

/** Returns whether the row's own fields may be changed. They may not in a locked, final or unknown state. */
export function mayEdit(machine: Machine, state: string): boolean {
  const definition = stateOf(machine, state);
  return definition !== undefined && !definition.locked && !definition.final;
}

/** Returns the permission key of a move, `<machine>:<move>`. */
export const permissionOfMove = (machine: Pick<Machine, 'name'>, move: Pick<Move, 'key'>): string =>
  `${machine.name}:${move.key}`;

/**
 * Returns the state after a move.
 * @param state present state
 * @param key key of the move
 * @param circumstances person and reason of the move, and the earlier moves of the row
 * @throws MoveRefused where the state does not allow it, the reason is missing, or this person may not make it
 */
export function stateAfterMove<S extends string, M extends string>(
  machine: Machine<S, M>,
  state: string,
  key: string,
  circumstances: MoveCircumstances,
): S {
  const currentMachineState = stateOf(machine, state);
  if (!currentMachineState) throw new MoveRefused('unknownState', `${machine.label}的状态不正确，请刷新后重试`);
  const move = machine.moves.find((candidate) => candidate.key === key);
  if (!move) throw new MoveRefused('unknownMove', `${machine.label}没有这项操作，请刷新后重试`);
  if (!(move.from as readonly string[]).includes(state)) {
    throw new MoveRefused(
      'wrongState',
      `${machine.label}当前为“${currentMachineState.label}”，不能${move.label}，请刷新后查看`,
    );
  }
  if (move.needsReason && !circumstances.reason?.trim())
    throw new MoveRefused('reasonMissing', `请填写${move.label}的原因`);
  const separateMoves: readonly string[] = move.separateFrom ?? [];
  const earlierStep = circumstances.earlier.find(
    (step) => step.person === circumstances.person && separateMoves.includes(step.move),
  );
  if (earlierStep) {
    const doneLabel = machine.moves.find((candidate) => candidate.key === earlierStep.move)?.label ?? earlierStep.move;
    throw new MoveRefused('samePerson', `您已对此${machine.label}做过“${doneLabel}”，${move.label}须由他人完成`);
  }
  return move.to;
}

/** Returns every state reachable from the given state, which is included. */
export function reachable<S extends string>(machine: Machine<S>, from: S = machine.initial): Set<S> {
  const reachedStates = new Set<S>([from]);
  for (const state of reachedStates) for (const { to } of movesFrom(machine, state)) reachedStates.add(to);
  return reachedStates;
}

/** Returns the faults of a machine, one sentence each; empty for a valid machine. */
export function checkMachine(machine: Machine): string[] {
  const states = Object.keys(machine.states);
  const keys = machine.moves.map(({ key }) => key);
  const undeclaredStates = [machine.initial, ...machine.moves.flatMap(({ from, to }) => [...from, to])].filter(
    (state) => !states.includes(state),
  );
  if (undeclaredStates.length > 0) return undeclaredStates.map((state) => `undeclared state ${state}`);
  const reachableStates = reachable(machine);
  return [
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `two moves named ${key}`),
    ...machine.moves.flatMap(({ key, separateFrom = [] }) =>
      separateFrom
        .filter((other) => !keys.includes(other))
        .map((other) => `${key} is separate from an undeclared move ${other}`),
    ),
    ...states.filter((state) => !reachableStates.has(state)).map((state) => `${state} can't be reached`),
    ...states.flatMap((state) => {
      const { final } = machine.states[state] as MachineState;
      if (final)
        return movesFrom(machine, state).flatMap(({ key, needsReason }) =>
          needsReason ? [] : [`${state} is final and left by ${key}`],
        );
      return [...reachable(machine, state)].some((end) => machine.states[end]?.final)
        ? []
        : [`${state} has no way to an end`];
    }),
    // Only a move with a reason may reopen a signed row.
    ...machine.moves
      .filter(
        ({ needsReason, from, to }) =>
          !needsReason && mayEdit(machine, to) && from.some((state) => machine.states[state]?.locked),
      )
      .map(({ key }) => `${key} unlocks without a reason`),
  ];
}

/** Returns the states as a dictionary, in order, for cells, filters and selects of a state field. */
export function entriesOf(machine: Machine): DictEntry[] {
  return Object.entries(machine.states).map(([value, { label, tone }]) =>
    tone ? { value, label, tone } : { value, label },
  );
}

type StateWords<E extends readonly DictEntry[]> = Record<E[number]['value'], MachineState>;

/**
 * Returns states from a fixed dictionary, which contains their labels and colours. Only their properties in the
 * machine are added.
 */
export function statesOf<const E extends readonly DictEntry[]>(
  dictionary: E,
  meaning: { readonly [V in E[number]['value']]?: Pick<MachineState, 'locked' | 'final'> },
): StateWords<E> {
  const states: Record<string, MachineState> = {};
  for (const { value, label, tone } of dictionary) {
    states[value] = { label, ...(tone ? { tone } : {}), ...meaning[value as E[number]['value']] };
  }
  return states as StateWords<E>;
}
