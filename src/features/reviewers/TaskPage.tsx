import dayjs from 'dayjs';
import { type WorkflowRowProps, WorkflowRowPage } from '@/features/projects/workflowRow/WorkflowRowPage';
import { DictCell, emptyCellText } from '@/fields';
import type { AnyRow } from '@contract/entity';
import { daysLeft } from '@contract/features/equipment/equipmentRules';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { CheckForm } from './CheckForm';
import { AskDay, RequestedDay } from './NewDayRequest';
import { TaskFindings } from './TaskFindings';
import { TaskOutcome } from './TaskOutcome';
import { TaskPapers } from './TaskPapers';

const textOrEmpty = (value: unknown): string =>
  value === null || value === undefined || value === '' ? emptyCellText : String(value);

const stepNames: Readonly<Record<string, string>> = {
  assigned: '等待检查人开始',
  checking: '检查人填写检查表',
  awaitingAnswer: '实验室答复问题',
  awaitingReview: '检查人复核答复',
  closed: '已完成',
  revoked: '已撤销',
  declined: '检查人已谢绝',
};
const stepOf = ({ state }: AnyRow): string => stepNames[String(state)] ?? emptyCellText;
const openStates = new Set(['assigned', 'checking']);
const dayOf = ({ dueOn, state }: AnyRow): string => {
  if (typeof dueOn !== 'string') return emptyCellText;
  return openStates.has(String(state))
    ? `${dueOn}（${outsideTexts.daysLeft(daysLeft(dueOn, dayjs().format('YYYY-MM-DD')))}）`
    : dueOn;
};

const factsOf = (row: AnyRow) => [
  { label: '受检单位', value: textOrEmpty(row.unitName) },
  { label: '项目', value: textOrEmpty(row.projectName) },
  { label: '检测类别', value: textOrEmpty(row.projectType) },
  { label: '检查表', value: <DictCell dict="outsideForm" value={row.checkForm} /> },
  { label: '当前步骤', value: stepOf(row) },
  { label: '检查人', value: textOrEmpty(row.reviewerName) },
  { label: '要求完成', value: dayOf(row) },
  { label: '得分', value: textOrEmpty(row.score) },
  { label: '检查要求', value: textOrEmpty(row.requirement) },
];

const tabsOf = (workflowRow: WorkflowRowProps) => [
  {
    key: 'form',
    label: '检查表',
    children: (
      <>
        <RequestedDay {...workflowRow} />
        <CheckForm {...workflowRow} />
      </>
    ),
  },
  {
    key: 'findings',
    label: `检查发现（${Number(workflowRow.row.findingCount ?? 0)}）`,
    children: <TaskFindings {...workflowRow} />,
  },
  { key: 'papers', label: '被检资料', children: <TaskPapers {...workflowRow} /> },
  { key: 'outcome', label: '费用与积分', children: <TaskOutcome {...workflowRow} /> },
];

const moveNotes = {
  submit: '提交后检查表和问题不能再修改，由实验室逐项答复。',
  decline: '谢绝后任务结束，由检测机构另行指派。',
  pass: '没有发现问题。关闭后按规则计算费用与积分，不能再修改。',
  answer: '提交后由检查人复核，答复不能再修改。',
  close: '关闭后按规则计算费用与积分，不能再修改。',
} as const;
const alsoStale = [outsideItem.path, outsideFinding.path, 'outsideOutcome', 'api/dashboard'] as const;

const askDay = (rowProps: WorkflowRowProps) => <AskDay {...rowProps} />;

/** 第三方质控: check form, findings with answers, checked papers, and fee. */
export function TaskPage({ id }: { readonly id: number }) {
  return (
    <WorkflowRowPage
      key={id}
      entity={outsideTask}
      id={id}
      stateDict="outsideTaskState"
      facts={factsOf}
      tabs={tabsOf}
      notes={moveNotes}
      alsoStale={alsoStale}
      actions={askDay}
    />
  );
}
