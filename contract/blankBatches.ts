// DOMAIN §1.7: a batch is what was sampled of one hazard on one day; it wants two field blanks.

export interface BatchSample {
  readonly id: number;
  readonly sampleNo: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly place: string | null;
  readonly person: string | null;
  /** The relations of a sample with its blanks; empty for a blank. */
  readonly relations: readonly { readonly id: number; readonly blkId: number; readonly blkNo: string }[];
}

export interface BlankBatch {
  readonly key: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly samplingDay: number | null;
  readonly sampledOn: string | null;
  readonly samples: readonly BatchSample[];
  readonly blanks: readonly BatchSample[];
  /** Blanks that the plan wants of a day; 0 where the hazard is measured without any. */
  readonly wanted: number;
  /** Living samples without a living blank. */
  readonly unrelated: number;
  readonly warning: string | null;
}

export const blanksWanted = 2;

/** Blanks of one item, day and lot of collectors. */
export interface BlankCount {
  readonly item: string;
  readonly lot: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly blanks: number;
}

/**
 * Counts the blanks of each batch against the rule: at least 2 per item and batch, a batch being one day and one lot of collectors (GBZ 331-2024 5.2.6.2.3 e; the
 * text does not define it). Counts of one batch add up.
 * @returns how many are needed together, and the batches that have fewer
 */
export function batchBlanks(counts: readonly BlankCount[]): { readonly needed: number; readonly short: readonly BlankCount[] } {
  const batches = new Map<string, BlankCount>();
  for (const one of counts) {
    const key = [one.item, one.lot, one.day].join('\u0000');
    batches.set(key, { ...one, blanks: one.blanks + (batches.get(key)?.blanks ?? 0) });
  }
  return { needed: batches.size * blanksWanted, short: [...batches.values()].filter(({ blanks }) => blanks < blanksWanted) };
}

export const blankTexts = {
  none: '本批次没有空白样品，结果无法扣除空白',
  one: '本批次只有1个空白样品，要求每批次不少于2个',
  unrelated: (count: number) => `${count}个样品尚未关联空白`,
  noSamples: '请选择要关联的样品',
  noBlanks: '请选择空白样品',
  notSample: (no: string) => `${no}是空白样品，不能作为样品关联`,
  notBlank: (no: string) => `${no}不是空白样品`,
  voided: (no: string) => `样品${no}已作废，不能关联`,
  otherHazard: (no: string, blank: string) => `样品${no}与空白${blank}的检测因素不同，不能关联`,
  otherDay: (no: string, blank: string) => `样品${no}与空白${blank}不是同一天采集，不能关联`,
  otherName: (no: string, name: string) => `样品${no}的检测因素“${name}”不在所选因素中，请刷新后重试`,
  otherProject: '部分样品不存在或不属于该项目，未做任何修改',
  tooEarly: '项目尚未进入现场采样，不能关联空白',
  tooLate: '项目的检测记录已提交，不能再调整空白关联',
  suggested: (count: number) => (count ? `已按同因素、同日自动关联${count}条` : '没有需要关联的样品'),
  cancelled: '取消关联成功',
} as const;

/** What is to be told of a batch; null for a good one. */
export function blankWarning(wanted: number, blanks: number): string | null {
  if (wanted === 0) return null;
  if (blanks === 0) return blankTexts.none;
  return blanks < Math.min(wanted, blanksWanted) ? blankTexts.one : null;
}
