import { calendarDays, dayAfter } from '@contract/arithmetic/numbers/days';

// On which days a project is sampled: the day decides about limits, methods and rules, so that one of another year is a
// slip of the hand. One rule for both sides.

/**
 * Days before the project began that a reason stands for; days before its entry that it may have begun where nobody
 * said when; days ahead of today.
 */
export const dayRule = { before: 3660, entered: 1096, ahead: 31 } as const;

export interface ProjectLife {
  /** `YYYY-MM-DD`: the earliest of contract, planned beginning, survey and entry of the project. */
  readonly began: string;
  /** Whether contract or planned beginning say when it began; else it may have been entered late. */
  readonly stated: boolean;
  /** Day by which it is to be done; null where nobody planned one. */
  readonly dueOn: string | null;
  readonly today: string;
}

export const dayTexts = {
  tooEarly: (day: string, began: string) => `采样日期${day}早于项目开始日期${began}十年以上，请核对年份`,
  tooLate: (day: string) => `采样日期${day}晚于今天${dayRule.ahead}天以上，请核对年份`,
  beforeBegan: (day: string, began: string) =>
    `采样日期${day}早于项目开始日期${began}（合同签订、计划开始、现场调查、立项中最早的一天），请核对；确为该日采样的，请在备注中说明`,
  beforeEntered: (day: string, began: string) =>
    `采样日期${day}早于项目登记日期${began}三年以上，请核对；确为该日采样的，请在备注中说明，或在项目中填写合同签订日期`,
  afterDue: (day: string, due: string) =>
    `采样日期${day}晚于项目计划完成日期${due}，请核对；确需该日采样的，请在备注中说明`,
} as const;

/** Of these days the first; null ones are not known. */
export const earliestOf = (days: readonly (string | null | undefined)[]): string | null =>
  days.flatMap((day) => day ?? []).sort()[0] ?? null;

/**
 * Why a project is not sampled on a day, in a sentence; null where it may be. Within ten years before the project
 * began, and for a coming day after its due day, a remark says why. A project that nobody said the beginning of may
 * have been entered up to three years late.
 * @param day `YYYY-MM-DD`
 */
export function dayProblem(
  day: string,
  { began, stated, dueOn, today }: ProjectLife,
  remark: string | null | undefined,
): string | null {
  if (day < began && calendarDays(day, began) > dayRule.before) return dayTexts.tooEarly(day, began);
  if (day > dayAfter(today, dayRule.ahead)) return dayTexts.tooLate(day);
  if (remark?.trim()) return null;
  if (stated && day < began) return dayTexts.beforeBegan(day, began);
  if (!stated && day < dayAfter(began, -dayRule.entered)) return dayTexts.beforeEntered(day, began);
  return dueOn !== null && day > today && day > dueOn ? dayTexts.afterDue(day, dueOn) : null;
}
