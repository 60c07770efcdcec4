import { TemplateList } from '@/features/library/templates/TemplateList';
import { reportModule } from '@contract/features/library/entities/reportModule';

export default function ReportModulePage() {
  return <TemplateList entity={reportModule} />;
}
