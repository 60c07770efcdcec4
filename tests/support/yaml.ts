/** Content of a YAML file of ours. */
export type Yaml = string | Yaml[] | { [name: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

const anchored = /^&(\w[\w-]*)\s*(.*)$/;

/**
 * Reads the part of YAML used by our files: maps, lists, flow maps and lists on a line, text blocks after `|`, anchors,
 * aliases and `<<`. Every scalar is a text.
 * @throws Error for an unsupported line
 */
export function readYaml(source: string): Yaml {
  const raw = source.split('\n');
  const anchors = new Map<string, Yaml>();
  let at = 0;

  const lineAt = (index: number): Line => ({
    indent: (raw[index] ?? '').search(/\S/),
    text: (raw[index] ?? '').trim(),
  });
  const skip = (): void => {
    while (at < raw.length && (lineAt(at).text === '' || lineAt(at).text.startsWith('#'))) at += 1;
  };

  /** Parses a flow value from the left; returns the rest. */
  function flow(text: string): [Yaml, string] {
    const [open] = text;
    if (open === '[' || open === '{') {
      const list: Yaml[] = [];
      const map: Record<string, Yaml> = {};
      let rest = text.slice(1).trimStart();
      while (!rest.startsWith(']') && !rest.startsWith('}')) {
        if (open === '{') {
          const [, name = '', behind = ''] = /^([\w-]+):\s*(.*)$/s.exec(rest) ?? [];
          if (!name) throw new Error(`no name in ${text}`);
          [map[name], rest] = flow(behind);
        } else {
          const [value, behind] = flow(rest);
          list.push(value);
          rest = behind;
        }
        rest = rest.trimStart().replace(/^,\s*/, '');
      }
      return [open === '[' ? list : map, rest.slice(1)];
    }
    const quoted = /^"((?:[^"\\]|\\.)*)"(.*)$/s.exec(text);
    if (quoted) return [JSON.parse(`"${quoted[1]}"`) as string, quoted[2] ?? ''];
    const [, plain = '', rest = ''] = /^([^,\]}]*)(.*)$/s.exec(text) ?? [];
    return [alias(plain.trim()), rest];
  }

  function alias(text: string): Yaml {
    if (!text.startsWith('*')) return text;
    const found = anchors.get(text.slice(1));
    if (found === undefined) throw new Error(`no anchor ${text}`);
    return found;
  }

  function blockText(indent: number): string {
    const lines: string[] = [];
    for (; at < raw.length && (lineAt(at).text === '' || lineAt(at).indent > indent); at += 1)
      lines.push(raw[at] ?? '');
    const margin = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
    return lines
      .map((line) => line.slice(margin))
      .join('\n')
      .trimEnd();
  }

  /** Parses what follows a name or a dash, on the line or below it. */
  function valueBehind(text: string, indent: number): Yaml {
    const [, name, behind] = anchored.exec(text) ?? [];
    const rest = (name ? (behind ?? '') : text).replace(/\s+#.*$/, '');
    const value =
      rest === '|'
        ? blockText(indent)
        : rest === ''
          ? below(indent)
          : rest.startsWith('*')
            ? alias(rest)
            : /^["[{]/.test(rest)
              ? flow(rest)[0]
              : rest;
    if (name) anchors.set(name, value);
    return value;
  }

  function below(indent: number): Yaml {
    skip();
    const next = lineAt(at);
    if (at >= raw.length || next.indent < indent || (next.indent === indent && !next.text.startsWith('- '))) return '';
    return next.text.startsWith('- ') ? list(next.indent) : map(next.indent);
  }

  function list(indent: number): Yaml[] {
    const values: Yaml[] = [];
    for (skip(); at < raw.length && lineAt(at).indent === indent && lineAt(at).text.startsWith('- '); skip()) {
      const { text } = lineAt(at);
      at += 1;
      values.push(valueBehind(text.slice(2), indent));
    }
    return values;
  }

  function map(indent: number): { [name: string]: Yaml } {
    const merged: Record<string, Yaml> = {};
    const values: Record<string, Yaml> = {};
    for (skip(); at < raw.length && lineAt(at).indent === indent; skip()) {
      const { text } = lineAt(at);
      const [, name, rest] = /^([\w.<-]+):(?:\s+(.*))?$/.exec(text) ?? [];
      if (!name) throw new Error(`line ${at + 1} is no entry: ${text}`);
      at += 1;
      const value = valueBehind(rest ?? '', indent);
      if (name === '<<') for (const one of [value].flat()) Object.assign(merged, one);
      else values[name] = value;
    }
    return { ...merged, ...values };
  }

  skip();
  const read = map(lineAt(at).indent);
  skip();
  if (at < raw.length) throw new Error(`line ${at + 1} stands nowhere: ${raw[at] ?? ''}`);
  return read;
}
