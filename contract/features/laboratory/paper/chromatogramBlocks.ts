import type { Block } from '@contract/print/printDocument';
import type { PrintedRecord } from './recordParts';

/** An injection of a record's run, as its paper names its chromatogram (GBZ 331-2024 5.2.6.3.3). */
export interface PrintedInjection {
  /** Number of the run and of the injection in it, e.g. FX2026-0003-012: unique in the organization. */
  readonly no: string;
  readonly name: string;
  /** Label of the kind, e.g. 质控样. */
  readonly kind: string;
  /** `YYYY-MM-DD HH:mm:ss`; empty where it is not recorded. */
  readonly injectedAt: string;
  readonly vial: string;
  /** Run, and the file of the instrument in it. */
  readonly path: string;
}

/** Lists the chromatograms behind a record: number, injection time, vial and path of each; nothing without a run. */
export function chromatogramBlocks(record: PrintedRecord | null): Block[] {
  const injections = record?.parts.injections ?? [];
  if (!injections.length) return [];
  return [
    { kind: 'heading', text: '谱图' },
    {
      kind: 'table',
      title: '谱图',
      columns: [
        { heading: '谱图编号', align: 'center', least: 34 },
        { heading: '样品名', least: 34 },
        { heading: '类型', align: 'center', least: 18 },
        { heading: '进样时间', align: 'center', least: 32 },
        { heading: '进样位', align: 'center', least: 14 },
        { heading: '存储路径' },
      ],
      rows: injections.map(({ no, name, kind, injectedAt, vial, path }) => [
        no,
        name,
        kind,
        injectedAt || '—',
        vial || '—',
        path || '—',
      ]),
    },
  ];
}
