import { TemplateList } from '@/features/library/templates/TemplateList';
import { reportModule } from '@contract/features/library/entities/reportModule';

/** 报告模板: templates of reports. */
export default function ReportModulePage() {
  return <TemplateList entity={reportModule} />;
}
