import type { Row } from '@contract/entity';
import {
  dayOf,
  labelIn,
  projectPaper,
  type PaperHead,
  withoutTrailingZeros,
  shortNames,
} from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import type { Block, PrintDocument } from '@contract/print/printDocument';
import type { incomingSample } from '../entities/incomingSample';
import { incomingStatement } from '../methods/sheets/methodSheet';

type IncomingRow = Row<typeof incomingSample>;

export interface IncomingPaper {
  readonly head: PaperHead;
  readonly rows: readonly IncomingRow[];
}

const distinctWords = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => Boolean(text))),
];

/** Returns the table of the samples: the client's and the laboratory's number, condition and requested tests. */
function samplesTable(rows: readonly IncomingRow[]): Block {
  return {
    kind: 'table',
    title: '来样',
    columns: [
      { heading: '序号', align: 'center', least: 7 },
      { heading: '原样编号', least: 16 },
      { heading: '样品编号', least: 24 },
      { heading: '样品名称', least: 16 },
      { heading: '样品性状' },
      { heading: '数量/体积' },
      { heading: '到样状态' },
      { heading: '检测项目', least: 18 },
      { heading: '检测方法', least: 24 },
      { heading: '标准采样体积(L)', align: 'right' },
      { heading: '保存条件' },
      { heading: '保存截止日期', align: 'center' },
      { heading: '收样状态' },
      { heading: '备注' },
    ],
    rows: rows.map((row, index) => [
      String(index + 1),
      row.clientSampleNo,
      row.receivedAsName ?? '',
      row.sampleName,
      row.sampleForm ?? '',
      row.quantity ?? '',
      labelIn('sampleCondition', row.condition),
      [row.hazardName, ...(row.alongWithName ?? [])].filter(Boolean).join('、'),
      row.methodName ?? '',
      withoutTrailingZeros(row.standardVolume),
      row.storage ?? '',
      row.keepUntil ?? '',
      labelIn('incomingState', row.state),
      [row.stateReason, row.remark].filter(Boolean).join('；'),
    ]),
  };
}

/** Builds 来样接收登记表: the samples that a client delivered, their condition and the requested tests. */
export function incomingDocument({ head, rows }: IncomingPaper): PrintDocument {
  const deliverers = distinctWords(rows.map(({ deliverer }) => deliverer));
  const receivers = distinctWords(rows.map(({ receivedByName }) => receivedByName));
  const deliveryDays = distinctWords(rows.map(({ deliveredOn }) => deliveredOn)).sort();
  const received = distinctWords(rows.map(({ receivedAt }) => dayOf(receivedAt))).sort();
  const isOpen = rows.some(({ state }) => state === 'registered');
  return projectPaper(head, {
    title: paperTexts.titles.incoming,
    state: isOpen ? paperTexts.underway : null,
    blocks: [
      {
        kind: 'facts',
        label: '来样信息',
        pairs: 3,
        facts: [
          { label: '检测任务编号', value: head.project.code },
          { label: '项目类型', value: head.project.typeName ?? '' },
          { label: '样品数量', value: `${rows.length}个` },
          { label: '委托单位', value: head.project.customerName ?? head.project.unitName, wide: true },
          { label: '送样人', value: deliverers.join('、') },
          { label: '送样日期', value: deliveryDays.join('、') },
          { label: '收样人', value: receivers.join('、') },
        ],
      },
      { kind: 'heading', text: '来样' },
      samplesTable(rows),
      { kind: 'lines', lines: [incomingStatement], bold: true },
    ],
    signers: [
      { label: '送样人', name: shortNames(deliverers), on: deliveryDays.at(-1) ?? '' },
      { label: '收样人', name: shortNames(receivers), on: received.at(-1) ?? '' },
    ],
  });
}
