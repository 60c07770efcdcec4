import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedDictionaries } from '@contract/dictionaries';
import { type Entity, lockMessage } from '@contract/entity';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { cyfaModule } from '@contract/features/library/entities/cyfaModule';
import { templateMachine } from '@contract/features/library/templateMachine';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { announcementMachine, noticeMachine } from '@contract/features/notices/announcementMachine';
import { announcement } from '@contract/features/notices/entities/notice';
import { declarationMachine } from '@contract/features/platforms/declaration/declarationMachine';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { pushMachine } from '@contract/features/platforms/pushMachine';
import { project } from '@contract/features/projects/entities/project';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { outsideFee } from '@contract/features/reviewers/entities/outsideFee';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTaskMachine } from '@contract/features/reviewers/outsideTaskMachine';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { machines } from '@contract/subjects';
import {
  stateAfterMove,
  checkMachine,
  type MoveCircumstances,
  defineMachine,
  entriesOf,
  type Machine,
  mayEdit,
  MoveRefused,
  movesFrom,
  permissionOfMove,
  reachable,
  type Step,
} from '@contract/workflow/stateMachine';
import { measured } from '../support/measured';
import { proofs } from '../support/proofs';

// For each machine; more than 10,000 of all together in the proof runs.
const walks = proofs ? 1_300 : 150;

const labels = (machine: Machine): string[] => Object.values(machine.states).map(({ label }) => label);
const alone: MoveCircumstances = { person: 1, earlier: [] };

function refusal(run: () => unknown): MoveRefused {
  try {
    run();
  } catch (error) {
    if (error instanceof MoveRefused) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe.each(machines.map((machine) => [machine.label, machine] as const))('%s', (_, machine) => {
  const keys = machine.moves.map(({ key }) => key);

  it('each state machine’s description passes the consistency check', () => {
    expect(checkMachine(machine)).toEqual([]);
  });

  it('random walks, 10,000 over all state machines, reach 0 undeclared states, and a refused transition changes nothing (STM)', () => {
    // Mostly moves that the state offers, so that the walk advances; sometimes anything.
    const step = fc.record({
      wild: fc.option(fc.constantFrom(...keys, 'edit', 'constructor', ''), { freq: 4 }),
      pick: fc.nat({ max: 9 }),
      person: fc.integer({ min: 1, max: 4 }),
      reason: fc.constantFrom(undefined, '', '  ', '数据有误'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (walk) => {
        let state = machine.initial;
        const earlier: Step[] = [];
        for (const { wild, pick, person, reason } of walk) {
          const offered = movesFrom(machine, state);
          const key = wild ?? offered[pick % Math.max(offered.length, 1)]?.key ?? 'edit';
          const move = machine.moves.find((candidate) => candidate.key === key);
          try {
            const next = stateAfterMove(machine, state, key, {
              person,
              earlier,
              ...(reason === undefined ? {} : { reason }),
            });
            expect(Object.keys(machine.states)).toContain(next);
            expect(move?.from).toContain(state);
            if (move?.needsReason) expect(reason?.trim()).toBeTruthy();
            expect(
              earlier.some((past) => past.person === person && (move?.separateFrom ?? []).includes(past.move)),
            ).toBe(false);
            if (!move?.needsReason) expect(machine.states[state]?.final).toBeFalsy();
            earlier.push({ move: key, person });
            state = next;
          } catch (error) {
            if (!(error instanceof MoveRefused)) throw error;
            expect(error.message).toMatch(/[\u4e00-\u9fff]/);
          }
        }
      }),
      { numRuns: walks },
    );
    measured(
      `${walks * machines.length} 次随机行走（${machines.length} 个状态机）`,
      true,
      walks * machines.length >= 10_000,
    );
  });

  it('each state machine leads from every reachable state to an end (STM)', () => {
    for (const state of reachable(machine)) {
      const ends = [...reachable(machine, state)].filter((end) => machine.states[end]?.final);
      expect(ends.length, state).toBeGreaterThan(0);
      // A final state is left, if at all, by taking it back.
      const onward = movesFrom(machine, state);
      expect(
        machine.states[state]?.final ? onward.every(({ needsReason }) => needsReason) : onward.length > 0,
        state,
      ).toBe(true);
    }
  });

  it('each state machine allows no edit in a locked or final state, and leaves a lock only with a reason', () => {
    for (const [state, { locked, final }] of Object.entries(machine.states)) {
      expect(mayEdit(machine, state), state).toBe(!locked && !final);
      if (!locked) continue;
      expect(movesFrom(machine, state).filter(({ key, label }) => key === 'edit' || label === '编辑')).toEqual([]);
      for (const { to, needsReason, key } of movesFrom(machine, state))
        if (mayEdit(machine, to)) expect(needsReason, key).toBe(true);
    }
  });

  it('each state machine labels every state and workflow move in Chinese, and no label twice', () => {
    for (const list of [labels(machine), machine.moves.map(({ label }) => label)]) {
      expect(new Set(list).size).toBe(list.length);
      for (const label of list) expect(label).toMatch(/^[\u4e00-\u9fff/]+$/);
    }
  });

  it('each state machine names who may make each workflow move', () => {
    for (const { by, key } of machine.moves) expect(by.length, key).toBeGreaterThan(0);
  });

  it('each state machine is unchanged by JSON serialisation', () => {
    expect(JSON.parse(JSON.stringify(machine))).toEqual(machine);
  });
});

describe('locks of lists', () => {
  it.each<[Entity, string, Machine]>([
    [announcement, 'sendStatus', announcementMachine],
    [cyfaModule, 'state', templateMachine],
    [declaration, 'state', declarationMachine],
    [labSheet, 'state', recordMachine],
    [nonconformity, 'state', nonconformityMachine],
    [outsideTask, 'state', outsideTaskMachine],
    [project, 'stage', projectMachine],
  ])('a list locks rows in every state that their state machine locks', (entity, field, machine) => {
    for (const state of Object.keys(machine.states))
      expect(lockMessage(entity, { [field]: state }, 'edit') === null, state).toBe(mayEdit(machine, state));
  });

  it('the lock of a list row ignores fields that the list does not send', () => {
    expect(lockMessage(outsideFee, { id: 1 }, 'edit')).toBeNull();
    expect(lockMessage(outsideFee, { task: null, state: 'open' }, 'del')).toBeNull();
    expect(lockMessage(outsideFee, { task: 7, state: 'open' }, 'del')).toBe(outsideTexts.taskFeeFixed);
  });

  it('a project that may still be edited may be deleted only as a draft', () => {
    expect([
      lockMessage(project, { stage: 'survey' }, 'edit'),
      lockMessage(project, { stage: 'survey' }, 'del'),
      lockMessage(project, { stage: 'draft' }, 'del'),
    ]).toEqual([null, projectTexts.deleteDraftsOnly, null]);
  });
});

describe('states of the product description', () => {
  it('the states of a project are those of its dictionary', () => {
    expect(labels(projectMachine)).toEqual([
      '草稿',
      '合同评审',
      '现场调查',
      '方案编制',
      '方案审核',
      '现场采样',
      '样品交接',
      '实验室检测',
      '记录审核',
      '报告编制',
      '报告审核',
      '报告签发',
      '已归档',
      '已公示',
      '已终止',
    ]);
    expect(entriesOf(projectMachine)).toEqual(fixedDictionaries.projectStage);
  });

  it('the states of a sample are those of the product description', () => {
    expect(labels(sampleMachine)).toEqual([
      '待采',
      '已采',
      '待交接',
      '已接收',
      '已分发',
      '检测中',
      '已完成',
      '已留样',
      '已处置',
      '已作废',
    ]);
  });

  it('the states of a laboratory record include 已更正', () => {
    expect(labels(recordMachine)).toEqual(['编制中', '待复核', '待审核', '已审核', '已更正']);
  });

  it('the states of an approval are those of the product description', () => {
    expect(labels(approvalMachine)).toEqual(['待提交', '一审', '二审', '三审/签发', '通过']);
  });

  it('the states of a report are those of the product description', () => {
    expect(labels(reportMachine)).toEqual(['编制中', '待审核', '待签发', '已签发', '已公示', '已更正', '已作废']);
  });

  it('the states of an announcement and of one person’s copy are those of the product description', () => {
    expect(labels(announcementMachine)).toEqual(['草稿', '已发布', '已撤销']);
    expect(entriesOf(noticeMachine)).toEqual(fixedDictionaries.readFlag);
  });

  it('the states of a platform submission are those of the product description', () => {
    expect(labels(pushMachine)).toEqual(['待推送', '推送中', '成功', '失败', '已撤回']);
  });
});

describe('main workflow', () => {
  it('a project moves from draft to published, each stage by its own action', () => {
    const path = [
      'submitContract',
      'passContract',
      'endSurvey',
      'submitPlan',
      'passPlan',
      'endSampling',
      'receiveSamples',
      'submitRecords',
      'passRecords',
      'submitReport',
      'passReport',
      'archive',
      'publish',
    ];
    const stages: string[] = [projectMachine.initial];
    for (const [person, key] of path.entries()) {
      stages.push(stateAfterMove(projectMachine, stages.at(-1) as string, key, { person, earlier: [] }));
    }
    expect(stages).toEqual(Object.keys(projectMachine.states).slice(0, -1));
  });

  it('a project can be terminated in every stage before it is issued, and in none after', () => {
    const stages = Object.keys(projectMachine.states);
    const terminable = stages.filter((stage) =>
      movesFrom(projectMachine, stage).some(({ key }) => key === 'terminate'),
    );
    expect(terminable).toEqual(stages.slice(0, stages.indexOf('issuing')));
  });

  it('a sample can be voided only before its test is done, and only with a reason', () => {
    expect(stateAfterMove(sampleMachine, 'testing', 'void', { ...alone, reason: '采样管破损' })).toBe('voided');
    expect(refusal(() => stateAfterMove(sampleMachine, 'testing', 'void', alone)).code).toBe('reasonMissing');
    expect(
      refusal(() => stateAfterMove(sampleMachine, 'completed', 'void', { ...alone, reason: '采样管破损' })).code,
    ).toBe('wrongState');
  });

  it('an approval can be returned from each step to each earlier step', () => {
    const targets = (state: string) =>
      movesFrom(approvalMachine, state)
        .filter(({ needsReason }) => needsReason)
        .map(({ to }) => to);
    expect(targets('first')).toEqual(['unsubmitted']);
    expect(targets('second')).toEqual(['unsubmitted', 'first']);
    expect(targets('third')).toEqual(['unsubmitted', 'first', 'second']);
  });

  it.each([
    [recordMachine, ['approved']],
    [reportMachine, ['issued', 'published']],
  ] as const)('a final record or report is corrected by a new version', (machine, from) => {
    const correct = (machine as Machine).moves.find(({ key }) => key === 'correct');
    expect(correct).toMatchObject({ from, to: 'corrected', needsReason: true, opensVersion: true });
  });
});

describe('apply', () => {
  it.each([recordMachine, reportMachine, approvalMachine] as readonly Machine[])(
    'one person can never sign twice on one object: $label (AZ8)',
    (machine) => {
      const signing = machine.moves.filter(({ signs }) => signs);
      expect(signing.length).toBeGreaterThan(2);
      let pairs = 0;
      for (const [at, move] of signing.entries()) {
        for (const before of signing.slice(0, at)) {
          const earlier = [{ move: before.key, person: 7 }];
          const refused = refusal(() =>
            stateAfterMove(machine, move.from[0] as string, move.key, { person: 7, earlier }),
          );
          expect(refused.code).toBe('samePerson');
          expect(refused.message).toContain(before.label);
          expect(stateAfterMove(machine, move.from[0] as string, move.key, { person: 8, earlier })).toBe(move.to);
          pairs += 1;
        }
      }
      measured(`${machine.label}：${pairs} 种一人签两步均拒绝`);
    },
  );

  it('the reviewer of the first round may review again after a return', () => {
    const earlier = [
      { move: 'submit', person: 1 },
      { move: 'review', person: 2 },
      { move: 'return', person: 3 },
      { move: 'submit', person: 1 },
    ];
    expect(stateAfterMove(recordMachine, 'awaitingReview', 'review', { person: 2, earlier })).toBe('awaitingApproval');
  });

  it('a workflow move that the state does not allow is refused with the name of the state', () => {
    const refused = refusal(() => stateAfterMove(sampleMachine, 'collected', 'receive', alone));
    expect(refused.code).toBe('wrongState');
    expect(refused.message).toBe('样品当前为“已采”，不能接收，请刷新后查看');
  });

  it('a missing reason of a workflow move is asked for by the name of the move', () => {
    expect(
      refusal(() => stateAfterMove(recordMachine, 'awaitingReview', 'return', { ...alone, reason: ' ' })).message,
    ).toBe('请填写退回的原因');
  });

  it.each(['constructor', '__proto__', 'toString', ''])(
    'the state machine’s function apply refuses an unknown state and an unknown workflow move "%s"',
    (name) => {
      expect(refusal(() => stateAfterMove(sampleMachine, name, 'collect', alone)).code).toBe('unknownState');
      expect(refusal(() => stateAfterMove(sampleMachine, 'planned', name, alone)).code).toBe('unknownMove');
      expect(mayEdit(sampleMachine, name)).toBe(false);
      expect(movesFrom(sampleMachine, name)).toEqual([]);
    },
  );
});

describe('defineMachine', () => {
  const sound: Machine = {
    name: 'door',
    label: '门',
    initial: 'open',
    states: { open: { label: '开' }, shut: { label: '关', locked: true }, gone: { label: '拆', final: true } },
    moves: [
      { key: 'shut', label: '关门', from: ['open'], to: 'shut', by: ['field'] },
      { key: 'remove', label: '拆门', from: ['open', 'shut'], to: 'gone', by: ['field'], needsReason: true },
    ],
  };
  const [shut, remove] = sound.moves as [Machine['moves'][number], Machine['moves'][number]];

  it('defineMachine accepts a consistent state machine', () => {
    expect(defineMachine(sound)).toBe(sound);
  });

  it.each<[string, Machine, string]>([
    ['an undeclared initial state', { ...sound, initial: 'ajar' }, 'undeclared state ajar'],
    ['a move to an undeclared state', { ...sound, moves: [{ ...shut, to: 'ajar' }, remove] }, 'undeclared state ajar'],
    ['two moves of one name', { ...sound, moves: [shut, shut, remove] }, 'two moves named shut'],
    ['a state out of reach', { ...sound, moves: [{ ...remove, from: ['open'] }] }, "shut can't be reached"],
    ['a state without an end', { ...sound, moves: [shut, { ...remove, from: ['open'] }] }, 'shut has no way to an end'],
    [
      'a way out of the end',
      { ...sound, moves: [...sound.moves, { ...shut, key: 'mend', from: ['gone'] }] },
      'gone is final and left by mend',
    ],
    [
      'a lock opened without a reason',
      { ...sound, moves: [...sound.moves, { ...shut, key: 'open', from: ['shut'], to: 'open' }] },
      'open unlocks without a reason',
    ],
    [
      'a separation from nothing',
      { ...sound, moves: [{ ...shut, separateFrom: ['knock'] }, remove] },
      'undeclared move knock',
    ],
  ])('defineMachine refuses a state machine with %s', (_, machine, fault) => {
    expect(() => defineMachine(machine)).toThrow(fault);
  });

  it('defineMachine derives a permission from each workflow move', () => {
    expect(permissionOfMove(sound, remove)).toBe('door:remove');
  });
});
