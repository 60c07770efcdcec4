import { useNavigate, useSearchParams } from 'react-router-dom';
import { exportMany } from '@/api/download';
import { PublishDrawer } from '@/features/publicity/publish/PublishDrawer';
import { ReportPage } from '@/features/reports/ReportPage';
import { defineAction, definePage, ListEditor } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { report } from '@contract/features/reports/entities/report';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { permissionOfMove } from '@contract/workflow/stateMachine';

const publishAction = defineAction({
  key: 'publish',
  label: '公示',
  place: 'row',
  permission: [permissionOfMove(reportMachine, { key: 'publish' })],
  enabled: ([row]) => row?.state === 'issued',
  run: ({ rows: [row], open }) =>
    row && open('/reportPreview', { belongProject: String(row.project), report: String(row.id), publish: '1' }),
});

const packAction = defineAction({
  key: 'pack',
  label: reportTexts.pack,
  place: 'selection',
  async run({ ids, editor }) {
    await exportMany('reports', ids);
    editor.clearSelection();
  },
});

const list = definePage({
  entity: report,
  url: 'api/report',
  columns: [
    'reportNo',
    'title',
    'unitName',
    'project',
    'kind',
    'state',
    'stageSince',
    'issuedOn',
    'revision',
    'previous',
  ],
  filters: ['reportNo', 'unitName', 'kind', 'state', 'issuedOn'],
  abilities: ['export'],
  sort: 'id,desc',
  actions: [publishAction, packAction],
});

/** All reports of the organization, earlier issues included. The address of a project opens its report. */
export default function ReportPreviewPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  if (search.has('belongProject')) return <ReportPage publish={PublishDrawer} />;
  return (
    <ListEditor
      page={list}
      onOpen={(row: AnyRow) => void navigate(`/reportPreview?belongProject=${String(row.project)}&report=${row.id}`)}
    />
  );
}
