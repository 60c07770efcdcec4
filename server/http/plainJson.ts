/** Deeper than any body of ours; recursive readers of it (checks, JSON.stringify) would run out of stack. */
const deepest = 40;

export interface BodyFault {
  /** Names and places down to the value, joined by points; empty for the whole. */
  readonly field: string;
  readonly message: string;
}

/** What PostgreSQL keeps in no text: NUL, and halves of a character pair. */
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** A list or an object on the way, and where it lies. */
interface Open {
  readonly value: object;
  readonly name: string;
  readonly within: Open | null;
  readonly depth: number;
}

const unstorable = '含有不能保存的字符，请删除后重试';

function placeOf(at: Open, name?: string): string {
  const names = name === undefined ? [] : [name];
  for (let one = at; one.within; one = one.within) names.unshift(one.name);
  return names.join('.');
}

/**
 * What no schema of ours looks for: nesting without end, and characters that no database keeps. Goes without recursion.
 */
export function faultOf(json: unknown): BodyFault | undefined {
  if (typeof json === 'string') return isStorable(json) ? undefined : { field: '', message: unstorable };
  if (typeof json !== 'object' || json === null) return undefined;
  const open: Open[] = [{ value: json, name: '', within: null, depth: 0 }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, depth } = at;
    if (depth >= deepest) return { field: '', message: '请求内容层次过多' };
    const numbered = Array.isArray(value);
    for (const [name, inner] of Object.entries(value) as [string, unknown][]) {
      if (!numbered && !isStorable(name)) return { field: placeOf(at), message: unstorable };
      if (typeof inner === 'string' && !isStorable(inner)) return { field: placeOf(at, name), message: unstorable };
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, name, within: at, depth: depth + 1 });
    }
  }
  return undefined;
}
