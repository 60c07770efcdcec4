import { qsjcModule, qsjcModuleRow } from '@contract/entities/template/qsjcModule';
import { definePage } from '@/listEditor';
import { TemplateDetails } from '@/templates/TemplateDetails';

const kind = {
  entity: qsjcModule,
  rows: definePage({
    entity: qsjcModuleRow,
    columns: ['indicator', 'industry', 'hazard', 'required', 'posts', 'remark'],
    filters: ['industry', 'hazard', 'required'],
    form: ['industry', 'hazard', 'indicator', 'required', 'posts', 'rowSort', 'remark'],
    sort: 'rowSort,asc',
  }),
};

export default function QsjcModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
