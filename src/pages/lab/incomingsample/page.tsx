import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { DueCell } from '@/features/projects/lists/DueCell';
import { NameByRule } from '@/features/projects/lists/NameByRule';
import { projectAddress, queryOfProject } from '@/features/projects/projectQuery';
import { defineAction, definePage, ListEditor } from '@/listEditor';
import { dictionaryEntries } from '@/session/dictionaryStore';
import type { AnyRow } from '@contract/entity';
import { viewArchivePermissions } from '@contract/features/archive/archiveProject';
import { incomingType } from '@contract/features/laboratory/incoming/incomingTexts';
import { project } from '@contract/features/projects/entities/project';

/**
 * Stages with an archive. Quality control can be viewed from the laboratory on; the archive is closed after the
 * report.
 */
const archivedStages = new Set<unknown>([
  'testing',
  'recordReview',
  'reporting',
  'reportReview',
  'issuing',
  'archived',
  'published',
]);

const toArchive = defineAction({
  key: 'archive',
  label: '质控归档',
  place: 'row',
  permission: viewArchivePermissions,
  enabled: ([row]) => archivedStages.has(row?.['stage']),
  run: ({ rows: [row], open }) =>
    row &&
    open('/lab/incomingsample/qualityControlNew/index/page/detail', queryOfProject(row) as Record<string, string>),
});

/** Returns the project type 来样检测, or the organization's own code for it. */
const typeOfIncoming = async (): Promise<string> =>
  (await dictionaryEntries('projectType')).find(({ value }) => value === incomingType)?.replacedBy ?? incomingType;

const list = definePage({
  entity: project,
  url: 'api/project',
  title: '来样项目',
  columns: [
    'code',
    'projectName',
    'customer',
    'belongInspect',
    'stage',
    'stageSince',
    'leader',
    'dueOn',
    'type',
    'createTime',
  ],
  filters: ['code', 'projectName', 'customer', 'stage', 'belongInspect', 'leader', 'dueOn', 'createTime'],
  form: [
    { title: '项目', fields: ['code', 'projectName', 'customer', 'belongInspect', 'type', 'createYear', 'jcbgFlag'] },
    { title: '合同与工期', fields: ['contractNo', 'contractOn', 'plannedOn', 'dueOn', 'workScope'] },
    { title: '人员', fields: ['leader', 'team', 'remark'] },
  ],
  // Applied to new projects, too: the list adds projects of its own kind.
  fixedQuery: { incoming: true },
  // Preset but not fixed, because an organization may have its own project type for them.
  before: { open: async ({ action }) => (action === 'add' ? { type: await typeOfIncoming() } : true) },
  sections: [{ after: 'type', component: NameByRule }],
  cells: { dueOn: DueCell },
  actions: [toArchive],
  abilities: ['add', 'edit', 'del', 'restore', 'export'],
});

/** 来样管理: projects of samples that the client delivers. A row opens its samples. */
export default function IncomingProjectsPage() {
  const navigate = useNavigate();
  const open = useCallback(
    (row: AnyRow) => void navigate(projectAddress('/lab/incomingsample/projectManage/index/sampleInfoPush', row)),
    [navigate],
  );
  return <ListEditor page={list} onOpen={open} />;
}
