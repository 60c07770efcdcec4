import { calendarDays, addDays } from '@contract/arithmetic/numbers/dayCounts';

// Allowed sampling days of a project. The day decides limits, methods and rules, so a day in the wrong year must be
// found. Client and server share this rule.

/**
 * Ranges of allowed days. `before`: days before the project's start, allowed with a reason; ten years. `entered`:
 * days by which the start may precede the entry where no start is stated; three years. `ahead`: days after today; a
 * month.
 */
const dayRule = { before: 3660, entered: 1096, ahead: 31 } as const;

export interface ProjectLife {
  /** Start of the project, `YYYY-MM-DD`: the earliest of contract, planned start, survey and entry. */
  readonly began: string;
  /** Whether the contract or the planned start states the start. If not, the project may have been entered late. */
  readonly stated: boolean;
  /** Due day; null where none is planned. */
  readonly dueOn: string | null;
  readonly today: string;
}

const dayTexts = {
  tooEarly: (day: string, startDate: string) => `采样日期${day}早于项目开始日期${startDate}十年以上，请核对年份`,
  tooLate: (day: string) => `采样日期${day}晚于今天${dayRule.ahead}天以上，请核对年份`,
  beforeBegan: (day: string, startDate: string) =>
    `采样日期${day}早于项目开始日期${startDate}（合同签订、计划开始、现场调查、立项中最早的一天），请核对；确为该日采样的，请在备注中说明`,
  beforeEntered: (day: string, startDate: string) =>
    `采样日期${day}早于项目登记日期${startDate}三年以上，请核对；确为该日采样的，请在备注中说明，或在项目中填写合同签订日期`,
  afterDue: (day: string, dueDate: string) =>
    `采样日期${day}晚于项目计划完成日期${dueDate}，请核对；确需该日采样的，请在备注中说明`,
} as const;

/** Returns the earliest day; null values are unknown. */
export const earliestOf = (days: readonly (string | null | undefined)[]): string | null =>
  days.flatMap((day) => day ?? []).sort()[0] ?? null;

/**
 * Returns the reason why a project can't be sampled on a day; null where it can. A remark allows days up to ten years
 * before the start, and future days after the due day. A project without a stated start may have been entered up to
 * three years late.
 * @param day `YYYY-MM-DD`
 */
export function dayProblem(
  day: string,
  { began, stated, dueOn, today }: ProjectLife,
  remark: string | null | undefined,
): string | null {
  if (day < began && calendarDays(day, began) > dayRule.before) return dayTexts.tooEarly(day, began);
  if (day > addDays(today, dayRule.ahead)) return dayTexts.tooLate(day);
  if (remark?.trim()) return null;
  if (stated && day < began) return dayTexts.beforeBegan(day, began);
  if (!stated && day < addDays(began, -dayRule.entered)) return dayTexts.beforeEntered(day, began);
  return dueOn !== null && day > today && day > dueOn ? dayTexts.afterDue(day, dueOn) : null;
}
