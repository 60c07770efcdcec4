import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { DueCell } from '@/features/projects/DueCell';
import { projectAddress } from '@/features/projects/projectQuery';
import { ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import type { Stage } from '@contract/features/projects/projectMachine';
import { recordProject } from '@contract/features/records/recordProject';
import type { RoutePath } from '@contract/routes';
import { ProgressCell } from './ProgressCell';

export interface RecordProjectsProps {
  readonly title: string;
  /** Where a row leads to. */
  readonly path: RoutePath;
  readonly incoming: boolean;
  /** In which stages; every one unless told. */
  readonly stages?: readonly Stage[];
}

const ordinary = ['code', 'belongInspect', 'type', 'stage', 'progress', 'leader', 'createYear', 'dueOn', 'stageSince'];
const brought = ['code', 'customer', 'projectName', 'stage', 'progress', 'leader', 'createYear', 'dueOn', 'stageSince'];
const filters = ['code', 'belongInspect', 'stage', 'createYear', 'type', 'leader', 'dueOn'];

/**
 * The projects with their records' progress; a row opens its papers. One list for three entries of the menu, which
 * differ in what they show.
 */
export function RecordProjects({ title, path, incoming, stages }: RecordProjectsProps) {
  const navigate = useNavigate();
  const page = useMemo<ListPage>(
    () => ({
      entity: recordProject,
      title,
      columns: incoming ? brought : ordinary,
      filters: stages ? filters.filter((name) => name !== 'stage') : filters,
      can: [],
      fixedQuery: { incoming, ...(stages ? { stage: [...stages] } : {}) },
      cells: { progress: ProgressCell, dueOn: DueCell },
    }),
    [title, incoming, stages],
  );
  const open = useCallback((row: AnyRow) => void navigate(projectAddress(path, row)), [navigate, path]);
  return <ListEditor page={page} onOpen={open} />;
}
