import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { definePage, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { ReviewerInput } from './ReviewerInput';

const list = definePage({
  entity: outsideTask,
  url: 'api/sfQualityDetail',
  columns: [
    'taskNo',
    'project',
    'checkForm',
    'reviewer',
    'state',
    'dueOn',
    'score',
    'findingCount',
    'submittedOn',
    'closedOn',
    'conclusion',
    'createTime',
  ],
  filters: ['taskNo', 'project', 'state', 'reviewer', 'checkForm', 'dueOn', 'closedOn'],
  form: ['project', 'reviewer', 'checkForm', 'dueOn', 'requirement'],
  abilities: ['add', 'edit', 'export'],
  inputs: { reviewer: ReviewerInput },
});

const taskAddress = (id: number): string => `/sfQualityDetail/sfQualityDetail?id=${id}`;

/** 第三方质控任务: all of the laboratory's, or a reviewer's own; optionally of one project. */
export function TaskList({ project = null }: { readonly project?: number | null }) {
  const navigate = useNavigate();
  const open = useCallback((row: AnyRow) => void navigate(taskAddress(row.id)), [navigate]);
  const page = useMemo<ListPage>(() => (project === null ? list : { ...list, fixedQuery: { project } }), [project]);
  return <ListEditor page={page} onOpen={open} />;
}
