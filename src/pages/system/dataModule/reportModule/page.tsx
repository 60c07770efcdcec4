import { reportModule } from '@contract/features/library/entities/reportModule';
import { TemplateList } from '@/features/library/templates/TemplateList';

export default function ReportModulePage() {
  return <TemplateList entity={reportModule} />;
}
