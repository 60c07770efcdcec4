import { report } from '@contract/entities/report/report';
import type { AnyRow } from '@contract/entity';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { definePage, ListEditor } from '@/listEditor';
import { ReportPage } from '@/projects/reports/ReportPage';

const list = definePage({
  entity: report,
  columns: ['reportNo', 'title', 'unitName', 'project', 'kind', 'state', 'stageSince', 'issuedOn', 'revision', 'previous'],
  filters: ['reportNo', 'unitName', 'kind', 'state', 'issuedOn'],
  can: ['export'],
  sort: 'id,desc',
});

/** Every report of the organisation, earlier issues among them; the address of a project opens its report. */
export default function ReportPreviewPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  if (search.has('belongProject')) return <ReportPage />;
  return <ListEditor page={list} onOpen={(row: AnyRow) => void navigate(`/reportPreview?belongProject=${String(row.project)}&report=${row.id}`)} />;
}
