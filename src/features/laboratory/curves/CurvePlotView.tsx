import { useEffect, useRef } from 'react';
import { useDebounced } from '@/lib/useDebounced';
import type { CurvePlot } from '@contract/features/laboratory/curves/curveView';
import { chartOption, startChart } from './curveChart';
import styles from './curve.module.css';

const colourOf = (style: CSSStyleDeclaration, name: string, fallback: string): string =>
  style.getPropertyValue(name).trim() || fallback;

/** Plot of a curve. The table beside it gives the numbers. */
export default function CurvePlotView({ plot, label }: { readonly plot: CurvePlot; readonly label: string }) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof startChart> | null>(null);
  // The plot is redrawn shortly after typing.
  const drawnPlot = useDebounced(plot, 120);

  useEffect(() => {
    const element = container.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const resizeObserver = new ResizeObserver(() => {
      // A hidden page has no layout to draw on.
      if (!element.clientWidth || !element.clientHeight) return;
      if (chart.current) chart.current.resize();
      else chart.current = startChart(element);
      if (!chart.current.getOption()?.['series']) draw();
    });
    resizeObserver.observe(element);
    return () => {
      resizeObserver.disconnect();
      chart.current?.dispose();
      chart.current = null;
    };
    // `draw` reads the newest plot through `latestPlot`, so the observer is set up once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const latestPlot = useRef(drawnPlot);
  latestPlot.current = drawnPlot;
  function draw() {
    const element = container.current;
    if (!element || !chart.current) return;
    const style = getComputedStyle(element);
    chart.current.setOption(
      chartOption(latestPlot.current, {
        line: colourOf(style, '--ant-color-primary', '#1677ff'),
        text: colourOf(style, '--ant-color-text', '#000'),
        quiet: colourOf(style, '--ant-color-text-secondary', '#888'),
        grid: colourOf(style, '--ant-color-border-secondary', '#eee'),
        excluded: colourOf(style, '--ant-color-error', '#d4380d'),
      }),
      { notMerge: true },
    );
  }
  useEffect(draw, [drawnPlot]);

  return <div ref={container} className={styles.plot} role="img" aria-label={label} />;
}
