import { type Block, type Cell, textOf } from '@contract/print/document';
import type { FieldDifference } from '@contract/wire';
import type { ReportContent } from './reportContent';
import { reportDocument } from './reportDocument';

// What a corrected report says otherwise than the one that it takes the place of: both are compared as they are
// printed, so that nothing on paper is left out.

/** A line, a row or a fact of the paper: where it stands, and its cells by what they are called. */
interface Piece {
  readonly place: string;
  readonly cells: readonly (readonly [name: string, text: string])[];
  /** As it is compared, where that is more than is read. */
  readonly key: string;
}

const piece = (place: string, cells: Piece['cells'], key = JSON.stringify(cells)): Piece => ({ place, cells, key });

/** A row's place in its table says nothing of what it tells. */
const serial = '序号';

function piecesOf(block: Block, section: string): Piece[] {
  const said = (cell: Cell): string => textOf(cell).trim();
  switch (block.kind) {
    case 'facts':
      return block.facts.map(({ label, value }) => piece(`${section}：${label}`, [['', said(value)]]));
    case 'lines':
      return block.lines.flatMap((line) => (said(line) ? [piece(section, [['', said(line)]])] : []));
    case 'pictures':
      return block.pictures.map(({ source, caption }) =>
        piece(`${section}：图片`, [['', caption ?? '']], `${source} ${caption ?? ''}`),
      );
    case 'table':
      return block.rows.map((row) =>
        piece(
          block.title,
          block.columns.flatMap(({ heading }, at) =>
            heading === serial ? [] : [[heading, said(row[at] ?? '')] as const],
          ),
        ),
      );
    default:
      return [];
  }
}

function paperOf(content: ReportContent): Piece[] {
  const {
    title,
    cover = [],
    blocks,
  } = reportDocument(content, { signers: [], issuedOn: null, verifyHref: null, seal: null });
  let section = '封面与声明';
  return [
    piece('报告名称', [['', title]]),
    ...[...cover, ...blocks].flatMap((block) => {
      // Sections are numbered through: one more moves the others on.
      if (block.kind === 'heading') section = block.text.replace(/^\d+　/, '');
      return piecesOf(block, section);
    }),
  ];
}

/** What of `some` is not among `others`, as often as it is there. */
function missingIn(others: readonly Piece[], some: readonly Piece[]): Piece[] {
  const left = new Map<string, number>();
  const keyOf = ({ place, key }: Piece): string => `${place}\n${key}`;
  for (const one of others) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return some.filter((one) => {
    const there = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), there - 1);
    return there <= 0;
  });
}

const sameCells = (one: Piece, other: Piece): boolean[] =>
  one.cells.map(([name, text], at) => other.cells[at]?.[0] === name && other.cells[at][1] === text);
/** The same line with other words, or the same row: at least half of its cells are. */
const isSame = (one: Piece, other: Piece): boolean =>
  one.place === other.place &&
  one.cells.length === other.cells.length &&
  (one.cells.length === 1 || sameCells(one, other).filter(Boolean).length * 2 >= one.cells.length);

const wholeOf = ({ cells }: Piece): string =>
  cells
    .map(([, text]) => text)
    .filter((text) => text !== '' && text !== '—')
    .join('，');
const namedBy = (cells: Piece['cells']): string =>
  cells
    .filter(([, text]) => text !== '' && text !== '—')
    .slice(0, 4)
    .map(([, text]) => text)
    .join('，');

/** Of a row that is there in both, the cells that differ, with what it is known by. */
function told(before: Piece, after: Piece): Omit<FieldDifference, 'name'> {
  const same = sameCells(before, after);
  const words = ({ cells }: Piece): string =>
    cells.flatMap(([name, text], at) => (same[at] ? [] : [`${name ? `${name}：` : ''}${text || '空'}`])).join('，');
  const by = namedBy(before.cells.filter((_, at) => same[at]));
  // A picture that another took the place of may be called the same.
  if (same.every(Boolean))
    return { label: before.place, before: wholeOf(before), after: `${wholeOf(after)}（已更换）` };
  return { label: by ? `${before.place}（${by}）` : before.place, before: words(before), after: words(after) };
}

/** In the order of the earlier paper, then what is new. Its number, and that it is a correction, are no difference. */
export function reportDifferences(before: ReportContent, after: ReportContent): FieldDifference[] {
  const { reportNo, revision, previousNo, correctionReason } = before;
  const [old, now] = [paperOf(before), paperOf({ ...after, reportNo, revision, previousNo, correctionReason })];
  const added = missingIn(old, now);
  const changed = missingIn(now, old).map((gone): Omit<FieldDifference, 'name'> => {
    const at = added.findIndex((one) => isSame(gone, one));
    const [instead] = at < 0 ? [] : added.splice(at, 1);
    return instead ? told(gone, instead) : { label: gone.place, before: wholeOf(gone), after: null };
  });
  return [...changed, ...added.map((one) => ({ label: one.place, before: null, after: wholeOf(one) }))].map(
    (one, at) => ({ ...one, name: String(at) }),
  );
}
