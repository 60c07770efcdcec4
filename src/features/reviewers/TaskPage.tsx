import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import type { AnyRow } from '@contract/entity';
import { DictCell, missing } from '@/fields';
import { type Thing, ThingPage } from '@/features/projects/thing/ThingPage';
import { CheckForm } from './CheckForm';
import { Findings } from './Findings';
import { Outcome } from './Outcome';
import { TaskPapers } from './TaskPapers';

const text = (value: unknown): string => (value === null || value === undefined || value === '' ? missing : String(value));

const facts = (row: AnyRow) => [
  { label: '项目', value: text(row.projectName) },
  { label: '检查表', value: <DictCell dict="outsideForm" value={row.checkForm} /> },
  { label: '检查人', value: text(row.reviewerName) },
  { label: '要求完成', value: text(row.dueOn) },
  { label: '得分', value: text(row.score) },
  { label: '检查要求', value: text(row.requirement) },
];

const tabs = (thing: Thing) => [
  { key: 'form', label: '检查表', children: <CheckForm {...thing} /> },
  { key: 'findings', label: `检查发现（${Number(thing.row.findingCount ?? 0)}）`, children: <Findings {...thing} /> },
  { key: 'papers', label: '被检资料', children: <TaskPapers {...thing} /> },
  { key: 'outcome', label: '费用与积分', children: <Outcome {...thing} /> },
];

const notes = {
  submit: '提交后检查表和问题不能再修改，由实验室逐项答复。',
  pass: '没有发现问题。关闭后按规则计算费用与积分，不能再修改。',
  answer: '提交后由检查人复核，答复不能再修改。',
  close: '关闭后按规则计算费用与积分，不能再修改。',
} as const;
const alsoStale = [outsideItem.path, outsideFinding.path, 'outsideOutcome', 'api/dashboard'] as const;

/** 第三方质控: the check form, what was found and answered, the papers that are checked, and what it brought. */
export function TaskPage({ id }: { readonly id: number }) {
  return <ThingPage key={id} entity={outsideTask} id={id} stateDict="outsideTaskState" facts={facts} tabs={tabs} notes={notes} alsoStale={alsoStale} />;
}
