import { Link } from 'react-router-dom';
import { missing } from '@/fields';
import type { DataTableColumn, TableSort } from '@/grid/DataTable';
import { exposureLevelLabel } from '@contract/features/risk/assessPosts';
import type { UnitRiskLine } from '@contract/features/risk/riskWire';
import { unitRiskClasses, unitRiskLabel } from '@contract/features/risk/unitRisk';
import styles from './risk.module.css';

export const detailAddress = ({ unit, unitName }: Pick<UnitRiskLine, 'unit' | 'unitName'>): string =>
  `/riskPage/pageRiskDetail?${new URLSearchParams({ belongInspect: String(unit), belongInspectName: unitName }).toString()}`;

const levelText = ({ exposureLevel }: UnitRiskLine): string =>
  exposureLevel === null ? missing : `${exposureLevel}级　${exposureLevelLabel(exposureLevel) ?? ''}`;
const contactText = ({ contactLevel, contactLabel }: UnitRiskLine): string =>
  contactLevel === null ? missing : `${contactLevel}　${contactLabel ?? ''}`;
const toneOf = ({ risk }: UnitRiskLine): string =>
  unitRiskClasses.find(({ value }) => value === risk.class)?.tone ?? 'quiet';
const count = (number: number | null): string => (number === null ? missing : String(number));

export const riskColumns: readonly DataTableColumn<UnitRiskLine>[] = [
  {
    key: 'unitName',
    title: '受检单位',
    width: 230,
    fixed: 'left',
    sortable: true,
    text: ({ unitName }) => unitName,
    render: (line) => <Link to={detailAddress(line)}>{line.unitName}</Link>,
  },
  {
    key: 'risk',
    title: '风险等级',
    width: 100,
    sortable: true,
    text: ({ risk }) => unitRiskLabel(risk.class),
    render: (line) => (
      <span className={styles.tone} data-tone={toneOf(line)} title={line.risk.working}>
        {unitRiskLabel(line.risk.class)}
      </span>
    ),
  },
  { key: 'posts', title: '判定岗位', width: 104, align: 'right', sortable: true, render: ({ posts }) => posts },
  {
    key: 'exceeding',
    title: '不符合岗位',
    width: 118,
    align: 'right',
    sortable: true,
    render: ({ exceeding }) => (exceeding > 0 ? <b className={styles.bad}>{exceeding}</b> : 0),
  },
  { key: 'exposureLevel', title: '最高接触水平', width: 214, sortable: true, text: levelText, render: levelText },
  { key: 'contactLevel', title: '最高接触比值', width: 116, sortable: true, text: contactText, render: contactText },
  {
    key: 'exposedCount',
    title: '接触人数',
    width: 108,
    align: 'right',
    sortable: true,
    render: ({ exposedCount }) => count(exposedCount),
  },
  { key: 'on', title: '采样日期', width: 104, sortable: true, render: ({ on }) => on ?? missing },
  { key: 'code', title: '项目编号', width: 116, mono: true, text: ({ code }) => code, render: ({ code }) => code },
];

const order = unitRiskClasses.map(({ value }) => value as string);
const levels = ['0', 'Ⅰ', 'Ⅱ', 'Ⅲ', 'Ⅳ'];

function sortKey(line: UnitRiskLine, field: string): number | string {
  if (field === 'risk') return order.indexOf(line.risk.class ?? '');
  if (field === 'exposureLevel') return levels.indexOf(line.exposureLevel ?? '');
  if (field === 'unitName' || field === 'on') return line[field] ?? '';
  return line[field as 'posts' | 'exceeding' | 'contactLevel' | 'exposedCount'] ?? -1;
}

/** Sorts by a column; without one the order is newest first, as received. */
export function sortedLines(lines: readonly UnitRiskLine[], sort: TableSort | null): readonly UnitRiskLine[] {
  if (!sort) return lines;
  const sign = sort.order === 'asc' ? 1 : -1;
  return [...lines].sort((a, b) => {
    const [one, other] = [sortKey(a, sort.field), sortKey(b, sort.field)];
    return (
      sign *
      (typeof one === 'string' || typeof other === 'string'
        ? String(one).localeCompare(String(other), 'zh-CN')
        : one - other)
    );
  });
}
