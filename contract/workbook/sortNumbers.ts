/** Maximum sort number of menus and dictionary entries. */
const maxSortNumber = 9999;

/**
 * Assigns sort numbers to a list in its new order. It reuses the same numbers, so that rows outside the list keep
 * their position. Of two equal numbers the later one is raised.
 * @param numbers current numbers of the rows, in any order
 * @returns as many numbers, strictly ascending; starting from 1 where they would exceed 9999
 */
export function sortNumbers(numbers: readonly number[]): number[] {
  const assignedNumbers: number[] = [];
  for (const number of [...numbers].sort((first, other) => first - other))
    assignedNumbers.push(Math.max(number, (assignedNumbers.at(-1) ?? -1) + 1));
  return (assignedNumbers.at(-1) ?? 0) > maxSortNumber ? numbers.map((_, index) => index + 1) : assignedNumbers;
}

/**
 * Moves an item within a list.
 * @param from present index, from 0
 * @param to new index, from 0
 * @returns a new list
 * @example withMovedItem(['a', 'b', 'c'], 0, 2) // ['b', 'c', 'a']
 */
export function withMovedItem<T>(list: readonly T[], from: number, to: number): T[] {
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
