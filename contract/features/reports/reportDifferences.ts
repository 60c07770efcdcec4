import { type Block, type Cell, textOf } from '@contract/print/printDocument';
import type { FieldDifference } from '@contract/wire';
import type { ReportContent } from './reportContent';
import { reportDocument } from './reportDocument';

// Differences between a corrected report and the report that it replaces. The printed forms are compared, so that no
// difference on paper is missed.

/** A line, row or fact of the paper: its place, and its cells with their labels. */
interface PaperPiece {
  readonly place: string;
  readonly cells: readonly (readonly [name: string, text: string])[];
  /** Text for comparison, where it differs from the displayed text. */
  readonly key: string;
}

const comparedPiece = (place: string, cells: PaperPiece['cells'], key = JSON.stringify(cells)): PaperPiece => ({
  place,
  cells,
  key,
});

/** Heading of the column of row numbers, which is not compared. */
const serialHeading = '序号';

function piecesOf(block: Block, section: string): PaperPiece[] {
  const trimmedText = (cell: Cell): string => textOf(cell).trim();
  switch (block.kind) {
    case 'facts':
      return block.facts.map(({ label, value }) => comparedPiece(`${section}：${label}`, [['', trimmedText(value)]]));
    case 'lines':
      return block.lines.flatMap((line) =>
        trimmedText(line) ? [comparedPiece(section, [['', trimmedText(line)]])] : [],
      );
    case 'pictures':
      return block.pictures.map(({ source, caption }) =>
        comparedPiece(`${section}：图片`, [['', caption ?? '']], `${source} ${caption ?? ''}`),
      );
    case 'table':
      return block.rows.map((row) =>
        comparedPiece(
          block.title,
          block.columns.flatMap(({ heading }, index) =>
            heading === serialHeading ? [] : [[heading, trimmedText(row[index] ?? '')] as const],
          ),
        ),
      );
    default:
      return [];
  }
}

function paperOf(content: ReportContent): PaperPiece[] {
  const {
    title,
    cover = [],
    blocks,
  } = reportDocument(content, { signers: [], issuedOn: null, verifyHref: null, seal: null });
  let section = '封面与声明';
  return [
    comparedPiece('报告名称', [['', title]]),
    ...[...cover, ...blocks].flatMap((block) => {
      // Section numbers shift when a section is added, so they are removed.
      if (block.kind === 'heading') section = block.text.replace(/^\d+　/, '');
      return piecesOf(block, section);
    }),
  ];
}

/** Returns those of `paperPieces` that `otherPieces` lacks; repetitions are counted. */
function missingIn(otherPieces: readonly PaperPiece[], paperPieces: readonly PaperPiece[]): PaperPiece[] {
  const countByKey = new Map<string, number>();
  const keyOf = ({ place, key }: PaperPiece): string => `${place}\n${key}`;
  for (const otherPiece of otherPieces) countByKey.set(keyOf(otherPiece), (countByKey.get(keyOf(otherPiece)) ?? 0) + 1);
  return paperPieces.filter((candidate) => {
    const remainingCount = countByKey.get(keyOf(candidate)) ?? 0;
    countByKey.set(keyOf(candidate), remainingCount - 1);
    return remainingCount <= 0;
  });
}

const sameCells = (firstPaperPiece: PaperPiece, otherPiece: PaperPiece): boolean[] =>
  firstPaperPiece.cells.map(
    ([name, text], index) => otherPiece.cells[index]?.[0] === name && otherPiece.cells[index][1] === text,
  );
/** Returns whether two pieces are versions of the same line or row: at least half of their cells are equal. */
const isSame = (firstPaperPiece: PaperPiece, otherPiece: PaperPiece): boolean =>
  firstPaperPiece.place === otherPiece.place &&
  firstPaperPiece.cells.length === otherPiece.cells.length &&
  (firstPaperPiece.cells.length === 1 ||
    sameCells(firstPaperPiece, otherPiece).filter(Boolean).length * 2 >= firstPaperPiece.cells.length);

const wholeOf = ({ cells }: PaperPiece): string =>
  cells
    .map(([, text]) => text)
    .filter((text) => text !== '' && text !== '—')
    .join('，');
const namedBy = (cells: PaperPiece['cells']): string =>
  cells
    .filter(([, text]) => text !== '' && text !== '—')
    .slice(0, 4)
    .map(([, text]) => text)
    .join('，');

/** Describes a changed row: its differing cells, and the cells that identify it. */
function describeChange(previousPaperPiece: PaperPiece, after: PaperPiece): Omit<FieldDifference, 'name'> {
  const sameFlags = sameCells(previousPaperPiece, after);
  const pieceText = ({ cells }: PaperPiece): string =>
    cells
      .flatMap(([name, text], index) => (sameFlags[index] ? [] : [`${name ? `${name}：` : ''}${text || '空'}`]))
      .join('，');
  const identity = namedBy(previousPaperPiece.cells.filter((_, index) => sameFlags[index]));
  // A replaced picture may keep its caption.
  if (sameFlags.every(Boolean))
    return {
      label: previousPaperPiece.place,
      before: wholeOf(previousPaperPiece),
      after: `${wholeOf(after)}（已更换）`,
    };
  return {
    label: identity ? `${previousPaperPiece.place}（${identity}）` : previousPaperPiece.place,
    before: pieceText(previousPaperPiece),
    after: pieceText(after),
  };
}

/**
 * Lists the differences in the order of the earlier report, followed by the additions. The report number and the
 * correction note are not compared.
 */
export function reportDifferences(previousReportContent: ReportContent, after: ReportContent): FieldDifference[] {
  const { reportNo, revision, previousNo, correctionReason } = previousReportContent;
  const [oldPaper, currentPaperPieces] = [
    paperOf(previousReportContent),
    paperOf({ ...after, reportNo, revision, previousNo, correctionReason }),
  ];
  const addedPieces = missingIn(oldPaper, currentPaperPieces);
  const changedPieces = missingIn(currentPaperPieces, oldPaper).map((removedPiece): Omit<FieldDifference, 'name'> => {
    const addedPieceIndex = addedPieces.findIndex((candidate) => isSame(removedPiece, candidate));
    const [replacement] = addedPieceIndex < 0 ? [] : addedPieces.splice(addedPieceIndex, 1);
    return replacement
      ? describeChange(removedPiece, replacement)
      : { label: removedPiece.place, before: wholeOf(removedPiece), after: null };
  });
  return [
    ...changedPieces,
    ...addedPieces.map((addedPiece) => ({ label: addedPiece.place, before: null, after: wholeOf(addedPiece) })),
  ].map((difference, index) => ({ ...difference, name: String(index) }));
}
