import { recordFields } from './recordFields';

// 采样调整 (PRODUCT §3): after the end of sampling a person may change, add or void a sample, each with a reason.

/**
 * Fields that may be changed after sampling: readings and planned values. Number, hazard and day can't change,
 * because they identify the sample.
 */
export const adjustFields = [
  'workshop',
  'place',
  'method',
  'mode',
  'period',
  'medium',
  'plannedFlow',
  'plannedMinutes',
  'representedHours',
  'hoursPerDay',
  ...recordFields,
] as const;

export type AdjustField = (typeof adjustFields)[number];

/** Returns whether a field of a sample can be changed after sampling. */
export const isAdjustField = (name: string): name is AdjustField => (adjustFields as readonly string[]).includes(name);

export const adjustTexts = {
  tooEarly: '现场采样尚未结束，请在“现场采样”中直接修改',
  tooLate: '项目的检测记录已提交，不能再调整样品；需要调整的请先退回检测记录',
  reason: '请填写调整的原因',
  voidReason: '请填写作废的原因',
  locked: (no: string, state: string) => `样品${no}为“${state}”，不能再调整；需要调整的请先退回检测记录`,
  notTaken: (no: string) => `样品${no}尚未采集，不能在此调整，请在“现场采样”中填写`,
  nothing: '没有改动任何内容',
  adjusted: '调整成功',
  added: (no: string) => `已补录样品${no}`,
  voided: (count: number) => `已作废${count}个样品`,
  needed: (label: string) => `请填写${label}`,
} as const;
