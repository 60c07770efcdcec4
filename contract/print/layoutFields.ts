import {
  barOf,
  type Block,
  type Cell,
  type Fact,
  type Picture,
  type PrintDocument,
  struckOf,
  textOf,
} from './printDocument';

// Values of an organization's own layout (自定义版式), taken from the printed document: every number in a layout is a text
// that the product's own paper prints as well.

/** A picture of a layout. `text` is written where the picture can't be drawn. */
export interface LayoutPicture {
  readonly picture: Picture;
  readonly text: string;
}
export type LayoutCell = string | LayoutPicture;
export type LayoutRow = Readonly<Record<string, LayoutCell>>;
export type LayoutValue = LayoutCell | readonly LayoutRow[];
/** Values by the name of their placeholder; lists are repeated. */
export type LayoutData = Readonly<Record<string, LayoutValue>>;

/** Returns whether a value of a layout is a picture. */
export const isLayoutPicture = (value: LayoutValue | undefined): value is LayoutPicture =>
  typeof value === 'object' && 'picture' in value;
/** Returns whether a value of a layout is a list, which a loop repeats. */
export const isLayoutList = (value: LayoutValue | undefined): value is readonly LayoutRow[] => Array.isArray(value);

/** Returns a placeholder's name as it is compared: without blanks, with half-width brackets. */
export const placeholderKey = (name: string): string =>
  name.replace(/\s/g, '').replaceAll('（', '(').replaceAll('）', ')');

/** Returns a label as a placeholder: without the characters that placeholders are written with. */
const fullName = (label: string): string => placeholderKey(label).replace(/[{}[\]#：:]|^\//g, '');
/** Returns the label without the unit or remark in brackets at its end: 气温(℃) becomes 气温. */
const shortName = (label: string): string => {
  const short = fullName(label).replace(/\([^()]*\)$/, '');
  return short === '' ? fullName(label) : short;
};

/** Returns the first of the names that is not in use. */
function freeName(usedNames: ReadonlySet<string>, names: readonly string[]): string {
  const [firstName = ''] = names;
  const numbered = Array.from({ length: usedNames.size + 1 }, (_, index) => `${firstName}${index + 2}`);
  return [...names, ...numbered].find((name) => name !== '' && !usedNames.has(name)) ?? firstName;
}

/** Returns a cell's text; struck values follow in brackets, because a correction stays readable on every paper. */
function cellText(cell: Cell): string {
  const struck = struckOf(cell).map(({ text }) => text || '空白');
  const text = typeof cell === 'string' ? cell : (cell.withUnit ?? cell.text);
  return struck.length ? `${text}（更正前：${struck.join('、')}）` : text;
}

/** Collects the values of one document. */
class Collector {
  readonly values = new Map<string, LayoutValue>();
  private heading = '';
  private subtitle = '';

  /** Sets a value under the first free name; the first value of a name stays. */
  put(name: string, value: LayoutValue): void {
    if (name !== '' && !this.values.has(name)) this.values.set(name, value);
  }

  add(block: Block): void {
    if (block.kind === 'heading') {
      this.heading = block.text.replace(/^\d+(\.\d+)*\s*/, '');
      this.subtitle = '';
    } else if (block.kind === 'facts') this.addFacts(block.label, block.facts);
    else if (block.kind === 'table') {
      this.addTable(block);
      this.subtitle = '';
    } else if (block.kind === 'pictures') this.addPictures(block.pictures);
    else if (block.kind === 'lines') this.addLines(block);
  }

  private addFacts(block: string, facts: readonly Fact[]): void {
    const usedNames = new Set<string>();
    for (const { label, value } of facts) {
      const name = freeName(usedNames, [shortName(label), fullName(label)]);
      usedNames.add(name);
      this.put(name, cellText(value));
      this.put(`${fullName(block)}.${name}`, cellText(value));
    }
  }

  private addTable({ title, columns, rows }: Extract<Block, { kind: 'table' }>): void {
    const usedNames = new Set<string>();
    const names = columns.map(({ heading, group }) => {
      const name = freeName(usedNames, [
        shortName(heading),
        fullName(heading),
        ...(group ? [`${shortName(group)}${shortName(heading)}`] : []),
      ]);
      usedNames.add(name);
      return name;
    });
    // A bar has no text of its own.
    const texts = names.filter((_, index) => rows.every((row) => barOf(row[index] ?? '') === undefined));
    const numbered = usedNames.has('序号');
    const items = rows.map((row, at): LayoutRow => ({
      ...(numbered ? {} : { 序号: String(at + 1) }),
      ...Object.fromEntries(texts.map((name) => [name, cellText(row[names.indexOf(name)] ?? '')])),
    }));
    const name = fullName(title);
    const before = this.values.get(name);
    // A record of several hazards has a table of one title for each.
    this.values.set(name, isLayoutList(before) ? [...before, ...items] : items);
  }

  private addPictures(pictures: readonly Picture[]): void {
    const singleRows: LayoutRow[] = [];
    for (const picture of pictures) {
      const value = { picture, text: picture.caption ?? '' };
      if (picture.source.startsWith('qr:')) this.put('二维码', value);
      else singleRows.push({ 图: value, 图名: picture.caption ?? '' });
    }
    const name = fullName(this.subtitle || this.heading);
    if (singleRows.length && name !== '') this.put(name, singleRows);
  }

  private addLines({ lines, bold, keepWithNext }: Extract<Block, { kind: 'lines' }>): void {
    if (keepWithNext || (bold && lines.length === 1 && lines.every((line) => textOf(line).length <= 20))) {
      this.subtitle = lines.map(textOf).join('');
      return;
    }
    const name = fullName(this.subtitle || this.heading);
    const text = lines.map(cellText).join('\n');
    const before = this.values.get(name);
    if (name === '' || isLayoutList(before) || isLayoutPicture(before)) return;
    this.values.set(name, before ? `${before}\n${text}` : text);
  }
}

/** Returns the values of a printed document by the names of their placeholders. */
export function layoutData(document: PrintDocument): Record<string, LayoutValue> {
  const collector = new Collector();
  collector.put('标题', document.title);
  collector.put('机构', document.agency);
  collector.put('页眉编号', document.corner);
  collector.put('页脚', document.foot);
  for (const { label, name, on, picture } of document.signers) {
    const place = shortName(label);
    collector.put(`${place}签名`, picture ? { picture, text: name } : name);
    collector.put(`${place}姓名`, name);
    collector.put(`${place}日期`, on);
  }
  for (const block of [...(document.cover ?? []), ...document.blocks]) collector.add(block);
  // The name on the cover is bold like the title of a part, but the lines below it are no value of their own.
  collector.values.delete(fullName(document.agency));
  if (document.edgeSeal) collector.put('印章', { picture: document.edgeSeal, text: '' });
  // A layout leaves out the heading of a list that has no rows: {#有样品}…{/有样品}.
  for (const [name, value] of collector.values)
    if (isLayoutList(value) && value.length) collector.put(`有${name}`, '是');
  return Object.fromEntries(collector.values);
}

export interface LayoutViewCell {
  readonly text: string;
  /** Number of columns. */
  readonly span: number;
}
/** A part of a filled layout as text. */
export type LayoutViewBlock =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly LayoutViewCell[])[];
      /** Number of rows that are not shown. */
      readonly omitted: number;
    };
