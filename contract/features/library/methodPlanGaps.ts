const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * Returns the names of data for a sampling plan that a method lacks: the medium, and flow and time for short or long
 * samples. A method that is measured on site or outsourced needs none.
 * @param method a row of the method library
 */
export function methodPlanGaps(method: Readonly<Record<string, unknown>>): string[] {
  if (method.resultRoute === 'onSite' || method.methodKind === 'outsourced') return [];
  const hasShort = isGiven(method.shortFlow) && isGiven(method.shortMinutes);
  const hasLong = isGiven(method.longFlow) && isGiven(method.longMinutes);
  return [
    ...(isGiven(method.medium) ? [] : ['采样介质']),
    ...(hasShort || hasLong || method.resultRoute === 'direct' ? [] : ['采样流量与时间']),
  ];
}

/** Returns the sentence beside a method that lacks data for a plan. */
export const planGapText = (gapLabels: readonly string[]): string => `方案缺${gapLabels.join('、')}`;

/** Short mark of a method that lacks data for a plan. */
export const planGapMark = '方案缺项';
