import { DictCell, emptyCellText } from '@/fields';
import type { DataTableColumn } from '@/grid/DataTable';
import type { LabourClass } from '@contract/arithmetic/limits/limitConditions';
import { verdictLabel, verdicts } from '@contract/arithmetic/limits/resultJudgement';
import { type RiskRow, shareText } from '@contract/features/risk/assessPosts';
import { dustCalculation } from '@contract/features/risk/dustCalculation';
import styles from './pageRiskDetail.module.css';

export const rowKey = ({ workshop, place, hazard }: RiskRow): string => `${workshop ?? ''}/${place}/${hazard}`;

const toneOf = (level: number): string => (level >= 4 ? 'bad' : level === 3 ? 'waiting' : 'good');
const placeText = ({ workshop, place }: RiskRow): string => (workshop ? `${workshop}　${place}` : place);

/** Place, hazard, result, limit and verdict. */
const valueColumns: readonly DataTableColumn<RiskRow>[] = [
  { key: 'place', title: '车间与岗位', width: 190, fixed: 'left', text: placeText, render: placeText },
  {
    key: 'hazardName',
    title: '危害因素',
    width: 130,
    text: ({ hazardName }) => hazardName,
    render: ({ hazardName }) => hazardName,
  },
  {
    key: 'text',
    title: '结果',
    width: 80,
    align: 'right',
    text: ({ value }) => value?.text ?? emptyCellText,
    render: ({ value }) => value?.text ?? emptyCellText,
  },
  {
    key: 'kind',
    title: '限值类别',
    width: 126,
    render: ({ value }) => <DictCell dict="limitKind" value={value?.kind} />,
  },
  { key: 'limit', title: '限值', width: 72, align: 'right', render: ({ value }) => value?.limit ?? emptyCellText },
  { key: 'unit', title: '单位', width: 76, render: ({ value }) => value?.unit ?? emptyCellText },
  {
    key: 'share',
    title: 'C/OEL',
    width: 76,
    align: 'right',
    render: ({ value, category }) =>
      value && category !== 'physical' ? <span title={value.share}>{shareText(value.share)}</span> : emptyCellText,
  },
  {
    key: 'verdict',
    title: '判定',
    width: 86,
    render: ({ verdict }) => (
      <span className={styles.tone} data-tone={verdicts.find(({ value }) => value === verdict)?.tone}>
        {verdictLabel(verdict)}
      </span>
    ),
  },
  {
    key: 'exposureLevel',
    title: '接触水平',
    width: 80,
    render: ({ exposureLevel }) => (exposureLevel === null ? emptyCellText : `${exposureLevel}级`),
  },
];

const exposureRatioColumn: readonly DataTableColumn<RiskRow>[] = [
  {
    key: 'contact',
    title: '接触比值',
    width: 100,
    text: ({ exposureRatio }) => (exposureRatio ? `${exposureRatio.level} ${exposureRatio.label}` : emptyCellText),
    render: ({ exposureRatio, missingRatioReason }) =>
      exposureRatio ? (
        <span className={styles.tone} data-tone={toneOf(exposureRatio.level)}>
          {exposureRatio.level} {exposureRatio.label}
        </span>
      ) : (
        <span title={missingRatioReason ?? ''}>{emptyCellText}</span>
      ),
  },
];

export function detailColumns(
  labour: ReadonlyMap<string, LabourClass>,
  onOpen: (row: RiskRow) => void,
): readonly DataTableColumn<RiskRow>[] {
  return [
    ...valueColumns,
    ...exposureRatioColumn,
    {
      key: 'grade',
      title: '粉尘/噪声分级',
      width: 128,
      render: (row) => {
        const dust = dustCalculation(row, labour.get(rowKey(row)) ?? null);
        if (dust)
          return (
            <span className={styles.tone} data-tone={toneOf(dust.level + 1)}>
              {dust.label}
            </span>
          );
        if (row.noise)
          return (
            <span className={styles.tone} data-tone={row.noise === '轻度' ? 'waiting' : 'bad'}>
              {row.noise}
            </span>
          );
        return row.category === 'dust' && row.silica !== null ? (
          <button type="button" className={styles.link} onClick={() => onOpen(row)}>
            选择劳动强度
          </button>
        ) : (
          emptyCellText
        );
      },
    },
    {
      key: 'act',
      title: '操作',
      width: 64,
      fixed: 'right',
      render: (row) => (
        <button type="button" className={styles.link} onClick={() => onOpen(row)}>
          过程
        </button>
      ),
    },
  ];
}
