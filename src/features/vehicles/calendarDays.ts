import dayjs from 'dayjs';

export type Span = 'week' | 'month';

/** Returns the days of a span from Monday on. A month consists of whole weeks. */
export function daysOf(span: Span, day: string): string[] {
  const monday = (date: dayjs.Dayjs) => date.subtract((date.day() + 6) % 7, 'day');
  const first = monday(span === 'week' ? dayjs(day) : dayjs(day).startOf('month'));
  const count = span === 'week' ? 7 : monday(dayjs(day).endOf('month')).diff(first, 'day') + 7;
  return Array.from({ length: count }, (_, index) => first.add(index, 'day').format('YYYY-MM-DD'));
}

export const moveBy = (span: Span, day: string, count: number): string =>
  dayjs(day).add(count, span).format('YYYY-MM-DD');

export const spanTitle = (span: Span, days: readonly string[], day: string): string =>
  span === 'month' ? dayjs(day).format('YYYY年M月') : `${days[0]} 至 ${days.at(-1)}`;

const weekdayNames = ['日', '一', '二', '三', '四', '五', '六'];
export const dayName = (day: string): string => `周${weekdayNames[dayjs(day).day()]} ${day.slice(5)}`;
export const coversDay = (
  { startAt, endAt }: { readonly startAt: string; readonly endAt: string },
  day: string,
): boolean => startAt < `${day} 23:59:59` && endAt > `${day} 00:00:00`;
