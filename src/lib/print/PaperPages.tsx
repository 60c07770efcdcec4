import { QRCodeSVG } from 'qrcode.react';
import type { CSSProperties } from 'react';
import { pageNumberText } from '@contract/print/pageHeaderAndFooter';
import {
  type LaidOut,
  type PlacedBar,
  type PlacedBlock,
  type PlacedCell,
  type PlacedPicture,
  type PlacedRow,
  type PlacedTable,
  type PlacedText,
  ringRadius,
} from '@contract/print/placedPage';
import { cellPaddingOf } from '@contract/print/printColumns';
import { runsOf } from '@contract/print/superscripts';
import { type Letters, lineHeight } from '@contract/print/textMetrics';
import styles from './paper.module.css';

const inMm = (length: number): string => `${length.toFixed(3)}mm`;

interface TextLinesProps {
  readonly lines: readonly string[];
  readonly struckTexts?: readonly string[] | undefined;
  readonly letters: Letters;
}

/** Renders sub- and superscript as the PDF does. */
function FormattedText({ text }: { readonly text: string }) {
  const runs = runsOf(text);
  if (typeof runs === 'string') return runs;
  // oxlint-disable-next-line react/no-array-index-key
  return runs.map((run, index) =>
    run.sub ? (
      <sub key={index} className={styles.script}>
        {run.text}
      </sub>
    ) : run.sup ? (
      <sup key={index} className={styles.script}>
        {run.text}
      </sup>
    ) : (
      run.text
    ),
  );
}

/** Shows a corrected value with the former one struck through. */
function CorrectedText({ text, struckText }: { readonly text: string; readonly struckText: string | undefined }) {
  return struckText ? (
    <>
      <s>
        <FormattedText text={struckText} />
      </s>
      <FormattedText text={text.slice(struckText.length)} />
    </>
  ) : (
    <FormattedText text={text} />
  );
}

/** Renders lines that are already broken. Each stays one line, whatever font the browser has. */
function TextLines({ lines, struckTexts, letters }: TextLinesProps) {
  const height = inMm(lineHeight(letters));
  // The index identifies a line; lines never move.
  // oxlint-disable-next-line react/no-array-index-key
  return lines.map((line, index) => (
    <span key={index} className={styles.line} style={{ height, lineHeight: height }}>
      <CorrectedText text={line} struckText={struckTexts?.[index]} />
    </span>
  ));
}

const letterStyle = ({ size, bold = false }: Letters): CSSProperties => ({
  fontSize: `${size}pt`,
  ...(bold ? { fontWeight: 700 } : {}),
});
/** Returns the class of a face; bold text is always sans. */
const faceClass = ({ bold = false, face = 'sans' }: Letters): string | undefined =>
  face === 'serif' && !bold ? styles.serif : undefined;
const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');

function Text({ placedText }: { readonly placedText: PlacedText }) {
  const { x, y, width, align, lines, struck: struckTexts, raw, as: role } = placedText;
  const { letters } = placedText;
  const style: CSSProperties = {
    left: inMm(x),
    top: inMm(y),
    width: inMm(width),
    textAlign: align,
    ...letterStyle(letters),
  };
  const heading =
    role === 'title'
      ? { role: 'heading', 'aria-level': 2 }
      : role === 'heading'
        ? { role: 'heading', 'aria-level': 3 }
        : {};
  return (
    <div
      {...heading}
      className={classNames(styles.text, faceClass(letters), raw !== undefined && styles.raw)}
      style={style}
      title={raw}
    >
      <TextLines lines={lines} struckTexts={struckTexts} letters={letters} />
    </div>
  );
}

/** A bar of a result to its limit, in black and white. */
function ResultBar({
  bar: { x, y, width, height, limitX, over },
  cellX,
}: {
  readonly bar: PlacedBar;
  readonly cellX: number;
}) {
  return (
    <>
      <span
        className={over ? styles.barOver : styles.bar}
        style={{ left: inMm(x - cellX), top: inMm(y), width: inMm(width), height: inMm(height) }}
      />
      <span
        className={styles.limitMark}
        style={{ left: inMm(limitX - cellX), top: inMm(y - 0.8), height: inMm(height + 1.6) }}
      />
    </>
  );
}

const headerRoles = { column: 'columnheader', row: 'rowheader' } as const;

interface PaperCellProps {
  readonly cell: PlacedCell;
  readonly row: PlacedRow;
  /** Letters of the table. */
  readonly tableLetters: Letters;
}

function PaperCell({ cell, row, tableLetters }: PaperCellProps) {
  const { x, width, height, align, lines, struck: struckTexts, raw, head, span, indent, bar } = cell;
  const letters = { ...tableLetters, bold: head !== null };
  const style: CSSProperties = {
    left: inMm(x),
    top: inMm(row.y),
    width: inMm(width),
    height: inMm(height),
    paddingInline: inMm(cellPaddingOf(letters.face) / 2),
    textAlign: indent === undefined ? align : 'left',
    ...letterStyle(letters),
    ...(indent === undefined ? {} : { paddingInlineStart: inMm(cellPaddingOf(letters.face) / 2 + indent) }),
  };
  return (
    <div
      role={head ? headerRoles[head] : 'cell'}
      aria-colspan={span > 1 ? span : undefined}
      className={classNames(styles.cell, faceClass(letters), head && styles.head, raw !== undefined && styles.raw)}
      style={style}
      title={raw}
    >
      <TextLines lines={lines} struckTexts={struckTexts} letters={letters} />
      {bar && <ResultBar bar={bar} cellX={x} />}
    </div>
  );
}

function Table({ placedTable }: { readonly placedTable: PlacedTable }) {
  return (
    <div role="table" aria-label={placedTable.label}>
      {placedTable.rows.map((row) => (
        <div role="row" key={row.y}>
          {row.cells.map((cell) => (
            <PaperCell key={cell.x} cell={cell} row={row} tableLetters={placedTable.letters} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** URLs of a document's images, by the id of the upload. */
export type Pictures = ReadonlyMap<string, string>;

function PaperPicture({
  placedPicture,
  pictures,
}: {
  readonly placedPicture: PlacedPicture;
  readonly pictures: Pictures;
}) {
  const { x, y, width, height, source, caption, rings = [] } = placedPicture;
  if (source.startsWith('qr:'))
    return (
      <QRCodeSVG
        value={source.slice(3)}
        level="M"
        title={caption}
        className={styles.picture}
        style={{ left: inMm(x), top: inMm(y), width: inMm(width), height: inMm(height) }}
      />
    );
  const href = source.startsWith('data:') ? source : pictures.get(source);
  if (href === undefined) return null;
  const radius = ringRadius * width;
  return (
    <>
      <img
        src={href}
        alt={caption}
        className={styles.picture}
        style={{ left: inMm(x), top: inMm(y), width: inMm(width), height: inMm(height) }}
      />
      {rings.map((ring) => (
        <span
          key={`${ring.x} ${ring.y}`}
          className={styles.ring}
          style={{
            left: inMm(x + ring.x * width - radius),
            top: inMm(y + ring.y * height - radius),
            width: inMm(2 * radius),
            height: inMm(2 * radius),
          }}
        />
      ))}
    </>
  );
}

const noPictures: Pictures = new Map();

const keyOf = (placedPart: PlacedBlock): string =>
  `${placedPart.kind}${placedPart.x}/${placedPart.y}${placedPart.kind === 'text' ? placedPart.align : ''}`;

/** Renders a laid-out document on A4 sheets, line for line as in the PDF. */
export function PaperPages({
  laidOutPaper,
  pictures = noPictures,
}: {
  readonly laidOutPaper: LaidOut;
  readonly pictures?: Pictures;
}) {
  const { pages, width, height, landscape } = laidOutPaper;
  return pages.map((placedParts, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <section
      key={index}
      className={`${styles.sheet} ${landscape ? styles.landscape : styles.portrait}`}
      style={{ width: inMm(width), height: inMm(height) }}
      aria-label={pageNumberText(index + 1, pages.length)}
    >
      {placedParts.map((part) => {
        if (part.kind === 'picture') return <PaperPicture key={keyOf(part)} placedPicture={part} pictures={pictures} />;
        return part.kind === 'text' ? (
          <Text key={keyOf(part)} placedText={part} />
        ) : (
          <Table key={keyOf(part)} placedTable={part} />
        );
      })}
    </section>
  ));
}
