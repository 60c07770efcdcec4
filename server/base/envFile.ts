/** Characters that a backslash escapes within double quotes; before other characters the backslash itself stays. */
const escapableCharacters = '"\\`$';

/** Reads a text character by character. */
class TextReader {
  private at = 0;
  constructor(private readonly text: string) {}

  get done(): boolean {
    return this.at >= this.text.length;
  }

  take(): string {
    const character = this.text[this.at] ?? '';
    this.at += 1;
    return character;
  }

  peek(): string {
    return this.text[this.at] ?? '';
  }

  /** Skips a comment to the end of its line; a backslash before the line break continues it. */
  skipLine(): void {
    while (!this.done) {
      const character = this.take();
      if (character === '\\') this.take();
      else if (character === '\n') return;
    }
  }
}

/** Reads the text between two single quotes, unchanged. */
function singleQuoted(reader: TextReader): string {
  let value = '';
  while (!reader.done) {
    const character = reader.take();
    if (character === "'") break;
    value += character;
  }
  return value;
}

/** Reads the text between two double quotes. */
function doubleQuoted(reader: TextReader): string {
  let value = '';
  while (!reader.done) {
    const character = reader.take();
    if (character === '"') break;
    if (character !== '\\') {
      value += character;
      continue;
    }
    const next = reader.take();
    if (next !== '\n') value += escapableCharacters.includes(next) ? next : `\\${next}`;
  }
  return value;
}

/** Reads a value without quotes to the end of its line, without trailing spaces. */
function readUnquoted(reader: TextReader): string {
  let value = '';
  let keptLength = 0;
  while (!reader.done) {
    const character = reader.take();
    if (character === '\n') break;
    if (character === '\\') {
      const next = reader.take();
      if (next !== '\n') value += next;
      keptLength = value.length;
    } else {
      value += character;
      if (character.trim()) keptLength = value.length;
    }
  }
  return value.slice(0, keptLength);
}

/** Reads a value: quoted parts, which may follow one another, and then the unquoted rest. */
function valueOf(reader: TextReader): string {
  let value = '';
  while (!reader.done) {
    const next = reader.peek();
    if (next === "'" || next === '"') {
      reader.take();
      value += next === "'" ? singleQuoted(reader) : doubleQuoted(reader);
    } else if (next === '\n') {
      reader.take();
      return value;
    } else if (next.trim()) return value + readUnquoted(reader);
    else reader.take();
  }
  return value;
}

/**
 * Parses a file of assignments as systemd reads an `EnvironmentFile` (systemd.exec(5)), so that the service and its
 * commands read the same values: no shell expands `$`, `&` or `#` in it. A line without `=` is not an assignment.
 *
 * @example parseEnvFile('FILE_STORE=s3://lab?a=1&b=2\nNAME="a b"') // { FILE_STORE: 's3://lab?a=1&b=2', NAME: 'a b' }
 */
export function parseEnvFile(text: string): Record<string, string> {
  const reader = new TextReader(text.replaceAll('\r\n', '\n'));
  const values: Record<string, string> = {};
  let name = '';
  while (!reader.done) {
    const character = reader.take();
    if (!name.trim() && (character === '#' || character === ';')) reader.skipLine();
    else if (character === '\n') name = '';
    else if (character === '=') {
      values[name.trim()] = valueOf(reader);
      name = '';
    } else name += character;
  }
  return values;
}
