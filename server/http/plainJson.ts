/** Deeper than any body of ours; recursive readers of it (checks, JSON.stringify) would run out of stack. */
const deepest = 40;

export interface BodyFault {
  /** Names and places down to the value, joined by points; empty for the whole. */
  readonly field: string;
  readonly message: string;
}

/** What PostgreSQL keeps in no text: NUL, and halves of a character pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** What no schema of ours looks for: nesting without end, and characters that no database keeps. Goes without recursion. */
export function faultOf(json: unknown): BodyFault | undefined {
  const open: { value: unknown; path: readonly string[] }[] = [{ value: json, path: [] }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, path } = at;
    if (typeof value === 'string') {
      if (!isStorable(value)) return { field: path.join('.'), message: '含有不能保存的字符，请删除后重试' };
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= deepest) return { field: '', message: '请求内容层次过多' };
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return { field: path.join('.'), message: '含有不能保存的字符，请删除后重试' };
      if (typeof inner === 'string' ? !isStorable(inner) : typeof inner === 'object' && inner !== null) open.push({ value: inner, path: [...path, name] });
    }
  }
  return undefined;
}
