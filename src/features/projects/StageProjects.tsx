import { Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Action, ListEditor, type ListPage, type WriteRight } from '@/listEditor';
import { useReadsOnly } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import type { Stage } from '@contract/features/projects/projectMachine';
import type { RoutePath } from '@contract/routes';
import { DueCell } from './lists/DueCell';
import { projectAddress } from './projectQuery';
import styles from './projects.module.css';

interface StageProjectsProps {
  readonly title: string;
  /** Page that a row opens. */
  readonly path: RoutePath;
  /** Stages in which projects wait for this page's work. */
  readonly stages: readonly Stage[];
  /** Later stages with read access; together with `stages` they are 全部. */
  readonly laterStages: readonly Stage[];
  /** Work on a project that a row opens. */
  readonly worksBy: WriteRight;
  readonly actions?: readonly Action[];
  /** Only ordinary projects by default; null for all. */
  readonly incoming?: boolean | null;
}

const columns = ['code', 'belongInspect', 'type', 'stage', 'leader', 'plannedOn', 'dueOn', 'stageSince'];
const filters = ['code', 'belongInspect', 'type', 'leader', 'dueOn'];

/** Lists the projects of a page. A row opens the page with the twelve query parameters (SPEC §2). */
export function StageProjects({
  title,
  path,
  stages,
  laterStages,
  worksBy,
  actions,
  incoming = false,
}: StageProjectsProps) {
  const navigate = useNavigate();
  // A person with only read access has no waiting work.
  const [showsAll, setShowsAll] = useState(useReadsOnly());
  const renderAbove = useCallback(
    () => (
      <div className={styles.choice}>
        <Segmented
          aria-label="范围"
          value={showsAll ? 'all' : 'waiting'}
          options={[
            { value: 'waiting', label: '待办理' },
            { value: 'all', label: '全部' },
          ]}
          onChange={(value) => setShowsAll(value === 'all')}
        />
      </div>
    ),
    [showsAll],
  );
  const page = useMemo<ListPage>(
    () => ({
      entity: projectEntity,
      title,
      columns,
      filters,
      cards: true,
      abilities: [],
      worksBy,
      fixedQuery: {
        ...(incoming === null ? {} : { incoming }),
        stage: showsAll ? [...stages, ...laterStages] : [...stages],
      },
      cells: { dueOn: DueCell },
      empty: showsAll ? '还没有项目' : '没有待办理的项目',
      slots: { aboveList: renderAbove },
      ...(actions ? { actions } : {}),
    }),
    [title, showsAll, stages, laterStages, worksBy, actions, incoming, renderAbove],
  );
  return <ListEditor page={page} onOpen={(row: AnyRow) => void navigate(projectAddress(path, row))} />;
}
