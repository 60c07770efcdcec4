import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { machines } from '@contract/subjects';
import {
  effectOfSigning,
  awaitedSteps,
  dutiesFrom,
  type EligibleSigner,
  type SignersFor,
  eligibleSignerTexts,
  madeBy,
  type MadeStep,
  namesOf,
  excludedByStep,
  standingSteps,
  unsignableStep,
} from '@contract/workflow/roundSteps';
import { stateAfterMove, type Machine, movesFrom } from '@contract/workflow/stateMachine';

// Separation of duties is counted in the current round, and a signature must leave somebody for the next step.

const moveOf = (machine: Machine, key: string) => {
  const found = machine.moves.find((move) => move.key === key);
  if (!found) throw new Error(`no move ${key}`);
  return found;
};

/** Returns the steps of `[move, person, principal]`, from the machine's initial state. */
function walk(
  machine: Machine,
  made: readonly (readonly [key: string, person: number, principal?: number])[],
): MadeStep[] {
  let state = machine.initial;
  return made.map(([key, personId, onBehalfOf = null]) => {
    const step = { move: key, fromState: state, toState: moveOf(machine, key).to, personId, onBehalfOf };
    state = step.toState;
    return step;
  });
}
const keysOf = (steps: readonly MadeStep[]): string[] => steps.map(({ move }) => move);
const people: Readonly<Record<number, string>> = { 1: '甲', 2: '乙', 3: '丙', 4: '丁' };
const hand = (id: number, principal?: number): EligibleSigner => ({
  id,
  name: people[id] ?? '',
  ...(principal ? { principal: { id: principal, name: people[principal] ?? '' } } : {}),
});
const handsBy =
  (by: Readonly<Record<string, readonly EligibleSigner[]>>): SignersFor =>
  (move) =>
    by[move.key] ?? [];

describe('coming signatures', () => {
  const moves = ['submit', 'passFirst', 'passSecond', 'sign'];
  const signedBy = (...ids: readonly number[][]) =>
    handsBy(Object.fromEntries(moves.map((move, index) => [move, (ids[index] ?? []).map((id) => hand(id))])));
  const stuckAt = (signersFor: SignersFor, made: Parameters<typeof walk>[1] = []) => {
    const steps = walk(approvalMachine, made);
    return unsignableStep(approvalMachine, steps.at(-1)?.toState ?? approvalMachine.initial, steps, signersFor)?.key;
  };

  it('an approval with a different person for each step can be signed by all', () => {
    expect(stuckAt(signedBy([1], [2], [3], [4]))).toBeUndefined();
    // Only one order of the people fits.
    expect(stuckAt(signedBy([1], [1, 2, 3], [2, 4], [3]))).toBeUndefined();
  });

  it('an approval with fewer people than steps names the step that nobody can sign', () => {
    expect(stuckAt(signedBy([1], [2], [3], []))).toBe('sign');
    expect(stuckAt(signedBy([1], [2], [3], [3]))).toBe('sign');
    expect(stuckAt(signedBy([1, 2], [1, 2], [1, 2], [1, 2]))).toBe('passSecond');
    expect(
      stuckAt(signedBy([1], [2], [3], [2, 3]), [
        ['submit', 1],
        ['passFirst', 2],
      ]),
    ).toBe('sign');
    expect(
      stuckAt(signedBy([1], [2], [3], [4]), [
        ['submit', 1],
        ['passFirst', 2],
      ]),
    ).toBeUndefined();
  });
});

describe('steps of the current round', () => {
  it.each([
    [approvalMachine, ['submit', 'passFirst', 'passSecond'], ['submit', 'passFirst', 'passSecond']],
    [approvalMachine, ['submit', 'passFirst', 'passSecond', 'returnToSecond'], ['submit', 'passFirst']],
    [approvalMachine, ['submit', 'passFirst', 'passSecond', 'returnToFirst'], ['submit']],
    [approvalMachine, ['submit', 'passFirst', 'passSecond', 'returnToStart'], []],
    [approvalMachine, ['submit', 'passFirst', 'returnToStart', 'submit'], ['submit']],
    [approvalMachine, ['submit', 'passFirst', 'passSecond', 'sign', 'reopen', 'submit'], ['submit']],
    [recordMachine, ['submit', 'review', 'return'], []],
    [recordMachine, ['submit', 'review', 'return', 'submit', 'review'], ['submit', 'review']],
    [samplePlanMachine, ['submit', 'review', 'return', 'submit'], ['submit']],
  ] as const)(
    'the steps of a row’s current round are the steps after its last return (case %#)',
    (machine, made, standing) => {
      expect(
        keysOf(
          standingSteps(
            walk(
              machine,
              made.map((key) => [key, 1] as const),
            ),
          ),
        ),
      ).toEqual(standing);
    },
  );

  it('the steps of the current workflow round lead from the initial state to the current state and leave no state twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...machines), fc.array(fc.nat(), { maxLength: 30 }), (machine, choices) => {
        let state = machine.initial;
        const steps: MadeStep[] = [];
        for (const choice of choices) {
          const moves = movesFrom(machine, state);
          const move = moves[choice % Math.max(1, moves.length)];
          if (!move) break;
          steps.push({ move: move.key, fromState: state, toState: move.to, personId: choice % 3, onBehalfOf: null });
          state = move.to;
        }
        const standing = standingSteps(steps);
        expect(standing.at(-1)?.toState ?? machine.initial).toBe(state);
        expect(new Set(standing.map(({ fromState }) => fromState)).size).toBe(standing.length);
      }),
    );
  });

  it('a delegate’s step also counts as a step of the person represented', () => {
    const standing = standingSteps(
      walk(approvalMachine, [
        ['submit', 1],
        ['passFirst', 3, 2],
      ]),
    );
    expect([keysOf(madeBy(standing, 2)), keysOf(madeBy(standing, 3))]).toEqual([['passFirst'], ['passFirst']]);
    expect(excludedByStep(moveOf(approvalMachine, 'passSecond'), standing, 2)?.move).toBe('passFirst');
    expect(excludedByStep(moveOf(approvalMachine, 'passSecond'), standing, 4)).toBeUndefined();
  });

  it('a return clears the round: whoever signed 二审 before may sign 三审 in the next round', () => {
    const steps = standingSteps(
      walk(approvalMachine, [
        ['submit', 1],
        ['passFirst', 2],
        ['passSecond', 3],
        ['returnToSecond', 3],
        ['passSecond', 4],
      ]),
    );
    const earlier = madeBy(steps, 3).map(({ move }) => ({ move, person: 3 }));
    expect(stateAfterMove(approvalMachine, 'third', 'sign', { person: 3, earlier })).toBe('passed');
  });
});

describe('signature that leaves nobody for the next step', () => {
  const passSecond = moveOf(approvalMachine, 'passSecond');
  const standing = standingSteps(
    walk(approvalMachine, [
      ['submit', 1],
      ['passFirst', 2],
    ]),
  );

  it('a signature is refused if its signer is the only one who could make the next step; the message names who may sign instead', () => {
    const hands = handsBy({ passSecond: [hand(3), hand(4)], sign: [hand(3)] });
    expect(effectOfSigning(approvalMachine, passSecond, standing, hand(3), hands)?.refused).toBe(
      eligibleSignerTexts.strands('二审通过', '签发', ['丁']),
    );
    expect(effectOfSigning(approvalMachine, passSecond, standing, hand(4), hands)).toEqual({
      next: eligibleSignerTexts.next('签发', ['丙']),
      refused: null,
    });
  });

  it('a signature is refused in an organization of two people, which must authorise a third person', () => {
    const review = moveOf(recordMachine, 'review');
    const by = handsBy({ review: [hand(1), hand(2)], approve: [hand(1), hand(2)] });
    const made = standingSteps(walk(recordMachine, [['submit', 1]]));
    expect(effectOfSigning(recordMachine, review, made, hand(2), by)?.refused).toBe(
      eligibleSignerTexts.strands('复核', '审核', []),
    );
    const three = handsBy({ review: [hand(1), hand(2)], approve: [hand(1), hand(2), hand(3)] });
    expect(effectOfSigning(recordMachine, review, made, hand(2), three)).toEqual({
      next: eligibleSignerTexts.next('审核', ['丙']),
      refused: null,
    });
  });

  it('delegates count as available for the next step, but not if they or the represented person have already signed', () => {
    const delegated = handsBy({ passSecond: [hand(3)], sign: [hand(3), hand(4, 3)] });
    expect(effectOfSigning(approvalMachine, passSecond, standing, hand(3), delegated)?.refused).toContain(
      '没有其他人可以办理“签发”',
    );
    const other = handsBy({ passSecond: [hand(3)], sign: [hand(3), hand(3, 4)] });
    expect(effectOfSigning(approvalMachine, passSecond, standing, hand(3), other)?.refused).toContain(
      '没有其他人可以办理“签发”',
    );
    const free = handsBy({ passSecond: [hand(3), hand(2)], sign: [hand(4)] });
    expect(effectOfSigning(approvalMachine, passSecond, standing, hand(3), free)?.next).toContain('丁');
  });

  it('a signature is not refused if nobody could make the next step anyway, or if no step follows', () => {
    expect(
      effectOfSigning(approvalMachine, passSecond, standing, hand(3), handsBy({ passSecond: [hand(3)] })),
    ).toBeNull();
    expect(
      effectOfSigning(
        approvalMachine,
        moveOf(approvalMachine, 'sign'),
        standing,
        hand(3),
        handsBy({ sign: [hand(3)] }),
      ),
    ).toBeNull();
  });

  it('every chain of allowed signatures leaves somebody authorised for the next step', () => {
    const signing = machines.filter((machine) =>
      machine.moves.some(({ signs, separateFrom }) => signs && separateFrom),
    );
    const authorised = fc.dictionary(
      fc.constantFrom(...new Set(signing.flatMap(({ moves }) => moves.map(({ key }) => key)))),
      fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...signing),
        authorised,
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }),
        (machine, by, signers) => {
          const handsFor: SignersFor = ({ key }) => (by[key] ?? []).map((id) => hand(id));
          const steps: MadeStep[] = [];
          for (const person of signers) {
            const state = steps.at(-1)?.toState ?? machine.initial;
            const now = standingSteps(steps);
            const move = movesFrom(machine, state).find(({ key, signs }) => signs && (by[key] ?? []).includes(person));
            if (!move || excludedByStep(move, now, person)) continue;
            const after = effectOfSigning(machine, move, now, hand(person), handsFor);
            if (after?.refused) continue;
            steps.push({ move: move.key, fromState: state, toState: move.to, personId: person, onBehalfOf: null });
            const duties = dutiesFrom(machine, move.to);
            const able = (made: readonly MadeStep[]) =>
              duties.some((duty) => handsFor(duty).some(({ id }) => !excludedByStep(duty, made, id)));
            if (able(now)) expect(able(standingSteps(steps))).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('awaited steps', () => {
  const standing = standingSteps(
    walk(approvalMachine, [
      ['submit', 1],
      ['passFirst', 2],
      ['passSecond', 3],
    ]),
  );
  const hands = handsBy({ sign: [hand(3), hand(4)] });

  it('the list of awaited steps names who can sign now, and tells others why they cannot', () => {
    expect(awaitedSteps(approvalMachine, 'third', standing, 3, hands)).toEqual([
      { key: 'sign', label: '签发', names: ['丁'], why: '您已签过“二审通过”，“签发”须由他人签字' },
    ]);
    expect(awaitedSteps(approvalMachine, 'third', standing, 4, hands)).toEqual([
      { key: 'sign', label: '签发', names: ['丁'] },
    ]);
  });

  it('the list of awaited steps leaves out people whose signature would leave nobody for the step after it', () => {
    const first = standingSteps(
      walk(approvalMachine, [
        ['submit', 1],
        ['passFirst', 2],
      ]),
    );
    const both = handsBy({ passSecond: [hand(3), hand(4)], sign: [hand(3)] });
    expect(awaitedSteps(approvalMachine, 'second', first, 3, both)).toEqual([
      { key: 'passSecond', label: '二审通过', names: ['丁'] },
    ]);
    expect(effectOfSigning(approvalMachine, moveOf(approvalMachine, 'passSecond'), first, hand(3), both)?.refused).toBe(
      eligibleSignerTexts.strands('二审通过', '签发', ['丁']),
    );
    expect(
      awaitedSteps(approvalMachine, 'second', first, 3, handsBy({ passSecond: [hand(3)], sign: [hand(3)] }))[0]?.names,
    ).toEqual([]);
  });

  it('a draft lists no awaited steps', () => {
    expect(awaitedSteps(recordMachine, 'drafting', [], 1, handsBy({ submit: [hand(1)] }))).toEqual([]);
  });

  it('the list of awaited steps names a person once, by their own role before a delegated one', () => {
    expect(namesOf([hand(1, 2), hand(1), hand(3, 2)])).toEqual(['甲', '丙（代乙）']);
  });
});
