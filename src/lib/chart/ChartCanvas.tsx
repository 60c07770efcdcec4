import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import type { ChartColours, ChartProps } from './Chart';
import styles from './chart.module.css';

// Rendered as SVG, which prints sharply and scales with any zoom.
register([
  BarChart,
  LineChart,
  ScatterChart,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  SVGRenderer,
]);

function coloursNow(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const styleValue = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  return {
    text: styleValue('--text', '#1c2529'),
    quiet: styleValue('--text-quiet', '#56636b'),
    line: styleValue('--line', '#e2e7ea'),
    surface: styleValue('--surface', '#ffffff'),
    primary: styleValue('--primary-ink', '#007873'),
    good: styleValue('--tone-good', '#187733'),
    bad: styleValue('--tone-bad', '#c4232d'),
    waiting: styleValue('--tone-waiting', '#8a5b00'),
    active: styleValue('--tone-active', '#0a63c9'),
  };
}

/** The drawing itself, loaded by `Chart`. */
export function ChartCanvas({ option, label, height = 320, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latestOnPick = useRef(onPick);
  latestOnPick.current = onPick;
  const [colours, setColours] = useState(coloursNow);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // A hidden tab has no layout, so a default size is used. The chart is resized when it is shown.
    const newChart = init(element, null, { renderer: 'svg', width: element.clientWidth || 640, height });
    chart.current = newChart;
    newChart.on('click', ({ dataIndex, seriesIndex }) => latestOnPick.current?.(dataIndex, seriesIndex ?? 0));
    const sized = new ResizeObserver(
      () => element.clientWidth > 0 && newChart.resize({ width: element.clientWidth, height }),
    );
    sized.observe(element);
    const themed = new MutationObserver(() => setColours(coloursNow()));
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] });
    return () => {
      sized.disconnect();
      themed.disconnect();
      newChart.dispose();
      chart.current = null;
    };
  }, [height]);

  useEffect(() => {
    if (!box.current) return;
    // The font's own name: with `inherit` text is drawn correctly but measured wrongly, so labels overlap.
    const { fontFamily } = getComputedStyle(box.current);
    chart.current?.setOption(
      { animation: false, textStyle: { color: colours.text, fontFamily }, ...option(colours) },
      true,
    );
  }, [option, colours, height]);

  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      className={styles.canvas}
      style={{ height }}
      data-pickable={onPick ? '' : undefined}
    />
  );
}
