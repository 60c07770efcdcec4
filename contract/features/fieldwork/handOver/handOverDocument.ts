import type { Row } from '@contract/entity';
import { dayOf, labelIn, projectPaper, type PaperHead, rightColumn, textOrEmpty } from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import type { Block, Picture, PrintDocument, Signer } from '@contract/print/printDocument';
import { signedBy } from '@contract/print/signedBy';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import type { handOver } from '../entities/handOver';
import { itemsOf, keepingText, type SheetLine } from './handOverSheet';

export interface HandOverPaper {
  readonly steps?: readonly TimelineStep[];
  /** Specimen signatures of the signers, by the ids of their files. */
  readonly specimens?: Readonly<Record<string, Picture>>;
  readonly head: PaperHead;
  readonly sheet: Row<typeof handOver>;
  readonly lines: readonly SheetLine[];
  /** Names of the people who received samples of the sheet for testing, with the first and the last day. */
  readonly taken: { readonly names: readonly string[]; readonly on: string } | null;
}

function itemsTable({ sheet, lines }: HandOverPaper): Block {
  const isCounted = sheet.state === 'received';
  return {
    kind: 'table',
    title: '样品',
    columns: [
      { heading: '检测项目', least: 20 },
      { heading: '检测依据', least: 24 },
      { heading: '空气收集器' },
      { heading: '样品编号范围', least: 34 },
      rightColumn('样品数量'),
      { heading: '空白编号', least: 22 },
      rightColumn('空白数量'),
      rightColumn('全部数量'),
      { heading: '样品状态' },
      { heading: '保存条件' },
      { heading: '保存期限' },
      { heading: '截止日期', align: 'center' },
    ],
    rows: itemsOf(lines).map((sheetItem) => [
      sheetItem.hazardName,
      sheetItem.standardNo ?? sheetItem.methodName ?? '',
      sheetItem.medium ?? '',
      sheetItem.range,
      String(sheetItem.samples),
      sheetItem.blanks,
      String(sheetItem.blankCount),
      String(sheetItem.total),
      isCounted
        ? [
            sheetItem.intact > 0 ? `完好${sheetItem.intact}` : '',
            sheetItem.refused > 0 ? `拒收${sheetItem.refused}` : '',
          ]
            .filter(Boolean)
            .join('，')
        : '',
      sheetItem.storage ?? '',
      keepingText(sheetItem) ?? '',
      sheetItem.keepUntil ?? '',
    ]),
  };
}

/** Adds the specimen signature, or a note that the signature is no longer valid. */
function signatureOf(
  { steps = [], specimens = {} }: HandOverPaper,
  move: string,
): Partial<Pick<Signer, 'name' | 'picture'>> {
  const timelineStep = steps.findLast((candidate) => candidate.move === move);
  const signature =
    timelineStep?.signature && timelineStep.signature.state !== 'past'
      ? signedBy([timelineStep], [move], specimens)
      : null;
  if (!signature) return {};
  return signature.picture ? { picture: signature.picture } : { name: signature.name };
}

/** Returns the data of the sheet: numbers, place, transport, and how many samples were sent and received. */
function sheetFacts(paperData: HandOverPaper): Block {
  const { head, sheet, lines } = paperData;
  return {
    kind: 'facts',
    label: '流转信息',
    pairs: 3,
    facts: [
      { label: '流转单号', value: sheet.sheetNo ?? '' },
      { label: '检测任务编号', value: head.project.code },
      { label: '交接地点', value: sheet.place ?? '' },
      { label: '送交数量', value: `${sheet.sampleCount ?? lines.length}个` },
      { label: '接收数量', value: sheet.receivedCount === null ? '' : `${sheet.receivedCount}个` },
      { label: '运输与保存', value: sheet.transport ?? '' },
      { label: '用人单位', value: head.project.unitName, wide: true },
      ...(sheet.stateReason ? [{ label: '拒收或撤回原因', value: sheet.stateReason, wide: true }] : []),
      ...(sheet.remark ? [{ label: '备注', value: sheet.remark, wide: true }] : []),
    ],
  };
}

/**
 * Builds 样品流转单 (DOMAIN §1.11): samples, condition, storage time, and the people who handed over, received and took
 * the samples.
 */
export function handOverDocument(paperData: HandOverPaper): PrintDocument {
  const { head, sheet, lines, taken } = paperData;
  const refusedLines = lines.filter(({ condition }) => condition && condition !== 'intact');
  const received = sheet.state === 'received';
  return projectPaper(head, {
    title: paperTexts.titles.handOver,
    formNo: 'F.5',
    no: sheet.sheetNo ?? '',
    state: received ? null : labelIn('handOverState', sheet.state),
    blocks: [
      // QR code for scanning at the hand-over.
      ...(sheet.sheetNo
        ? [
            {
              kind: 'pictures',
              pictures: [{ source: `qr:${sheet.sheetNo}`, ratio: 1, caption: sheet.sheetNo }],
              across: 1,
              height: 18,
              align: 'right',
            } as const,
          ]
        : []),
      sheetFacts(paperData),
      { kind: 'heading', text: '样品' },
      itemsTable(paperData),
      ...(refusedLines.length > 0
        ? ([
            { kind: 'heading', text: '拒收样品' },
            {
              kind: 'lines',
              lines: refusedLines.map(
                (line, index) =>
                  `${index + 1}. ${line.sampleNo}：${labelIn('sampleCondition', line.condition)}${line.reason ? `，${line.reason}` : ''}`,
              ),
            },
          ] as const)
        : []),
    ],
    signers: [
      {
        label: '交样人',
        name: sheet.givenAt ? textOrEmpty(sheet.giverName) : '',
        on: dayOf(sheet.givenAt),
        ...signatureOf(paperData, 'submit'),
      },
      {
        label: '收样人',
        name: received ? textOrEmpty(sheet.receiverName) : '',
        on: received ? dayOf(sheet.receivedAt) : '',
        ...signatureOf(paperData, 'receive'),
      },
      { label: '领样人', name: taken?.names.join('、') ?? '', on: taken?.on ?? '' },
    ],
  });
}
