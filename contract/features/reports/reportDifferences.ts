import { type Block, type Cell, textOf } from '@contract/print/document';
import type { FieldDifference } from '@contract/wire';
import type { ReportContent } from './reportContent';
import { reportDocument } from './reportDocument';

// Differences between a corrected report and the report that it replaces. The printed forms are compared, so that no
// difference on paper is missed.

/** A line, row or fact of the paper: its place, and its cells with their labels. */
interface Piece {
  readonly place: string;
  readonly cells: readonly (readonly [name: string, text: string])[];
  /** Text for comparison, where it differs from the displayed text. */
  readonly key: string;
}

const piece = (place: string, cells: Piece['cells'], key = JSON.stringify(cells)): Piece => ({ place, cells, key });

/** Heading of the column of row numbers, which is not compared. */
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
      // Section numbers shift when a section is added, so they are removed.
      if (block.kind === 'heading') section = block.text.replace(/^\d+　/, '');
      return piecesOf(block, section);
    }),
  ];
}

/** Returns the pieces of `some` that `others` lacks; repetitions are counted. */
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
/** Returns whether two pieces are versions of the same line or row: at least half of their cells are equal. */
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

/** Describes a changed row: its differing cells, and the cells that identify it. */
function told(before: Piece, after: Piece): Omit<FieldDifference, 'name'> {
  const same = sameCells(before, after);
  const words = ({ cells }: Piece): string =>
    cells.flatMap(([name, text], at) => (same[at] ? [] : [`${name ? `${name}：` : ''}${text || '空'}`])).join('，');
  const by = namedBy(before.cells.filter((_, at) => same[at]));
  // A replaced picture may keep its caption.
  if (same.every(Boolean))
    return { label: before.place, before: wholeOf(before), after: `${wholeOf(after)}（已更换）` };
  return { label: by ? `${before.place}（${by}）` : before.place, before: words(before), after: words(after) };
}

/**
 * Lists the differences in the order of the earlier report, followed by the additions. The report number and the
 * correction note are not compared.
 */
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
