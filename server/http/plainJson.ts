/** Deepest nesting of a body. Recursive code (checks, JSON.stringify) would overflow the stack on deeper bodies. */
const maxDepth = 40;

export interface BodyFault {
  /** Names and indices of the path to the value, joined by points; empty for the whole body. */
  readonly field: string;
  readonly message: string;
}

/** Checks whether PostgreSQL can store a text: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** A list or object being traversed, with its parent. */
interface OpenContainer {
  readonly value: object;
  readonly name: string;
  readonly within: OpenContainer | null;
  readonly depth: number;
}

const unstorableText = '含有不能保存的字符，请删除后重试';

function placeOf(openContainer: OpenContainer, name?: string): string {
  const names = name === undefined ? [] : [name];
  for (let level = openContainer; level.within; level = level.within) names.unshift(level.name);
  return names.join('.');
}

/** Checks one value and queues nested values. */
function lookAt(
  openContainer: OpenContainer,
  name: string | number,
  inner: unknown,
  openContainers: OpenContainer[],
): BodyFault | undefined {
  if (typeof inner === 'string')
    return isStorable(inner) ? undefined : { field: placeOf(openContainer, String(name)), message: unstorableText };
  if (typeof inner === 'object' && inner !== null)
    openContainers.push({ value: inner, name: String(name), within: openContainer, depth: openContainer.depth + 1 });
  return undefined;
}

/** Checks a list. Iterates by index, because an array of pairs for a million numbers takes a hundred megabytes. */
function lookInto(
  openContainer: OpenContainer,
  list: readonly unknown[],
  openContainers: OpenContainer[],
): BodyFault | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const fault = lookAt(openContainer, index, list[index], openContainers);
    if (fault) return fault;
  }
  return undefined;
}

function lookBeside(
  openContainer: OpenContainer,
  map: Readonly<Record<string, unknown>>,
  openContainers: OpenContainer[],
): BodyFault | undefined {
  for (const [name, inner] of Object.entries(map)) {
    if (!isStorable(name)) return { field: placeOf(openContainer), message: unstorableText };
    const fault = lookAt(openContainer, name, inner, openContainers);
    if (fault) return fault;
  }
  return undefined;
}

/**
 * Finds faults that no schema checks: too deep nesting, and characters that no database stores. Does not use
 * recursion.
 */
export function faultOf(json: unknown): BodyFault | undefined {
  if (typeof json === 'string') return isStorable(json) ? undefined : { field: '', message: unstorableText };
  if (typeof json !== 'object' || json === null) return undefined;
  const openContainers: OpenContainer[] = [{ value: json, name: '', within: null, depth: 0 }];
  for (let openContainer = openContainers.pop(); openContainer; openContainer = openContainers.pop()) {
    const { value, depth } = openContainer;
    if (depth >= maxDepth) return { field: '', message: '请求内容层次过多' };
    const fault = Array.isArray(value)
      ? lookInto(openContainer, value, openContainers)
      : lookBeside(openContainer, value as Record<string, unknown>, openContainers);
    if (fault) return fault;
  }
  return undefined;
}
