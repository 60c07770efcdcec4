import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { DueCell } from '@/features/projects/lists/DueCell';
import { NameByRule } from '@/features/projects/lists/NameByRule';
import { panelParameter } from '@/features/projects/nextPages/todoAddress';
import { useNextPages } from '@/features/projects/nextPages/useNextPages';
import { projectAddress } from '@/features/projects/projectQuery';
import { todayText } from '@/lib/dateTexts';
import { deferredPart } from '@/lib/deferredPart';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { figureTexts } from '@contract/features/home/figures/figureTexts';
import { project } from '@contract/features/projects/entities/project';
import { proposedProject } from '@contract/features/projects/newProject';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { permissionOfMove } from '@contract/workflow/stateMachine';

const ProjectPanel = deferredPart<{ readonly row: AnyRow | null; readonly onClose: () => void }>(async () => {
  const [{ ProjectPanel: Panel }, { ScopedReview }] = await Promise.all([
    import('@/features/projects/ProjectPanel'),
    import('@/features/fieldwork/plan/ScopedReview'),
  ]);
  return (props) => <Panel {...props} Review={ScopedReview} />;
});

const incomingMarkStyle = {
  marginRight: 6,
  padding: '0 6px',
  border: '1px solid var(--ant-color-border)',
  borderRadius: 4,
  color: 'var(--ant-color-text-secondary)',
  fontSize: 12,
} as const;

/** Marks projects of samples that the client delivers, because their workflow differs. */
const NameCell = ({ row }: { readonly row: AnyRow }) => (
  <>
    {row.incoming ? <span style={incomingMarkStyle}>来样</span> : null}
    {String(row.projectName ?? '')}
  </>
);

const list = definePage({
  entity: project,
  url: 'api/project',
  columns: [
    'code',
    'projectName',
    'belongInspect',
    'type',
    'stage',
    'dueOn',
    'leader',
    'stageSince',
    'customer',
    'plannedOn',
    'createTime',
  ],
  filters: ['stage', 'code', 'belongInspect', 'leader', 'projectName', 'type', 'incoming', 'dueOn', 'createTime'],
  form: [
    {
      title: '项目',
      fields: [
        'code',
        'projectName',
        'belongInspect',
        'contact',
        'customer',
        'type',
        'createYear',
        'incoming',
        'takenOverAt',
        'jcbgFlag',
        'typeGl',
        'projectIdGl',
      ],
    },
    { title: '合同与工期', fields: ['contractNo', 'contractOn', 'plannedOn', 'dueOn', 'workScope'] },
    { title: '人员', fields: ['leader', 'team', 'remark'] },
  ],
  sections: [{ after: 'type', component: NameByRule }],
  widths: { code: 136, projectName: 140 },
  cells: { dueOn: DueCell, projectName: NameCell },
  abilities: ['add', 'edit', 'copy', 'del', 'restore', 'import', 'export'],
});

const publishAction = defineAction({
  key: 'publish',
  label: '公示',
  place: 'row',
  permission: [permissionOfMove(reportMachine, { key: 'publish' })],
  enabled: ([row]) => row?.stage === 'archived',
  run: ({ rows: [row], open }) => row && open('/reportPreviewNew', { belongProject: String(row.id), publish: '1' }),
});

const idListPattern = /^\d{1,10}(,\d{1,10})*$/;

/** Heading of a list that shows the projects behind a figure of the home page. */
function FigureListHeading() {
  const [search] = useSearchParams();
  const count = (search.get('ids') ?? '').split(',').length;
  const total = Number(search.get('of'));
  return (
    <p style={{ margin: '0 0 8px' }}>
      {total > count ? figureTexts.narrowedCut(count, total) : figureTexts.narrowed(count)}
      {'　'}
      <Link to="/project/index">{figureTexts.showAll}</Link>
    </p>
  );
}

/**
 * 项目管理: a row opens the page of its stage (SPEC §2), or the part of it that the person may open. A project without
 * such a page opens beside the list.
 */
const oneId = /^\d{1,10}$/;

/** Returns the proposed values of a new project, if the list shows the projects of one unit. */
async function valuesFor(unit: string): Promise<Readonly<Record<string, unknown>>> {
  if (!oneId.test(unit)) return {};
  const id = Number(unit);
  try {
    const [inspectedUnit, { content }] = await Promise.all([
      crud(inspectUnit).get(id),
      crud(project).list({ belongInspect: id, page: 0, size: 1, sort: 'id,desc' }),
    ]);
    return proposedProject(inspectedUnit, content[0], todayText().slice(0, 4));
  } catch (error) {
    // Without a proposal the form opens as usual.
    if (error instanceof Failure) return {};
    throw error;
  }
}

/** Returns the project of the panel: the one that a row or a to-do requested. */
function usePanel() {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const [shownRow, setShownRow] = useState<AnyRow | null>(null);
  const requestedId = search.get(panelParameter) ?? '';
  useEffect(() => {
    if (!oneId.test(requestedId)) return;
    // The call itself reports a project that the person may not see.
    void crud(project)
      .get(Number(requestedId))
      .then((row) => setShownRow(row as unknown as AnyRow))
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
      });
  }, [requestedId, key]);
  const close = () => {
    setShownRow(null);
    if (!requestedId) return;
    // A tab that is shown again must not open the panel again.
    const remainingParams = new URLSearchParams(search);
    remainingParams.delete(panelParameter);
    setSearch(remainingParams, { replace: true });
  };
  return { shown: shownRow, show: setShownRow, close };
}

export default function ProjectListPage() {
  const navigate = useNavigate();
  const nextStepsOf = useNextPages();
  const [search] = useSearchParams();
  const requestedIds = search.get('ids') ?? '';
  const unit = search.get('belongInspect') ?? '';
  const ids = idListPattern.test(requestedIds) ? requestedIds : '';
  const { shown: shownRow, show: setShown, close } = usePanel();
  const open = useCallback(
    (row: AnyRow) => {
      const path = row.deleteTime ? undefined : nextStepsOf(row)[0]?.path;
      if (path) void navigate(projectAddress(path, row));
      else setShown(row);
    },
    [navigate, nextStepsOf, setShown],
  );
  const page = useMemo<ListPage>(
    () => ({
      ...list,
      actions: [
        defineAction({ key: 'handle', label: '办理', place: 'row', run: ({ rows: [row] }) => setShown(row ?? null) }),
        publishAction,
      ],
      before: { open: ({ action }) => (action === 'add' ? valuesFor(unit) : true) },
      ...(ids ? { fixedQuery: { ids }, slots: { aboveList: FigureListHeading } } : {}),
    }),
    [ids, unit, setShown],
  );
  return (
    <>
      <ListEditor page={page} onOpen={open} />
      <ProjectPanel wanted={shownRow !== null} row={shownRow} onClose={close} />
    </>
  );
}
