import { reportTemplateKind } from '@/features/library/templates/reportModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

export default function ReportModuleDetailsPage() {
  return <TemplateDetails kind={reportTemplateKind} />;
}
