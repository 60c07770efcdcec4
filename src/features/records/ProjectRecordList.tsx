import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { DueCell } from '@/features/projects/lists/DueCell';
import { projectAddress } from '@/features/projects/projectQuery';
import { ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import type { Stage } from '@contract/features/projects/projectMachine';
import { recordProject } from '@contract/features/records/recordProject';
import type { RoutePath } from '@contract/routes';
import { ProgressCell } from './ProgressCell';

interface ProjectRecordListProps {
  readonly title: string;
  /** Page that a row opens. */
  readonly path: RoutePath;
  readonly incoming: boolean;
  /** Stages to list; all by default. */
  readonly stages?: readonly Stage[];
}

const ordinaryColumns = [
  'code',
  'belongInspect',
  'type',
  'stage',
  'progress',
  'leader',
  'createYear',
  'dueOn',
  'stageSince',
];
const incomingColumns = [
  'code',
  'customer',
  'projectName',
  'stage',
  'progress',
  'leader',
  'createYear',
  'dueOn',
  'stageSince',
];
const filters = ['code', 'belongInspect', 'stage', 'createYear', 'type', 'leader', 'dueOn'];

/**
 * Lists projects with the progress of their records. A click on a row opens the project's records. Three menu entries
 * use this list with different stages.
 */
export function ProjectRecordList({ title, path, incoming, stages }: ProjectRecordListProps) {
  const navigate = useNavigate();
  const page = useMemo<ListPage>(
    () => ({
      entity: recordProject,
      title,
      columns: incoming ? incomingColumns : ordinaryColumns,
      filters: stages ? filters.filter((name) => name !== 'stage') : filters,
      abilities: [],
      fixedQuery: { incoming, ...(stages ? { stage: [...stages] } : {}) },
      cells: { progress: ProgressCell, dueOn: DueCell },
    }),
    [title, incoming, stages],
  );
  const open = useCallback((row: AnyRow) => void navigate(projectAddress(path, row)), [navigate, path]);
  return <ListEditor page={page} onOpen={open} />;
}
