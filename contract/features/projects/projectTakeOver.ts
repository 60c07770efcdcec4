import { projectDictionaries } from '@contract/dictionaries/projects';

// 接续办理: takes over a running job, which was begun without the product, at its stage. A person enters the earlier
// work: number, date, people and the scan of each paper, the samples, and at 报告编制 their results. Nobody signs it
// here.

type DictionaryValue<D extends keyof typeof projectDictionaries> = (typeof projectDictionaries)[D][number]['value'];
export type TakeOverStage = DictionaryValue<'takeOverStage'>;
export type EarlierStage = DictionaryValue<'earlierStage'>;

/** Stages at which a job can be taken over, in the order of the work. */
export const takeOverStages: readonly TakeOverStage[] = projectDictionaries.takeOverStage.map(({ value }) => value);

/**
 * Earlier work: the first stage at which a takeover needs its papers, and whether jobs with incoming samples have it.
 */
const earlierWork: Readonly<Record<EarlierStage, { readonly before: TakeOverStage; readonly incoming: boolean }>> = {
  contractReview: { before: 'survey', incoming: true },
  survey: { before: 'planning', incoming: false },
  planning: { before: 'sampling', incoming: false },
  sampling: { before: 'handOver', incoming: false },
  handOver: { before: 'testing', incoming: true },
  testing: { before: 'reporting', incoming: true },
};

const labelIn = (entries: readonly { readonly value: string; readonly label: string }[], value: string): string =>
  entries.find((entry) => entry.value === value)?.label ?? value;
const labelOf = (earlierStage: EarlierStage): string => labelIn(projectDictionaries.earlierStage, earlierStage);
const stageLabel = (stage: TakeOverStage): string => labelIn(projectDictionaries.takeOverStage, stage);

const stageIndex = (stage: unknown): number => takeOverStages.indexOf(stage as TakeOverStage);

/** Returns whether a takeover at this stage includes samples that were taken before. */
export const bringsSamples = (stage: unknown): boolean => stageIndex(stage) >= stageIndex('handOver');
/** Returns whether a takeover at this stage also includes results. */
export const bringsResults = (stage: unknown): boolean => stage === 'reporting';

/** Returns the work that was done before a job was taken over; none for a job that was not taken over. */
export const earlierThan = (stage: unknown, incoming: boolean): EarlierStage[] =>
  projectDictionaries.earlierStage
    .map(({ value }) => value)
    .filter(
      (earlierStage) =>
        stageIndex(earlierWork[earlierStage].before) <= stageIndex(stage) &&
        (!incoming || earlierWork[earlierStage].incoming),
    );

/** Returns whether this work was done before the job was taken over. */
export const wasBefore = (earlierStage: EarlierStage, takenOverAt: unknown): boolean =>
  earlierThan(takenOverAt, false).includes(earlierStage);

/** Returns whether a job with incoming samples can be taken over at a stage. */
export const takesIncoming = (stage: unknown): boolean => bringsSamples(stage);

/** Returns the key of the move that takes a job over at a stage. */
export const takeOverMove = <S extends TakeOverStage>(stage: S) => `takeOver_${stage}` as const;

/** Returns the key of the move that completes the takeover of a draft; null for a new job. */
export const takeOverDue = (stage: string, takenOverAt: unknown): string | null =>
  stage === 'draft' && stageIndex(takenOverAt) >= 0 ? takeOverMove(takenOverAt as TakeOverStage) : null;

export const takeOverTexts = {
  title: '接续办理',
  papers: '前期资料',
  samples: '前期样品',
  field: '接续阶段',
  fieldHint: '使用本系统之前已经开始的项目填写，从所选阶段接着办理；新项目不填',
  move: (stage: TakeOverStage): string => `从${stageLabel(stage)}接续`,
  moveNote: (stage: TakeOverStage): string =>
    `项目直接进入${stageLabel(stage)}；此前各阶段以前期资料的扫描件为准，本系统不补签`,
  explain: (earlierStages: readonly EarlierStage[]): string =>
    `请登记${earlierStages.map(labelOf).join('、')}的编号、日期、办理人并上传扫描件。接续后不能修改`,
  explainSamples: '每行一个样品和一个检测项目，编号与原件一致；可导入Excel',
  explainResults:
    '每行一个样品和一个检测项目，编号、结果与原件一致；可导入Excel。接续后由质量负责人或授权签字人确认结果',
  otherStage: '项目的接续阶段不是这一阶段，请刷新后重试',
  bySheet: '项目已选择接续阶段，请在“接续办理”中登记前期资料后接续',
  fixed: '项目已接续办理，不能更改接续阶段',
  onlyDraft: '前期资料只能在草稿阶段登记，项目已开始办理',
  incomingStage: '来样检测没有这一阶段，请选择样品交接、实验室检测或报告编制',
  papersMissing: (earlierStages: readonly EarlierStage[]): string =>
    `还没有${earlierStages.map(labelOf).join('、')}的前期资料，请登记并上传扫描件后再接续`,
  samplesMissing: '还没有前期样品，请登记后再接续',
  methodMissing: (no: string): string => `样品${no}没有填写检测方法，方法库中也没有适用的方法，请填写后再接续`,
  resultMissing: (no: string): string => `样品${no}没有填写检测结果或单位，请填写后再接续`,
  twice: (no: string): string => `样品${no}的同一检测项目登记了两次，请删除一行`,
  numberTaken: (no: string): string => `样品编号${no}已被使用，请核对`,
  differs: (no: string): string => `样品${no}各行的采样日期或样品类别不同，请改为一致`,
  notLate: (doneOn: string): string => `完成日期${doneOn}晚于今天，请核对`,
  planBrought: '采样方案在接续前已经批准，以扫描件为准，不能再提交审批；请直接办理采样',
  reason: '接续办理，按前期资料登记',
  result: '接续办理，结果取自前期检测原始记录',
  /** Line on papers about the work that was done before the takeover. */
  onPaper: (papers: readonly { readonly no: string | null; readonly on: string; readonly people: string }[]): string =>
    `本项目为接续办理：本表根据此前的纸面资料登记，不在本系统签名，以扫描件为准（${papers
      .map(({ no, on, people }) => [no, on, people].filter(Boolean).join('，'))
      .join('；')}）。`,
  document: (earlierStage: EarlierStage): string => `${labelOf(earlierStage)}（接续前的扫描件）`,
  inScan: '接续办理前完成，见扫描件',
  record: '检测结果登记表（接续办理）',
} as const;
