import { labelIn, projectPaper, type PaperHead, withoutTrailingZeros, projectFacts } from '@contract/print/paperHead';
import type { Block, PrintDocument } from '@contract/print/printDocument';
import { archiveTexts } from '../archiveTexts';

export interface PrintedUse {
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly model: string | null;
  readonly outAt: string;
  readonly outBy: string;
  readonly outCondition: string | null;
  readonly inAt: string;
  readonly inBy: string;
  readonly inCondition: string | null;
  readonly calibrator: string;
  /** Range of the flow meter (F.2). */
  readonly calibratorRange: string;
  /** Air at the calibration, ℃ and kPa (F.2). */
  readonly airTemperature: string | null;
  readonly airPressure: string | null;
  readonly flowSet: string | null;
  /** Readings before sampling, separated by 、 (GBZ 331-2024 F.2). */
  readonly flowReadings: string | null;
  readonly flowBefore: string | null;
  readonly flowAfter: string | null;
  readonly flowDeviation: string | null;
  readonly flowVerdict: string | null;
  readonly remark: string | null;
}

const toMinute = (timestamp: string): string => timestamp.slice(0, 16);

/** Returns the table of the samplers' flows with deviation and verdict. */
function flowTable(flowUses: PrintedUse[]): Block {
  return {
    kind: 'table',
    title: '流量校准',
    columns: [
      { heading: '设备编号', least: 20 },
      { heading: '流量计', least: 24 },
      { heading: '流量计量程' },
      { heading: '气温(℃)', align: 'right' },
      { heading: '气压(kPa)', align: 'right' },
      { heading: '设定流量(L/min)', align: 'right' },
      { heading: '采样前读数(L/min)', align: 'right', least: 24 },
      { heading: '采样前平均(L/min)', align: 'right' },
      { heading: '采样后(L/min)', align: 'right' },
      { heading: '偏差(%)', align: 'right' },
      { heading: '判定', align: 'center' },
    ],
    rows: flowUses.map((printedUse) => [
      printedUse.eqpNo,
      printedUse.calibrator,
      printedUse.calibratorRange,
      withoutTrailingZeros(printedUse.airTemperature),
      withoutTrailingZeros(printedUse.airPressure),
      withoutTrailingZeros(printedUse.flowSet),
      printedUse.flowReadings ?? '',
      withoutTrailingZeros(printedUse.flowBefore),
      withoutTrailingZeros(printedUse.flowAfter),
      withoutTrailingZeros(printedUse.flowDeviation),
      labelIn('flowVerdict', printedUse.flowVerdict),
    ]),
  };
}

/** Builds 设备出入库记录: instruments, condition at issue and return, and flows (DOMAIN §1.5). */
export function equipmentDocument(paperHead: PaperHead, printedUses: readonly PrintedUse[]): PrintDocument {
  const flowUses = printedUses.filter(({ flowBefore, flowAfter }) => flowBefore !== null || flowAfter !== null);
  const distinctTexts = (textOf: (printedUse: PrintedUse) => string) =>
    [...new Set(printedUses.map(textOf).filter(Boolean))].join('、');
  return projectPaper(paperHead, {
    title: archiveTexts.titles.equipment,
    formNo: flowUses.length > 0 ? 'F.1、F.2' : 'F.1',
    no: paperHead.project.code,
    blocks: [
      { kind: 'facts', label: '项目', pairs: 3, facts: projectFacts(paperHead) },
      {
        kind: 'table',
        title: archiveTexts.titles.equipment,
        columns: [
          { heading: '设备编号', least: 20 },
          { heading: '设备名称', least: 30 },
          { heading: '型号' },
          { heading: '出库时间', least: 26 },
          { heading: '领用人' },
          { heading: '出库状况' },
          { heading: '入库时间', least: 26 },
          { heading: '归还人' },
          { heading: '入库状况' },
          { heading: '备注' },
        ],
        rows: printedUses.map((printedUse) => [
          printedUse.eqpNo,
          printedUse.eqpName,
          printedUse.model ?? '',
          toMinute(printedUse.outAt),
          printedUse.outBy,
          labelIn('equipmentCondition', printedUse.outCondition),
          toMinute(printedUse.inAt),
          printedUse.inBy,
          labelIn('equipmentCondition', printedUse.inCondition),
          printedUse.remark ?? '',
        ]),
      },
      ...(flowUses.length > 0 ? ([{ kind: 'heading', text: '流量校准' }, flowTable(flowUses)] as const) : []),
    ],
    signers: [
      {
        label: '领用人',
        name: distinctTexts(({ outBy }) => outBy),
        on: distinctTexts(({ outAt }) => outAt.slice(0, 10)),
      },
      { label: '归还人', name: distinctTexts(({ inBy }) => inBy), on: distinctTexts(({ inAt }) => inAt.slice(0, 10)) },
    ],
  });
}
