const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/**
 * Returns what a sampling plan lacks of a method, by name: the medium, and flow and time of at least one way of sampling.
 * A method that is read on site or done by others lacks nothing.
 * @param method a row of the method library
 */
export function planGaps(method: Readonly<Record<string, unknown>>): string[] {
  if (method.resultRoute === 'onSite' || method.methodKind === 'outsourced') return [];
  const short = isGiven(method.shortFlow) && isGiven(method.shortMinutes);
  const long = isGiven(method.longFlow) && isGiven(method.longMinutes);
  return [
    ...(isGiven(method.medium) ? [] : ['采样介质']),
    ...(short || long || method.resultRoute === 'direct' ? [] : ['采样流量与时间']),
  ];
}

/** Sentence beside a method that a plan can't take everything from. */
export const planGapText = (gaps: readonly string[]): string => `方案缺${gaps.join('、')}`;
