import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import {
  type MarkPlace,
  type Marks,
  placeWithin,
  type SketchSite,
  sketchTexts,
} from '@contract/features/fieldwork/plan/sketchMarks';
import { gridRatio, gridSquares, markRadius } from './sketchPicture';
import styles from './sketch.module.css';

/** Width of the board in its own units. */
const boardWidth = 1000;
/** Distance that an arrow key moves a mark, as a share of the width. */
const arrowStep = 0.005;
const arrows: Readonly<Record<string, MarkPlace>> = {
  ArrowLeft: { x: -arrowStep, y: 0 },
  ArrowRight: { x: arrowStep, y: 0 },
  ArrowUp: { x: 0, y: -arrowStep },
  ArrowDown: { x: 0, y: arrowStep },
};

interface SketchBoardProps {
  /** Picture below the marks; null for an empty grid. */
  readonly background: { readonly url: string; readonly ratio: number } | null;
  readonly sites: readonly SketchSite[];
  readonly marks: Marks;
  /** Number of the point that a click places. */
  readonly chosen: string | null;
  readonly onPlace: (no: string, markPlace: MarkPlace) => void;
  readonly onRemove: (no: string) => void;
  readonly onChoose: (no: string) => void;
}

/** Grid or picture below the marks. */
function Ground({ background, height }: Pick<SketchBoardProps, 'background'> & { readonly height: number }) {
  const side = boardWidth / gridSquares;
  if (background) return <image href={background.url} width={boardWidth} height={height} preserveAspectRatio="none" />;
  return (
    <>
      <defs>
        <pattern id="sketchGrid" width={side} height={side} patternUnits="userSpaceOnUse">
          <path d={`M ${side} 0 L 0 0 0 ${side}`} className={styles.gridLine} />
        </pattern>
      </defs>
      <rect width={boardWidth} height={height} fill="url(#sketchGrid)" />
    </>
  );
}

interface MarkProps {
  readonly no: string;
  readonly name: string;
  /** Place in units of the board. */
  readonly at: MarkPlace;
  readonly isChosen: boolean;
  readonly onGrab: (event: PointerEvent) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** A numbered mark. */
const Mark = ({ no, name, at, isChosen, onGrab, onKey }: MarkProps) => (
  <g
    role="button"
    tabIndex={0}
    className={isChosen ? `${styles.mark} ${styles.chosen}` : (styles.mark ?? '')}
    aria-label={sketchTexts.mark(no, name)}
    transform={`translate(${at.x} ${at.y})`}
    onPointerDown={onGrab}
    onKeyDown={onKey}
  >
    <circle r={markRadius * boardWidth} />
    <text dominantBaseline="central" textAnchor="middle">
      {no}
    </text>
  </g>
);

/** Drawing of the sampling points: a click places the chosen point, dragging and arrow keys move a mark. */
export function SketchBoard({ background, sites, marks, chosen, onPlace, onRemove, onChoose }: SketchBoardProps) {
  const board = useRef<SVGSVGElement>(null);
  const dragged = useRef<string | null>(null);
  const height = boardWidth / (background?.ratio ?? gridRatio);
  const placeOf = ({ clientX, clientY }: PointerEvent): MarkPlace => {
    const box = board.current?.getBoundingClientRect();
    return box
      ? placeWithin({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height })
      : { x: 0, y: 0 };
  };
  const handleKey = (event: KeyboardEvent, no: string) => {
    const offset = arrows[event.key];
    const markPlace = marks.get(no);
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove(no);
    else if (offset && markPlace) onPlace(no, placeWithin({ x: markPlace.x + offset.x, y: markPlace.y + offset.y }));
    else return;
    event.preventDefault();
  };
  return (
    <svg
      ref={board}
      className={styles.board}
      viewBox={`0 0 ${boardWidth} ${height}`}
      aria-label={sketchTexts.title}
      onPointerDown={(event) => {
        if (chosen !== null && event.button === 0) onPlace(chosen, placeOf(event));
      }}
      onPointerMove={(event) => {
        if (dragged.current !== null) onPlace(dragged.current, placeOf(event));
      }}
      onPointerUp={() => {
        dragged.current = null;
      }}
    >
      <Ground background={background} height={height} />
      {[...marks].map(([no, { x, y }]) => (
        <Mark
          key={no}
          no={no}
          name={sites.find((site) => site.no === no)?.name ?? ''}
          at={{ x: x * boardWidth, y: y * height }}
          isChosen={no === chosen}
          onGrab={(event) => {
            event.stopPropagation();
            dragged.current = no;
            board.current?.setPointerCapture?.(event.pointerId);
            onChoose(no);
          }}
          onKey={(event) => handleKey(event, no)}
        />
      ))}
    </svg>
  );
}
