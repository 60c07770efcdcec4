import { Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { exportMany } from '@/api/download';
import { projectAddress } from '@/features/projects/projectQuery';
import { defineAction, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { archiveProject, exportArchivePermissions } from '@contract/features/archive/archiveProject';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { Stage } from '@contract/features/projects/projectMachine';
import type { RoutePath } from '@contract/routes';
import { DocumentsCell } from './DocumentsCell';
import { RetainCell } from './RetainCell';
import styles from '@/features/projects/projects.module.css';

export interface ArchiveChoice {
  readonly label: string;
  readonly stages: readonly Stage[];
}

interface ArchiveProjectsProps {
  readonly title: string;
  /** Page of an ordinary project. Projects with the client's samples have another address (SPEC §2). */
  readonly detailPath: RoutePath;
  /** The first choice is selected initially. */
  readonly choices: readonly [ArchiveChoice, ...ArchiveChoice[]];
}

const incomingPath: RoutePath = '/lab/incomingsample/qualityControlNew/index/page/detail';
const projectColumns = [
  'code',
  'belongInspect',
  'stage',
  'documents',
  'archivedOn',
  'retainUntil',
  'reportNos',
  'issuedOn',
  'archivedBy',
  'shelfNo',
  'boxNo',
  'type',
  'incoming',
];
const projectFilters = [
  'code',
  'belongInspect',
  'reportNos',
  'archivedOn',
  'type',
  'incoming',
  'retainUntil',
  'archivedBy',
  'createYear',
];

const exportArchives = defineAction({
  key: 'pack',
  label: archiveTexts.pack,
  place: 'selection',
  permission: exportArchivePermissions,
  async run({ ids, editor }) {
    await exportMany('archives', ids);
    editor.clearSelection();
  },
});

/**
 * List of projects with their archives: whether the project waits or is archived, the end of the retention, and the
 * place of storage. Several menu entries use it with different choices.
 */
export function ArchiveProjects({ title, detailPath, choices }: ArchiveProjectsProps) {
  const navigate = useNavigate();
  const [chosenLabel, setChosenLabel] = useState(choices[0].label);
  const { stages } = choices.find(({ label }) => label === chosenLabel) ?? choices[0];
  const renderScope = useCallback(
    () => (
      <div className={styles.choice}>
        <Segmented
          aria-label="范围"
          value={chosenLabel}
          options={choices.map(({ label }) => label)}
          onChange={setChosenLabel}
        />
      </div>
    ),
    [chosenLabel, choices],
  );
  const page = useMemo<ListPage>(
    () => ({
      entity: archiveProject,
      title,
      columns: projectColumns,
      filters: projectFilters,
      abilities: [],
      actions: [exportArchives],
      fixedQuery: { stage: [...stages] },
      cells: { documents: DocumentsCell, retainUntil: RetainCell },
      slots: { aboveList: renderScope },
    }),
    [title, stages, renderScope],
  );
  const open = useCallback(
    (row: AnyRow) => void navigate(projectAddress(row['incoming'] === true ? incomingPath : detailPath, row)),
    [navigate, detailPath],
  );
  return <ListEditor page={page} onOpen={open} />;
}
