// A batch consists of the samples of one item, day and collector lot (GBZ 331-2024 5.2.6.2.3 e). Its blanks are
// assigned automatically.

/** Fields that decide the batch of a sample or blank. */
export interface BatchFacts {
  readonly samplingDay: number | null;
  readonly collectorLot: string | null;
}

/**
 * Returns the batch key of each sample and blank of one item. If the samples of a day name at most one lot, the whole
 * day is one batch. If they name several, each lot is a batch, and the samples without a lot are one more.
 * @param allBatches samples and blanks of the item, without voided ones
 * @returns a function that gives null for a sample without a sampling day, i.e. an incoming sample
 */
export function batchKeysOf(allBatches: readonly BatchFacts[]): (one: BatchFacts) => string | null {
  const lots = new Map<number, Set<string>>();
  for (const { samplingDay, collectorLot } of allBatches) {
    if (samplingDay === null) continue;
    const dayLots = lots.get(samplingDay) ?? new Set();
    if (collectorLot) dayLots.add(collectorLot);
    lots.set(samplingDay, dayLots);
  }
  return ({ samplingDay, collectorLot }) => {
    if (samplingDay === null) return null;
    return (lots.get(samplingDay)?.size ?? 0) > 1 ? `${samplingDay}/${collectorLot ?? ''}` : String(samplingDay);
  };
}

/** A blank that is subtracted from a sample: a blank of the same batch, or one that a person related. */
export interface BlankOfSample {
  /** Id of the manual relation; null for a blank of the same batch. */
  readonly id: number | null;
  readonly blkId: number;
  readonly blkNo: string;
  /** Reason for using a blank of another batch. */
  readonly reason: string | null;
}

export interface BatchSample {
  readonly id: number;
  readonly sampleNo: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly place: string | null;
  readonly person: string | null;
  /** Blanks that are subtracted from the sample; empty for a blank. */
  readonly relations: readonly BlankOfSample[];
}

export interface BlankBatch {
  readonly key: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly samplingDay: number | null;
  readonly sampledOn: string | null;
  /** 采样介质批号, where the samples of a day have several lots. */
  readonly collectorLot: string | null;
  readonly methodName: string | null;
  readonly samples: readonly BatchSample[];
  readonly blanks: readonly BatchSample[];
  /** Number of blanks that the plan requires per day; 0 where the hazard is measured without blanks. */
  readonly plannedCount: number;
  /** Number of valid samples without a valid blank. */
  readonly unrelatedCount: number;
  readonly warning: string | null;
}

export const blanksWanted = 2;

/** Blanks of one item, day and collector lot. */
interface BlankCount {
  readonly item: string;
  readonly lot: string;
  /** Sampling day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly blanks: number;
}

/**
 * Checks that each batch of an item has at least 2 blanks (GBZ 331-2024 5.2.6.2.3 e). The standard does not define
 * the batch; we use one day and one collector lot. Counts of one batch are added.
 * @returns the total required, and the batches with too few
 */
export function batchBlanks(counts: readonly BlankCount[]): {
  readonly needed: number;
  readonly short: readonly BlankCount[];
} {
  const batches = new Map<string, BlankCount>();
  for (const count of counts) {
    const key = [count.item, count.lot, count.day].join('\u0000');
    batches.set(key, { ...count, blanks: count.blanks + (batches.get(key)?.blanks ?? 0) });
  }
  return {
    needed: batches.size * blanksWanted,
    short: [...batches.values()].filter(({ blanks }) => blanks < blanksWanted),
  };
}

export const blankTexts = {
  none: '本批次没有空白样品，结果无法扣除空白；请增加现场空白并关联',
  one: '本批次只有1个空白样品，要求每批次不少于2个',
  unrelated: (count: number) => `${count}个样品没有可用的空白`,
  noSamples: '请选择要关联的样品',
  noBlanks: '请选择空白样品',
  notSample: (no: string) => `${no}是空白样品，不能作为样品关联，请另选样品`,
  notBlank: (no: string) => `${no}不是空白样品`,
  voided: (no: string) => `样品${no}已作废，不能关联，请另选`,
  otherHazard: (no: string, blank: string) =>
    `样品${no}与空白${blank}的检测项目不同，不能关联，请选择检测项目相同的空白`,
  otherBatch: (no: string, blank: string) =>
    `样品${no}与空白${blank}不是同一批次（同日、同批号采样介质）；确需使用的，请填写原因`,
  otherName: (no: string, name: string) => `样品${no}的检测项目“${name}”不在所选因素中，请刷新后重试`,
  otherProject: '部分样品不存在或不属于该项目，未做任何修改',
  tooEarly: '项目尚未进入现场采样，不能关联空白；请在方案批准后办理',
  tooLate: '项目的检测记录已提交，不能再调整空白关联；需要调整的请先退回检测记录',
  byHand: '手工关联',
  cancelled: '移除成功，样品恢复使用本批次的空白',
  byItself: '样品自动使用同因素、同方法、同日、同批号的空白；手工关联的，以手工关联为准',
  ofOthers: '使用其他批次的空白',
  reason: '使用其他批次空白的原因',
  reasonNeeded: '请填写使用其他批次空白的原因',
} as const;

/**
 * Returns the warning for a batch; null where it has enough blanks.
 * @param requiredBlanks number of blanks that the batch should have; 0 where it needs none
 * @param blanks number of blanks that it has
 */
export function blankWarning(requiredBlanks: number, blanks: number): string | null {
  if (requiredBlanks === 0) return null;
  if (blanks === 0) return blankTexts.none;
  return blanks < Math.min(requiredBlanks, blanksWanted) ? blankTexts.one : null;
}
