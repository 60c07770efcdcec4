import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { type Machine, movesFrom } from '@contract/workflow/stateMachine';
import { approvalMachine } from '../approval/approvalMachine';

// Approval delegation (审批委托): the steps that a person may delegate, to whom, and for how long (docs/decisions/0014).

/** Maximum length of a delegation in days; a longer absence needs a change of roles. */
export const maxDays = 90;

interface DelegableStep {
  /** Key `machine:move`, which is also the permission of the step. */
  readonly key: string;
  readonly machine: Machine;
  readonly move: string;
  /** The organization appoints authorised signatories by name, so the delegate has to be one too. */
  readonly personal: boolean;
}

const delegableStep = (machine: Machine, move: string, personal: boolean): DelegableStep => ({
  key: `${machine.name}:${move}`,
  machine,
  move,
  personal,
});

export const delegableSteps: readonly DelegableStep[] = [
  delegableStep(approvalMachine, 'passFirst', false),
  delegableStep(approvalMachine, 'passSecond', false),
  delegableStep(approvalMachine, 'sign', true),
  delegableStep(recordMachine, 'review', false),
  delegableStep(recordMachine, 'approve', true),
];

/** Returns the label of a delegable step, with its document. */
export const stepLabel = (key: string): string => {
  const delegableStep = delegableSteps.find((candidate) => candidate.key === key);
  const label = delegableStep?.machine.moves.find((move) => move.key === delegableStep.move)?.label ?? key;
  return delegableStep
    ? `${delegableStep.machine.name === recordMachine.name ? '原始记录' : '审批单'}：${label.replace(/通过$/, '')}`
    : key;
};

/** Parses the stored steps of a delegation. */
export const stepsIn = (text: string | null | undefined): string[] => (text ? text.split(',') : []);

/**
 * Returns whether a person may receive a step. The person must already have a signing step in the same machine, and
 * for a personal step that very step.
 */
export function mayTake(key: string, permissions: ReadonlySet<string>): boolean {
  const wantedStep = delegableSteps.find((candidate) => candidate.key === key);
  if (!wantedStep) return false;
  if (wantedStep.personal) return permissions.has(key);
  return delegableSteps.some(
    (candidate) => candidate.machine.name === wantedStep.machine.name && permissions.has(candidate.key),
  );
}

/**
 * Returns the delegable step of a move: the move itself, or for a return the signing step of that state. It is
 * undefined for other moves.
 * @param state state of the row
 * @param key key of the move
 */
export function stepOfMove(machine: Machine, state: string, key: string): string | undefined {
  const move = machine.moves.find((candidate) => candidate.key === key);
  const signingMove = move?.needsReason
    ? movesFrom(machine, state).find((candidate) => !candidate.needsReason && candidate.signs)
    : move;
  const stepKey = `${machine.name}:${signingMove?.key ?? ''}`;
  // Corrections and similar moves belong to no step.
  if (move?.needsReason && (move.opensVersion || !signingMove)) return undefined;
  return delegableSteps.some((candidate) => candidate.key === stepKey) ? stepKey : undefined;
}

interface DelegationFacts {
  readonly validFrom: string;
  readonly validUntil: string;
  readonly endedAt: string | null;
}

/** Returns the state of a delegation on a day in the organization's time zone. */
export function delegationState(
  { validFrom, validUntil, endedAt }: DelegationFacts,
  today: string,
): 'coming' | 'running' | 'over' | 'ended' {
  if (endedAt) return 'ended';
  if (today < validFrom) return 'coming';
  return today > validUntil ? 'over' : 'running';
}

export const delegationStates = {
  coming: { label: '未开始', tone: 'quiet' },
  running: { label: '生效中', tone: 'good' },
  over: { label: '已到期', tone: 'quiet' },
  ended: { label: '已提前结束', tone: 'waiting' },
} as const;

/** Answer of `GET api/delegation/mine`. */
export interface MyDelegations {
  /** Today in the organization's time zone, by which delegations are valid. */
  readonly today: string;
  readonly ownDelegations: readonly HeldDelegation[];
}

/** A delegation under which the viewer may sign for another person now. */
export interface HeldDelegation {
  readonly id: number;
  readonly principal: number;
  readonly principalName: string;
  readonly steps: readonly string[];
  readonly validUntil: string;
}

export interface DelegationCandidate {
  readonly id: number;
  readonly name: string;
  readonly roles: string;
}

export const delegationTexts = {
  title: (principal: string, delegate: string) => `${principal}委托${delegate}`,
  added: '委托已生效，已通知受托人',
  comingAdded: '委托已登记，到开始日期自动生效',
  ended: '委托已结束',
  noSteps: '请选择要委托的步骤',
  notYours: (label: string) => `您没有“${label}”的权限，不能委托，请取消该项`,
  self: '不能委托给自己，请另选受托人',
  notAble: (name: string, label: string) => `${name}未被授权办理“${label}”，不能接受这项委托，请另选受托人`,
  noDelegate: '受托人不存在、已停用或不属于本机构，请重新选择',
  past: '开始日期不能早于今天',
  order: '结束日期不能早于开始日期',
  tooLong: `一次委托最长${maxDays}天；长期变更请由管理员调整角色`,
  overlap: (label: string, delegate: string, from: string, until: string) =>
    `“${label}”在${from}至${until}已委托给${delegate}，请先结束那项委托或调整日期`,
  over: '这项委托已结束或已到期',
  notYoursToEnd: '只有委托人或受托人可以结束这项委托',
  expired: (name: string) => `${name}对您的委托未生效、已结束或已到期，不能代其办理，请由其本人或其他人员办理`,
  principalDid: (name: string, doneSteps: string) =>
    `${name}已对此办理过“${doneSteps}”，不能再由您代其办理，请由其他人员办理`,
  principalLacks: (name: string) => `${name}已没有这一步骤的权限，不能代其办理，请由其本人或其他人员办理`,
  noticeTitle: (principal: string, delegate: string) => `审批委托：${principal}委托${delegate}`,
  noticeText: (principal: string, delegate: string, steps: string, from: string, until: string, reason: string) =>
    `${principal}委托${delegate}自${from}至${until}代为办理：${steps}。原因：${reason}。代办的签名和办理记录均注明“代${principal}”，职责分离照常适用；到期自动失效。`,
  endedTitle: (principal: string, delegate: string) => `审批委托已结束：${principal}委托${delegate}`,
  endedText: (principal: string, delegate: string, endedBy: string, reason: string) =>
    `${principal}对${delegate}的审批委托已由${endedBy}提前结束${reason ? `，原因：${reason}` : ''}。`,
} as const;
