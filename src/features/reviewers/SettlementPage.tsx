import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { type WorkflowRowProps, WorkflowRowPage } from '@/features/projects/workflowRow/WorkflowRowPage';
import { emptyCellText } from '@/fields';
import { Notice } from '@/lib/notice/Notice';
import { FittedPaper } from '@/lib/print/FittedPaper';
import type { AnyRow } from '@contract/entity';
import { outsideFee } from '@contract/features/reviewers/entities/outsideFee';
import { settlement } from '@contract/features/reviewers/entities/settlement';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { statementDocument, type StatementFacts } from '@contract/features/reviewers/rewardStatement';
import { layOut } from '@contract/print/pageLayout';
import { downloadTaskFile } from './reviewerCalls';

const textOrEmpty = (value: unknown): string =>
  value === null || value === undefined || value === '' ? emptyCellText : String(value);

const factsOf = (row: AnyRow) => [
  { label: '检查人', value: textOrEmpty(row.reviewerName) },
  { label: '费用期间', value: `${textOrEmpty(row.fromOn)} 至 ${textOrEmpty(row.untilOn)}` },
  { label: '费用', value: `${textOrEmpty(row.feeCount)}笔，${textOrEmpty(row.total)}元` },
  { label: '支付日期', value: textOrEmpty(row.paidOn) },
];

/** The statement as printed. */
function SettlementStatement({ row }: WorkflowRowProps) {
  const { data, error } = useQuery({
    queryKey: ['list', settlement.path, 'statement', row.id, row.version],
    queryFn: async ({ signal }) =>
      (await client.get<StatementFacts>(`${settlement.path}/statement/${row.id}`, { signal, quiet: true })).data,
    retry: false,
  });
  const laidOutPaper = useMemo(() => (data ? layOut(statementDocument(data)) : null), [data]);
  if (error) return <Notice title="结算单加载失败" text={failureOf(error).pageText} />;
  return laidOutPaper ? <FittedPaper laidOutPaper={laidOutPaper} /> : <Skeleton active />;
}

const tabsOf = (rowProps: WorkflowRowProps) => [
  { key: 'statement', label: '结算单', children: <SettlementStatement {...rowProps} /> },
];

const actionsOf = ({ row }: WorkflowRowProps) => {
  const downloadAs = (kind: 'xlsx' | 'pdf') =>
    void downloadTaskFile(
      `${settlement.path}/statement/${row.id}/${kind}`,
      `${outsideTexts.statement}-${String(row.settlementNo)}`,
      kind,
    ).catch(() => undefined);
  return (
    <>
      <Button onClick={() => downloadAs('xlsx')}>下载Excel</Button>
      <Button onClick={() => downloadAs('pdf')}>下载PDF</Button>
    </>
  );
};

const notes = {
  confirm: '确认后由实验室支付，金额不能再修改。',
  pay: '登记后结算单内的费用都记为已支付。',
  void: '作废后其中的费用回到未结算，可以重新结算。',
} as const;
const alsoStale = [outsideFee.path, 'api/dashboard'] as const;

export function SettlementPage({ id }: { readonly id: number }) {
  return (
    <WorkflowRowPage
      key={id}
      entity={settlement}
      id={id}
      stateDict="settlementState"
      facts={factsOf}
      tabs={tabsOf}
      actions={actionsOf}
      notes={notes}
      alsoStale={alsoStale}
    />
  );
}
