import { Empty, Table, type TableColumnsType, Tooltip } from 'antd';
import { Tone } from '@/fields';
import { verdicts } from '@contract/arithmetic/limits/resultJudgement';
import { boundText, type JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import { measuredLabel } from '@contract/features/reports/reportResults';

interface ResultLine extends JudgedValue {
  readonly key: string;
  readonly post: JudgedPost;
}

function VerdictText({ value }: { readonly value: string }) {
  const matchingVerdict = verdicts.find((verdict) => verdict.value === value);
  return matchingVerdict ? <Tone tone={matchingVerdict.tone}>{matchingVerdict.label}</Tone> : null;
}

const columns: TableColumnsType<ResultLine> = [
  { title: '岗位', render: (_, { post }) => [post.workshop, post.place].filter(Boolean).join('/') },
  { title: '采样点/对象', dataIndex: 'point', render: (point: string) => point || '—' },
  { title: '因素', render: (_, { post }) => post.hazardName },
  { title: '采样日期', dataIndex: 'day', width: 108 },
  { title: '类型', dataIndex: 'kind', render: (kind: string) => measuredLabel(kind) },
  {
    title: '结果',
    align: 'right',
    render: (_, { text, unit, working, measured }) => (
      <Tooltip
        title={[working, measured && measured.num !== text ? `修约前${measured.num}` : ''].filter(Boolean).join('；')}
      >
        <span>
          {text || '—'} {unit}
        </span>
      </Tooltip>
    ),
  },
  {
    title: '限值',
    align: 'right',
    render: (_, { kind, limit, unit, standard }) => (
      <Tooltip title={standard ?? ''}>
        <span>{limit === null ? '—' : `${boundText({ kind, limit })} ${unit}`}</span>
      </Tooltip>
    ),
  },
  { title: '判定', width: 96, render: (_, { verdict }) => <VerdictText value={verdict} /> },
  { title: '说明', render: (_, { reason, post }) => [reason, ...post.notes].filter(Boolean).join('；') },
];

const verdictOrder = verdicts.map(({ value }) => value);

/** Lists judged values, failures first. The tooltip shows the calculation and the unrounded value. */
export function ResultTable({ posts }: { readonly posts: readonly JudgedPost[] }) {
  const resultLines = posts
    .flatMap((post, index) =>
      post.values.map((value, valueIndex): ResultLine => ({ ...value, post, key: `${index}.${valueIndex}` })),
    )
    .sort(
      (line, otherResultLine) => verdictOrder.indexOf(line.verdict) - verdictOrder.indexOf(otherResultLine.verdict),
    );
  return (
    <Table<ResultLine>
      size="small"
      columns={columns}
      dataSource={resultLines}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有结果" /> }}
    />
  );
}
