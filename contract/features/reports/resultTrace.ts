// Traceability of one result (溯源), by the questions of an assessor (ISO/IEC 17025 7.5.1). A missing item that the
// method requires is marked 缺失, never left out.

import type { FieldDifference } from '@contract/wire';

export interface TraceFact {
  readonly label: string;
  /** Text of the fact; empty where it is missing. */
  readonly value: string;
  readonly missing: boolean;
  /** Uploaded file that opens on the page. */
  readonly file: { readonly id: string; readonly name: string } | null;
  /** Address of the page that shows the fact. */
  readonly path: string | null;
}

export interface TraceGroup {
  readonly key: TraceKey;
  readonly title: string;
  readonly facts: readonly TraceFact[];
}

/** Answer of `GET api/labSheet/trace/:id?sample=`. */
export interface ResultTrace {
  readonly sheet: number;
  readonly sheetNo: string;
  readonly sample: number;
  readonly sampleNo: string;
  readonly hazardName: string;
  readonly result: string;
  readonly groups: readonly TraceGroup[];
}

/** Titles of the questions, in their usual order. */
export const traceTitles = {
  person: '谁做的，当日是否授权',
  sampling: '采样：仪器、证书、流量',
  custody: '样品流转与保存',
  readings: '读数与计算',
  curve: '标准曲线与审核',
  quality: '空白、平行样、加标与质控样',
  detection: '检出限与效率依据',
  lots: '标准物质、试剂与标准使用液配制',
  raw: '原始谱图与原始数据',
  changes: '修改及原因',
  signatures: '签名',
} as const;
export type TraceKey = keyof typeof traceTitles;

/** Maximum number of listed fields of an edit; the audit trail contains all of them. */
const maxFields = 6;

export const traceTexts = {
  title: '溯源',
  open: '溯源',
  missing: '缺失',
  intro: '选择一个结果，查看其人员、仪器、读数、曲线、质控、检出限、试剂、谱图、修改和签名',
  authorised: (from: string, until: string, no: string | null): string =>
    `${from} 至 ${until}${no ? `，证书${no}` : ''}`,
  usedAsItIs: (no: string, concentration: string): string => `直接使用标准物质${no}（${concentration}），未另行配制`,
  notOn: (day: string): string => `${day}没有有效的检测授权`,
  recordedBy: (name: string): string => `${name}（记录人）`,
  unchanged: '保存后没有修改',
  noTerm: '方法没有规定期限',
  /** Text about an edit. The first values of a row replace nothing, so they need no reason. */
  edited: (fields: readonly FieldDifference[], reason: string | null): string =>
    [
      ...fields
        .slice(0, maxFields)
        .map(({ label, before, after }) => `${label}：${before ? `${before} → ` : ''}${after || '空'}`),
      ...(fields.length > maxFields ? [`等${fields.length}个字段`] : []),
      !reason && fields.length > 0 && fields.every(({ before }) => !before)
        ? '首次填写'
        : `原因：${reason || '未写原因'}`,
    ].join('；'),
  counted: (gapCount: number): string => `共${gapCount}项缺失`,
  complete: '各项齐全',
  sampleMissing: '该样品不在这份检测记录中，请刷新后重试',
} as const;

/** Returns the number of missing facts in a trace. */
export const missingFactCount = ({ groups }: Pick<ResultTrace, 'groups'>): number =>
  groups.reduce((sum, { facts }) => sum + facts.filter(({ missing }) => missing).length, 0);
