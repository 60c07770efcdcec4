import type { EChartsCoreOption } from 'echarts/core';
import { lazy, Suspense, useRef } from 'react';
import { useNear } from './useNear';

/** The tokens of the page, for what is drawn on it; a chart is drawn again when they change. */
export interface ChartColours {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly surface: string;
  readonly primary: string;
  readonly good: string;
  readonly bad: string;
  readonly waiting: string;
  readonly active: string;
}

export interface ChartProps {
  /** Memoised; lines, bars, scattered points, mark lines and areas are at hand. */
  readonly option: (colours: ChartColours) => EChartsCoreOption;
  /** What the picture shows, in a sentence: a table beside it gives the numbers to those who don't see it. */
  readonly label: string;
  /** px */
  readonly height?: number;
  readonly onPick?: (dataIndex: number, seriesIndex: number) => void;
}

const ChartCanvas = lazy(async () => ({ default: (await import('./ChartCanvas')).ChartCanvas }));

/**
 * A chart; the library that draws it comes with the first one that is about to be seen, for it takes a slow machine a
 * second.
 */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  const empty = <div ref={place} style={{ height: props.height ?? 320 }} aria-busy={near} />;
  return near ? (
    <Suspense fallback={empty}>
      <ChartCanvas {...props} />
    </Suspense>
  ) : (
    empty
  );
}
