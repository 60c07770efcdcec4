import type { EditableStages } from '@contract/features/projects/editableStages';

/** Project type 来样检测, a value of the dictionary `projectType`. */
export const incomingType = 'LY';

/** Texts of incoming samples, for client and server (DOMAIN §8.0, incoming variant). */
export const incomingTexts = {
  receiving: '收样',
  notIncoming: '项目不是来样检测项目，不能登记来样；请另选或新增来样检测项目',
  incomingFixed: '项目已提交评审，不能更改是否来样检测；需要更改的请先退回合同评审',
  ended: '实验室检测已结束，不能再登记来样；请新增项目',
  notReceivable: '项目尚未通过来样评审，通过后再收样',
  testingEnded: '实验室检测已结束，不能再收样、拒收或撤回；需要更正的请先退回检测记录',
  receivedLocked: (no: string) => `来样“${no}”已收样，不能修改；如需更正请先撤回收样`,
  refusedLocked: (no: string) => `来样“${no}”已拒收，不能修改；如需更正请先撤回拒收`,
  notRegistered: (no: string, state: string) => `来样“${no}”当前为“${state}”，请刷新后查看`,
  damaged: (no: string, condition: string) => `来样“${no}”的到样状态为“${condition}”，不能收样，请拒收或更正到样状态`,
  reasonNeeded: '请填写原因',
  duplicateNo: (no: string) => `原样编号“${no}”重复，请核对`,
  unknownHazard: (name: string) => `因素库中没有“${name}”，多个因素请用“、”分隔`,
  ownHazard: '同管检测项目不要再选检测项目本身',
  methodElsewhere: '所选检测方法不适用于该检测项目，请核对或留空',
  outsideLibrary: (no: string) => `来样“${no}”的检测项目在方法库中没有可用的检测方法，请先维护方法库或指定检测方法`,
  notForIncoming: (no: string, method: string) =>
    `来样“${no}”的检测方法“${method}”须由本机构现场采样，不能检测来样，请另选检测方法或拒收`,
  begun: (no: string) => `样品${no}已分发或检测，不能撤回收样；尚未开始检测的，请先在“样品分发”退回`,
  nothingToTakeBack: (no: string) => `来样“${no}”尚未收样，不需要撤回`,
  received: (count: number) => `已收样${count}件`,
  refused: (count: number) => `已拒收${count}件`,
  takenBack: (count: number) => `已撤回${count}件`,
  leftOver: (count: number, first: string) => `还有${count}件来样没有收样（${first}），请收样、拒收或删除后再完成交接`,
  noneReceived: '没有收到任何来样，不能完成交接；如不再进行请终止项目',
  onlyIncoming: '来样项目不作现场调查，请使用“通过来样评审”',
  onlyOrdinary: '现场项目须先作现场调查，请使用“通过合同评审”',
  noSampling: '来样项目不作现场采样，不能补充采样；请在“来样管理”中登记',
  confirmComplete: '完成交接后项目进入实验室检测；以后仍可登记和接收追加的来样',
} as const;

/**
 * Period of registration: from the draft of the order to the end of the tests, because a client may deliver more
 * samples meanwhile.
 */
export const incomingRegistrationStages: EditableStages = {
  stages: ['draft', 'contractReview', 'handOver', 'testing'],
  early: incomingTexts.ended,
  late: incomingTexts.ended,
};

/** Period of reception: it begins once the order was reviewed. */
export const incomingReceptionStages: EditableStages = {
  stages: ['handOver', 'testing'],
  early: incomingTexts.notReceivable,
  late: incomingTexts.testingEnded,
};
