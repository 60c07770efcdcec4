import { reportModule } from '@contract/features/library/entities/reportModule';
import { TemplateList } from '@/templates/TemplateList';

export default function ReportModulePage() {
  return <TemplateList entity={reportModule} />;
}
