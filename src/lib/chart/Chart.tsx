import type { EChartsCoreOption } from 'echarts/core';
import { lazy, Suspense, useRef } from 'react';
import { useNear } from './useNear';

/** Colours of the page for charts. A chart is redrawn when they change. */
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
  /** Returns the chart's option; memoise it. Available are lines, bars, scatter points, mark lines and mark areas. */
  readonly option: (colours: ChartColours) => EChartsCoreOption;
  /** Describes the chart in a sentence. A table beside it gives the numbers to people who can't see it. */
  readonly label: string;
  /** Height in px. */
  readonly height?: number;
  readonly onPick?: (dataIndex: number, seriesIndex: number) => void;
}

const ChartCanvas = lazy(async () => ({ default: (await import('./ChartCanvas')).ChartCanvas }));

/**
 * Renders a chart. Its library loads when the first chart comes near the window, because loading takes a second on a
 * slow machine.
 */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const placeholder = <div ref={place} style={{ height: props.height ?? 320 }} aria-busy={isNear} />;
  return isNear ? (
    <Suspense fallback={placeholder}>
      <ChartCanvas {...props} />
    </Suspense>
  ) : (
    placeholder
  );
}
