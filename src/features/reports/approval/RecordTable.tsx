import { Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router-dom';
import { DictCell, Tone } from '@/fields';
import type { ApprovalRecord } from '@contract/features/reports/approval/approvalWork';
import { signatureStates } from '@contract/workflow/signatureTexts';

function CheckSummaryText({ checks, checkRemark }: Pick<ApprovalRecord, 'checks' | 'checkRemark'>) {
  const { total, failed: failedCount, unjudgedCheckCount, missing, explained, reasons } = checks;
  if (failedCount) return <Tone tone="bad">{`${failedCount}项不合格`}</Tone>;
  if (unjudgedCheckCount) return <Tone tone="waiting">{`${unjudgedCheckCount}项未评价`}</Tone>;
  if (missing) {
    const missingNote = explained ? (
      <Tone tone="waiting">{`缺${missing}，已说明`}</Tone>
    ) : (
      <Tone tone="bad">{`缺${missing}，未说明`}</Tone>
    );
    return (
      <>
        {missingNote}
        {reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
        {total > 0 && <div>{`已做${total}项，合格`}</div>}
      </>
    );
  }
  return total ? <Tone tone="good">{`${total}项合格`}</Tone> : <span>{checkRemark ? `无：${checkRemark}` : '无'}</span>;
}

const columns: TableColumnsType<ApprovalRecord> = [
  {
    title: '记录编号',
    dataIndex: 'sheetNo',
    render: (no: string, { path, corrected }) => (
      <>
        <Link to={path}>{no}</Link>
        {corrected && <Tone tone="waiting">更正</Tone>}
      </>
    ),
  },
  { title: '检测项目', dataIndex: 'hazardName' },
  { title: '检测依据', dataIndex: 'methodTitle' },
  { title: '样品数', dataIndex: 'samples', align: 'right', width: 76 },
  { title: '状态', dataIndex: 'state', render: (state: string) => <DictCell dict="recordState" value={state} /> },
  {
    title: '检测人、复核人、审核人',
    dataIndex: 'signers',
    render: (signers: readonly string[], { analystName, broken }) => (
      <>
        {signers.length ? signers.join('、') : (analystName ?? '—')}
        {broken.length > 0 && (
          <>
            {' '}
            <Tone tone="bad">{signatureStates.invalid.label}</Tone>
          </>
        )}
      </>
    ),
  },
  { title: '质控', render: (_, record) => <CheckSummaryText {...record} /> },
];

/** Lists the project's records with signatures and checks. A number opens the record. */
export function RecordTable({ records }: { readonly records: readonly ApprovalRecord[] }) {
  return (
    <Table<ApprovalRecord>
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={[...records]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: '没有检测记录' }}
    />
  );
}
