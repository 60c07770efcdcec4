import { reportModule } from '@contract/entities/template/reportModule';
import { TemplateList } from '@/templates/TemplateList';

export default function ReportModulePage() {
  return <TemplateList entity={reportModule} />;
}
