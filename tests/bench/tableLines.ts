import type { Line } from './line';
import { round } from './line';
import { measureTable } from './table/run';

/** quality.md, Tables; antd's virtual table and AG Grid are the references in the same run. */
export async function measure(): Promise<Line[]> {
  const figures = await measureTable();
  const of = (name: string): number => figures[name] ?? Number.NaN;
  const line = (what: string, value: number | null, unit: Line['unit'], goal?: number, note?: string): Line => ({
    part: 'table',
    what,
    value,
    unit,
    ...(goal === undefined ? {} : { goal }),
    ...(note ? { note } : {}),
  });
  return [
    line('5,000 × 20: data → painted', of('ours20.paint'), 'ms', 100),
    line('the same, antd virtual with light cells', of('antdVirtual20.paint'), 'ms'),
    line('ours to antd virtual', round(of('ours20.paint') / of('antdVirtual20.paint'), 2), 'x', 1.2),
    line(
      'the same, AG Grid',
      of('agGrid20.paint'),
      'ms',
      undefined,
      `${of('agGrid20.longFrames')} frames > 50 ms, ${of('agGrid20.dropped')} dropped,
        select all ${of('agGrid20.selectAll')} ms`,
    ),
    line('ours to AG Grid', round(of('ours20.paint') / of('agGrid20.paint'), 2), 'x', 0.6),
    line('5,000 × 20: frames > 50 ms in a 5 s scroll', of('ours20.longFrames'), 'count', 0),
    line('5,000 × 20: frames dropped', of('ours20.dropped'), 'count', 25),
    line(
      '5,000 × 20: processor per frame',
      of('ours20.cpuPerFrame'),
      'ms',
      undefined,
      'says the same on a busy machine',
    ),
    line('5,000 × 20: select all', of('ours20.selectAll'), 'ms', 50),
    line('5,000 × 20: DOM nodes', of('ours20.nodes'), 'count', 1500),
    line('5,000 × 40: data → painted', of('ours40.paint'), 'ms', 1500, 'QUALITY PERF2'),
    line('40 columns to 20', round(of('ours40.paint') / of('ours20.paint'), 2), 'x', 1.3),
    line('5,000 × 40: frames > 50 ms', of('ours40.longFrames'), 'count', 0),
    line('5,000 × 40: frames dropped', of('ours40.dropped'), 'count', 25),
    line('5,000 × 40: processor per frame', of('ours40.cpuPerFrame'), 'ms'),
    line('5,000 × 40: select all', of('ours40.selectAll'), 'ms', 50),
    line('5,000 × 40: DOM nodes', of('ours40.nodes'), 'count', 1500),
    line(
      '5,000 × 40: memory of the page at most',
      Number.isNaN(of('ours40.memory')) ? null : of('ours40.memory'),
      'MB',
      350,
      "painted, scrolled and all selected; with the browser's own of that process",
    ),
  ];
}
