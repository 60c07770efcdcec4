import type { Row } from '@contract/entity';
import { currentFace } from '@contract/print/paperEdition';
import { labelIn, withoutTrailingZeros } from '@contract/print/paperHead';
import type { PrintDocument } from '@contract/print/printDocument';
import type { labRun } from '../entities/labRun';
import type { labRunInjection } from '../entities/labRunInjection';

export const sequenceTitle = '进样序列';

interface SequencePaper {
  readonly agency: string;
  readonly run: Row<typeof labRun>;
  /** Injections in their order. */
  readonly rows: readonly Row<typeof labRunInjection>[];
}

/**
 * Builds 进样序列, for use in the laboratory: the positions of the vials on the instrument, in the order of injection.
 */
export function sequenceDocument({ agency, run, rows }: SequencePaper): PrintDocument {
  const samples = rows.filter(({ injectionKind }) => ['sample', 'blank'].includes(String(injectionKind))).length;
  return {
    title: sequenceTitle,
    ...currentFace,
    agency,
    corner: '',
    blocks: [
      {
        kind: 'facts',
        label: '分析批',
        pairs: 3,
        facts: [
          { label: '分析批编号', value: run.runNo ?? '' },
          { label: '检测日期', value: run.runDate },
          { label: '检测人', value: String(run.analystName ?? '') },
          { label: '检测仪器', value: String(run.instrumentName ?? '') },
          { label: '检测地点', value: run.room ?? '' },
          { label: '环境温度(℃)', value: withoutTrailingZeros(run.envTemperature) },
          { label: '相对湿度(%)', value: withoutTrailingZeros(run.envHumidity) },
          { label: '进样数', value: `${rows.length}针，其中样品与现场空白${samples}个` },
          { label: '检测方法', value: (run.methodsName ?? []).join('；'), wide: true },
          { label: '标准物质', value: String(run.standardName ?? '') },
          { label: '标准储备液浓度(μg/mL)', value: run.stock ?? '' },
          { label: '标准系列定容体积(mL)', value: withoutTrailingZeros(run.finalVolume) },
          { label: '备注', value: run.remark ?? '', wide: true },
        ],
      },
      {
        kind: 'table',
        title: sequenceTitle,
        columns: [
          { heading: '序号', align: 'center', least: 8 },
          { heading: '进样位', align: 'center', least: 14 },
          { heading: '样品名', least: 36 },
          { heading: '类型', align: 'center', least: 20 },
          { heading: '浓度点', align: 'center', least: 10 },
          { heading: '标准溶液体积(mL)', align: 'right' },
          { heading: '进样时间', align: 'center', least: 30 },
          { heading: '数据文件' },
          { heading: '备注', least: 20 },
        ],
        rows: rows.map((row, index) => [
          String(index + 1),
          row.vial ?? '',
          row.injectionName,
          labelIn('labInjectionKind', row.injectionKind),
          row.level === null ? '' : String(row.level),
          withoutTrailingZeros(row.standardVolume),
          row.injectedAt ?? '',
          row.dataFile ?? '',
          row.remark ?? '',
        ]),
      },
    ],
    signers: [{ label: '检测人', name: String(run.analystName ?? ''), on: run.runDate }],
    foot: run.runNo ?? '',
  };
}
