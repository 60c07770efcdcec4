/** The largest sort number of menus and dictionary entries. */
const largest = 9999;

/**
 * The sort numbers of a list in a new order: the same numbers, dealt out anew, so that what lies beside the list keeps
 * its
 * place. Where two were alike the later one is raised, or the order would not hold.
 * @param numbers those that the rows have now, in any order
 * @returns as many, strictly ascending; from 1 on where they would pass 9999
 */
export function sortNumbers(numbers: readonly number[]): number[] {
  const dealt: number[] = [];
  for (const number of [...numbers].sort((one, other) => one - other))
    dealt.push(Math.max(number, (dealt.at(-1) ?? -1) + 1));
  return (dealt.at(-1) ?? 0) > largest ? numbers.map((_, at) => at + 1) : dealt;
}

/** @returns the list with the item at one place moved to another */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

export const orderTexts = {
  title: '调整顺序',
  hint: '拖动，或用按钮上下移动；原有的排序号保留，只重新分配',
  up: (label: string): string => `上移${label}`,
  down: (label: string): string => `下移${label}`,
  saved: '顺序已保存',
  incomplete: '列表已被他人修改，请关闭后重新打开再调整顺序',
} as const;
