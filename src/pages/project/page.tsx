import { project } from '@contract/entities/project/project';
import type { AnyRow } from '@contract/entity';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import { DueCell } from '@/projects/DueCell';
import { pathOfStage, projectAddress } from '@/projects/projectQuery';
import { ProjectPanel } from './parts/ProjectPanel';

const list = definePage({
  entity: project,
  columns: ['code', 'projectName', 'belongInspect', 'customer', 'type', 'stage', 'stageSince', 'leader', 'plannedOn', 'dueOn', 'createTime'],
  filters: ['code', 'projectName', 'belongInspect', 'stage', 'type', 'leader', 'dueOn', 'createTime'],
  form: [
    { title: '项目', fields: ['code', 'projectName', 'belongInspect', 'customer', 'type', 'createYear', 'jcbgFlag', 'typeGl', 'projectIdGl'] },
    { title: '合同与工期', fields: ['contractNo', 'contractOn', 'plannedOn', 'dueOn', 'workScope'] },
    { title: '人员', fields: ['leader', 'team', 'remark'] },
  ],
  cells: { dueOn: DueCell },
  can: ['add', 'edit', 'copy', 'del', 'restore'],
});

/** 项目管理: a row opens the page of its stage (SPEC §2); what has none yet, or none any more, opens beside the list. */
export default function ProjectListPage() {
  const navigate = useNavigate();
  const [shown, setShown] = useState<AnyRow | null>(null);
  const open = useCallback(
    (row: AnyRow) => {
      const path = row.deleteTime ? undefined : pathOfStage(row.stage);
      if (path) void navigate(projectAddress(path, row));
      else setShown(row);
    },
    [navigate],
  );
  const page = useMemo<ListPage>(
    () => ({ ...list, actions: [defineAction({ key: 'handle', label: '办理', at: 'row', run: ({ rows: [row] }) => setShown(row ?? null) })] }),
    [],
  );
  return (
    <>
      <ListEditor page={page} onOpen={open} />
      <ProjectPanel row={shown} onClose={() => setShown(null)} />
    </>
  );
}
